package io.github.hibernateidgen.test;

import static io.github.hibernateidgen.test.ReservationStoreContractTest.failures;
import static io.github.hibernateidgen.test.ReservationStoreContractTest.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published contract fails for sources that are wrong, each for what is wrong in it. */
class WorkerSourceContractTest {

    @Test
    void passesForASourceThatIsRight() {
        run(Right.class)
                .assertStatistics(
                        statistics -> statistics.started(9).succeeded(9).failed(0));
    }

    @ParameterizedTest
    @CsvSource({
        "TakesTurns, returnsEqualReservationsUntilItChanges",
        "HasEnded, reservationHoldsNow",
        "PassesForEndless, reservationHoldsNow",
        "ChecksNothing, numberFitsTheGeneratorOrIsRefused",
        "ChecksNothing, generatorThatTheNumberDoesNotFitIsRefused",
        "ChecksNothing, secondGeneratorOfTheSameTicksIsRefused",
        "ChecksNothing, closedSourceEndsItsGenerators",
        "IgnoresRenewals, renewalIsAnotherReservationOrARefusal",
        "HasAStoreOfItsOwn, openSourcesHaveDifferentNumbers",
        "HasAStoreOfItsOwn, nextHolderBeginsWhereTheLastOneEnded",
        "StaysOpen, closedSourceEndsItsGenerators",
        "NumberWithoutGenerators, secondGeneratorOfTheSameTicksIsRefused"
    })
    void failsForASourceThatIsWrong(String source, String test) throws ClassNotFoundException {
        assertThat(failures(Class.forName(getClass().getName() + "$" + source))).contains(test);
    }

    static class Right extends WorkerSourceContract {

        final ReservationStore store = new InMemoryReservationStore();

        @Override
        protected WorkerSource open() {
            return new Wrapped(reserved(store));
        }

        @Override
        protected boolean reserves() {
            return true;
        }
    }

    private static ReservedWorkerSource reserved(ReservationStore store) {
        return new ReservedWorkerSource(store, ReservationTerms.DEFAULT);
    }

    static class TakesTurns extends Right {
        @Override
        protected WorkerSource open() {
            return new Wrapped(reserved(store)) {

                private long calls;

                @Override
                public WorkerReservation reservation() {
                    WorkerReservation held = super.reservation();
                    return new WorkerReservation(held.worker(), held.floor(), held.reservedUntil() + calls++ % 2);
                }
            };
        }
    }

    static class HasEnded extends Right {
        @Override
        protected WorkerSource open() {
            return new Wrapped(reserved(store)) {
                @Override
                public WorkerReservation reservation() {
                    return new WorkerReservation(super.reservation().worker(), 0, 1);
                }
            };
        }
    }

    static class PassesForEndless extends Right {
        @Override
        protected WorkerSource open() {
            return new Wrapped(reserved(store)) {
                @Override
                public WorkerReservation reservation() {
                    return WorkerReservation.unbounded(super.reservation().worker());
                }
            };
        }
    }

    static class ChecksNothing extends Right {
        @Override
        protected WorkerSource open() {
            return new Wrapped(reserved(store)) {
                @Override
                public WorkerReservation reservation() {
                    WorkerReservation held = super.reservation();
                    return new WorkerReservation(held.worker() + 1, held.floor(), held.reservedUntil());
                }

                @Override
                public void attach(TickIssuer issuer) {}
            };
        }
    }

    static class IgnoresRenewals extends Right {
        @Override
        protected WorkerSource open() {
            return new Wrapped(reserved(store)) {
                @Override
                public void awaitRenewal(WorkerReservation ended) {}
            };
        }
    }

    static class HasAStoreOfItsOwn extends Right {
        @Override
        protected WorkerSource open() {
            return new Wrapped(reserved(new InMemoryReservationStore())) {
                @Override
                public void attach(TickIssuer issuer) {
                    super.attach(issuer);
                    super.attach(new CountedIssuer(1));
                }
            };
        }
    }

    static class StaysOpen extends Right {
        @Override
        protected WorkerSource open() {
            return new Wrapped(reserved(store)) {
                @Override
                public void close() {}
            };
        }
    }

    /** A number that never ends, of a source that does not know its generators. */
    static class NumberWithoutGenerators extends WorkerSourceContract {
        @Override
        protected WorkerSource open() {
            return new WorkerSource() {
                @Override
                public WorkerReservation reservation() {
                    return WorkerReservation.unbounded(7);
                }

                @Override
                public void attach(TickIssuer issuer) {
                    issuer.requireFits(reservation());
                }

                @Override
                public void awaitRenewal(WorkerReservation ended) {
                    throw new ReservationEndedException(ended, "it is a test", null);
                }
            };
        }

        @Override
        protected boolean reserves() {
            return false;
        }
    }

    /** Hands all on, as a source that wraps another must. */
    private static class Wrapped implements WorkerSource, AutoCloseable {

        private final ReservedWorkerSource source;

        Wrapped(ReservedWorkerSource source) {
            this.source = source;
        }

        @Override
        public WorkerReservation reservation() {
            return source.reservation();
        }

        @Override
        public void attach(TickIssuer issuer) {
            source.attach(issuer);
        }

        @Override
        public void awaitRenewal(WorkerReservation ended) {
            source.awaitRenewal(ended);
        }

        @Override
        public void close() {
            source.close();
        }
    }
}
