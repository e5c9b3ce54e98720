package io.github.hibernateidgen.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** The published contract fails for stores that are wrong, each for what is wrong in it. */
class ReservationStoreContractTest {

    /** What wrong stores do is logged, too. */
    private static final Logger LOGGER = Logger.getLogger("io.github.hibernateidgen.worker");

    static Events run(Class<?> contract) {
        LOGGER.setLevel(Level.OFF);
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(contract))
                .execute()
                .testEvents();
    }

    private static final Map<Class<?>, List<String>> FAILURES = new HashMap<>();

    /** Each is run once. */
    static List<String> failures(Class<?> contract) {
        return FAILURES.computeIfAbsent(
                contract,
                missing -> run(contract)
                        .failed()
                        .map(Event::getTestDescriptor)
                        .map(test -> test.getDisplayName().replace("()", ""))
                        .toList());
    }

    @Test
    void passesForAStoreThatIsRight() {
        run(Right.class)
                .assertStatistics(
                        statistics -> statistics.started(13).succeeded(13).failed(0));
    }

    @ParameterizedTest
    @CsvSource({
        "AnswersTrue, writesANewSlotOnce",
        "AnswersTrue, replacesOnlyWhatIsExpected",
        "AnswersTrue, doesNotReplaceWhatWasNeverWritten",
        "AnswersTrue, letsOneOfManyWinEachRound",
        "AnswersRepeatedCalls, answersARepeatedCallAsAppliedOnlyIfItsReadsAreDurable",
        "ForgetsAtOnce, writesANewSlotOnce",
        "ForgetsAtOnce, takesAnEndBack",
        "ForgetsAtOnce, letsOneOfManyWinEachRound",
        "ForgetsOthers, keepsSlotsAndNamespacesApart",
        "ForgetsOthers, keepsTheLongestValuesAsTheyAre",
        "ForgetsOwners, replacesOnlyWhatIsExpected",
        "ForgetsEnds, replacesOnlyWhatIsExpected",
        "ForgetsNamespaces, keepsSlotsAndNamespacesApart",
        "LooksBeforeItWrites, letsOneOfManyWinEachRound",
        "HasAWrongClock, readsTheNumbersThatAreAskedForWithItsClock",
        "HasNoClock, readsTheNumbersThatAreAskedForWithItsClock",
        "ReadsOneNumberMore, readsTheNumbersThatAreAskedForWithItsClock",
        "ReadsAReplica, readsWhatWasConfirmedBeforeTheReadOrLater",
        "ReadsAReplicaInOtherThreads, readsWhatWasConfirmedBeforeTheReadOrLater",
        "ReadsInAnOldTransaction, readsWhatWasConfirmedBeforeTheReadOrLater"
    })
    void failsForAStoreThatIsWrong(String store, String test) throws ClassNotFoundException {
        assertThat(failures(Class.forName(getClass().getName() + "$" + store))).contains(test);
    }

    @Test
    void lateReadsOfOtherThreadsFailOneTest() {
        assertThat(failures(ReadsAReplicaInOtherThreads.class))
                .containsExactly("readsWhatWasConfirmedBeforeTheReadOrLater");
    }

    static class Right extends ReservationStoreContract {

        final ReservationStore store = make();

        ReservationStore make() {
            return new InMemoryReservationStore();
        }

        @Override
        protected ReservationStore store() {
            return store;
        }

        @Override
        protected boolean hasClock() {
            return false;
        }
    }

    static class AnswersTrue extends Right {
        @Override
        ReservationStore make() {
            return new Slots() {
                @Override
                public synchronized boolean compareAndSet(
                        String namespace, @Nullable StoredSlot expected, StoredSlot update) {
                    super.compareAndSet(namespace, expected, update);
                    return true;
                }
            };
        }
    }

    /** A replica has each write with the next write. */
    private static class Late extends Slots {

        private final Map<String, List<StoredSlot>> replica = new HashMap<>();

        /** Returns whether this read is sent to the server that accepts the writes. */
        boolean readsPrimary() {
            return false;
        }

        @Override
        public synchronized StoredSlots read(String namespace, long from, long to) {
            return readsPrimary()
                    ? super.read(namespace, from, to)
                    : new StoredSlots(replica.getOrDefault(namespace, List.of()).stream()
                            .filter(slot -> slot.worker() >= from && slot.worker() < to)
                            .toList());
        }

        @Override
        public synchronized boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
            replica.put(namespace, List.copyOf(slots(namespace).values()));
            return super.compareAndSet(namespace, expected, update);
        }
    }

    static class ReadsAReplica extends Right {
        @Override
        ReservationStore make() {
            return new Late();
        }
    }

    /** The threads that a test starts read a replica, as a balancer of connections may do it. */
    static class ReadsAReplicaInOtherThreads extends Right {
        @Override
        ReservationStore make() {
            return new Late() {
                @Override
                boolean readsPrimary() {
                    return !Thread.currentThread().getName().startsWith("pool-");
                }
            };
        }
    }

    /** Each thread reads in a transaction that was left open, which only a write of its own ends. */
    static class ReadsInAnOldTransaction extends Right {
        @Override
        ReservationStore make() {
            return new Slots() {

                private final ThreadLocal<Map<String, StoredSlots>> seen = ThreadLocal.withInitial(HashMap::new);

                @Override
                public StoredSlots read(String namespace, long from, long to) {
                    return seen.get()
                            .computeIfAbsent(
                                    namespace + " " + from + " " + to, missing -> super.read(namespace, from, to));
                }

                @Override
                public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
                    seen.remove();
                    return super.compareAndSet(namespace, expected, update);
                }
            };
        }
    }

    static class ReadsOneNumberMore extends Right {
        @Override
        ReservationStore make() {
            return new Slots() {
                @Override
                public StoredSlots read(String namespace, long from, long to) {
                    return super.read(namespace, from, to + 1);
                }
            };
        }
    }

    static class ForgetsAtOnce extends Right {
        @Override
        ReservationStore make() {
            return new Slots() {
                @Override
                void put(Map<Long, StoredSlot> slots, StoredSlot update) {}
            };
        }
    }

    static class ForgetsOthers extends Right {
        @Override
        ReservationStore make() {
            return new Slots() {
                @Override
                void put(Map<Long, StoredSlot> slots, StoredSlot update) {
                    slots.clear();
                    super.put(slots, update);
                }
            };
        }
    }

    static class ForgetsOwners extends Right {
        @Override
        ReservationStore make() {
            return new Slots() {
                @Override
                boolean same(StoredSlot stored, StoredSlot expected) {
                    return stored.reservedUntil() == expected.reservedUntil();
                }
            };
        }
    }

    static class ForgetsEnds extends Right {
        @Override
        ReservationStore make() {
            return new Slots() {
                @Override
                boolean same(StoredSlot stored, StoredSlot expected) {
                    return stored.owner().equals(expected.owner());
                }
            };
        }
    }

    static class ForgetsNamespaces extends Right {
        @Override
        ReservationStore make() {
            return new Slots() {
                @Override
                Map<Long, StoredSlot> slots(String namespace) {
                    return super.slots("one for all");
                }
            };
        }
    }

    static class LooksBeforeItWrites extends Right {
        @Override
        ReservationStore make() {
            return new Slots() {
                private final AtomicInteger looked = new AtomicInteger();

                @Override
                public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
                    boolean fits;
                    synchronized (this) {
                        fits = fits(slots(namespace), expected, update);
                    }
                    // Until another one has looked too; there may be none.
                    looked.incrementAndGet();
                    for (int i = 0; i < 1_000 && looked.get() < 2; i++) {
                        Thread.yield();
                    }
                    synchronized (this) {
                        if (fits) {
                            put(slots(namespace), update);
                        }
                    }
                    looked.decrementAndGet();
                    return fits;
                }
            };
        }
    }

    static class HasAWrongClock extends Right {
        @Override
        ReservationStore make() {
            return new Slots() {
                @Override
                public StoredSlots read(String namespace, long from, long to) {
                    return new StoredSlots(
                            super.read(namespace, from, to).slots(),
                            OptionalLong.of(System.currentTimeMillis() / 1000));
                }
            };
        }

        @Override
        protected boolean hasClock() {
            return true;
        }
    }

    static class HasNoClock extends Right {
        @Override
        protected boolean hasClock() {
            return true;
        }
    }

    static class AnswersRepeatedCalls extends Right {
        @Override
        ReservationStore make() {
            return new Slots() {
                @Override
                boolean fits(Map<Long, StoredSlot> slots, @Nullable StoredSlot expected, StoredSlot update) {
                    return update.equals(slots.get(update.worker())) || super.fits(slots, expected, update);
                }
            };
        }
    }

    /** A store that is right as it stands. */
    private static class Slots implements ReservationStore {

        private final Map<String, Map<Long, StoredSlot>> namespaces = new HashMap<>();

        @Override
        public synchronized StoredSlots read(String namespace, long from, long to) {
            return new StoredSlots(slots(namespace).values().stream()
                    .filter(slot -> slot.worker() >= from && slot.worker() < to)
                    .toList());
        }

        @Override
        public synchronized boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
            boolean fits = fits(slots(namespace), expected, update);
            if (fits) {
                put(slots(namespace), update);
            }
            return fits;
        }

        boolean fits(Map<Long, StoredSlot> slots, @Nullable StoredSlot expected, StoredSlot update) {
            StoredSlot stored = slots.get(update.worker());
            return stored == null || expected == null ? stored == expected : same(stored, expected);
        }

        boolean same(StoredSlot stored, StoredSlot expected) {
            return Objects.equals(stored, expected);
        }

        void put(Map<Long, StoredSlot> slots, StoredSlot update) {
            slots.put(update.worker(), update);
        }

        Map<Long, StoredSlot> slots(String namespace) {
            return namespaces.computeIfAbsent(namespace, missing -> new TreeMap<>());
        }

        @Override
        public String describe() {
            return "store of a test";
        }
    }
}
