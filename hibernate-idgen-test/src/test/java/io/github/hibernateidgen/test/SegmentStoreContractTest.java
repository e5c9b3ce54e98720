package io.github.hibernateidgen.test;

import static io.github.hibernateidgen.test.ReservationStoreContractTest.failures;
import static io.github.hibernateidgen.test.ReservationStoreContractTest.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published contract fails for stores of segments that are wrong, each for what is wrong in it. */
class SegmentStoreContractTest {

    @Test
    void passesForAStoreThatIsRight() {
        run(Right.class)
                .assertStatistics(
                        statistics -> statistics.started(14).succeeded(14).failed(0));
    }

    @Test
    void passesForAStoreThatGoesOnAboveTheNumbersInUse() {
        assertThat(failures(GoesOnAbove.class)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "BeginsWithOne, beginsWithTheFirstNumber",
        "BeginsWithOne, keepsNamesApart",
        "TakesWhenOpened, beginsWithTheFirstNumber",
        "CountsInInts, beginsWithTheFirstNumber",
        "HandsOutTwice, noRangeIsHandedOutTwice",
        "HandsOutTwice, processesThatFetchAtOnceGetDifferentNumbers",
        "CountsSizesApart, noRangeIsHandedOutTwice",
        "OverlapsByOne, noRangeIsHandedOutTwice",
        "OverlapsByOne, rangesHaveTheRequestedSize",
        "BeginsForEachProcess, processThatSeesNoNumberInUseGetsOtherNumbers",
        "BeginsForEachProcess, processesThatFetchAtOnceGetDifferentNumbers",
        "LooksBeforeItTakes, processesThatFetchAtOnceGetDifferentNumbers",
        "LooksBeforeItTakes, threadsOfOneSourceGetDifferentNumbers",
        "ForgetsNames, keepsNamesApart",
        "BeginsAnyway, doesNotBeginNumbersThatOtherWritersMayHave",
        "BeginsNever, numbersThatAnotherProcessHasBegunGoOnForAll",
        "ForgetsNumbersInUse, handsOutNoNumberInUse",
        "ForgetsNumbersInUse, storeBehindTheNumbersInUseHandsOutNone",
        "OpensNothing, handsOutNoNumberInUse",
        "OpensNothing, doesNotBeginNumbersThatOtherWritersMayHave",
        "ForgetsWhatIsDue, takesOnlyWhatIsDue",
        "TakesMoreThanIsDue, takesOnlyWhatIsDue",
        "LosesWhatOthersTake, losesNothingWhileItsServerRuns",
        "HasNoName, namesItselfInMessages"
    })
    void failsForAStoreThatIsWrong(String store, String test) throws ClassNotFoundException {
        assertThat(failures(Class.forName(getClass().getName() + "$" + store))).contains(test);
    }

    static class Right extends SegmentStoreContract {

        final Counters store = make();

        Counters make() {
            return new Counters();
        }

        @Override
        protected SegmentStore store() {
            return store;
        }
    }

    static class GoesOnAbove extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                long lost(String name, long inUse) {
                    return inUse + 1;
                }
            };
        }
    }

    static class BeginsWithOne extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                long beginning(SegmentRequest request) {
                    return 1;
                }
            };
        }
    }

    static class TakesWhenOpened extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                Source make(SegmentRequest request) {
                    return new Source(request) {
                        @Override
                        public void open() {
                            fetch();
                        }
                    };
                }
            };
        }
    }

    static class CountsInInts extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                long beginning(SegmentRequest request) {
                    return (int) request.first();
                }
            };
        }
    }

    static class HandsOutTwice extends Right {
        @Override
        Counters make() {
            return new Counters() {

                private final AtomicInteger calls = new AtomicInteger();

                @Override
                long take(SegmentRequest request, long next) {
                    return calls.incrementAndGet() % 3 == 0 ? next : super.take(request, next);
                }
            };
        }
    }

    /** Where the sizes differ, the ranges meet. */
    static class CountsSizesApart extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                String key(SegmentRequest request) {
                    return request.name() + " by " + request.size();
                }
            };
        }
    }

    static class OverlapsByOne extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                Segment range(SegmentRequest request, long first) {
                    return new Segment(first, first + request.size());
                }
            };
        }
    }

    /** As if a name had no numbers as long as the table has no rows. */
    static class BeginsForEachProcess extends Right {
        @Override
        protected SegmentStore store() {
            return new Counters();
        }
    }

    static class LooksBeforeItTakes extends Right {
        @Override
        Counters make() {
            return new Counters() {

                private final AtomicInteger looked = new AtomicInteger();

                @Override
                Segment next(SegmentRequest request) {
                    long next;
                    synchronized (this) {
                        next = current(request);
                    }
                    // Until another one has looked too; there may be none.
                    looked.incrementAndGet();
                    for (int i = 0; i < 1_000 && looked.get() < 2; i++) {
                        Thread.yield();
                    }
                    synchronized (this) {
                        put(request, take(request, next));
                    }
                    looked.decrementAndGet();
                    return range(request, next);
                }
            };
        }
    }

    static class ForgetsNames extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                String key(SegmentRequest request) {
                    return "one for all";
                }
            };
        }
    }

    static class BeginsAnyway extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                boolean mayBegin(SegmentRequest request) {
                    return true;
                }
            };
        }
    }

    static class BeginsNever extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                synchronized long current(SegmentRequest request) {
                    if (!request.mayMake()) {
                        throw new NumbersLostException("counter of a test is not mine");
                    }
                    return super.current(request);
                }
            };
        }
    }

    static class ForgetsNumbersInUse extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                long inUse(SegmentRequest request) {
                    return 0;
                }
            };
        }
    }

    static class OpensNothing extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                Source make(SegmentRequest request) {
                    return new Source(request) {
                        @Override
                        public void open() {}
                    };
                }
            };
        }
    }

    static class ForgetsWhatIsDue extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                Source make(SegmentRequest request) {
                    return new Source(request) {
                        @Override
                        public List<Segment> fetch(IntUnaryOperator due) {
                            return List.of(fetch());
                        }
                    };
                }
            };
        }
    }

    static class TakesMoreThanIsDue extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                Source make(SegmentRequest request) {
                    return new Source(request) {
                        @Override
                        public List<Segment> fetch(IntUnaryOperator due) {
                            List<Segment> ranges = new ArrayList<>();
                            for (int i = due.applyAsInt(10); i >= 0; i--) {
                                ranges.add(fetch());
                            }
                            return ranges;
                        }
                    };
                }
            };
        }
    }

    static class LosesWhatOthersTake extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                Source make(SegmentRequest request) {
                    return new Source(request) {

                        private volatile long end;

                        @Override
                        public Segment fetch() {
                            Segment range = super.fetch();
                            end = range.last();
                            return range;
                        }

                        @Override
                        public boolean isLost() {
                            return end != 0 && current(request) > end + 1;
                        }
                    };
                }
            };
        }
    }

    static class HasNoName extends Right {
        @Override
        Counters make() {
            return new Counters() {
                @Override
                Source make(SegmentRequest request) {
                    return new Source(request) {
                        @Override
                        public String describe() {
                            return "";
                        }
                    };
                }
            };
        }
    }

    /** A store that is right as it stands. */
    private static class Counters implements SegmentStore {

        private final Map<String, Long> next = new HashMap<>();

        @Override
        public SegmentSource source(SegmentRequest request) {
            return make(request);
        }

        Source make(SegmentRequest request) {
            return new Source(request);
        }

        String key(SegmentRequest request) {
            return request.name();
        }

        boolean mayBegin(SegmentRequest request) {
            return request.mayMake();
        }

        long beginning(SegmentRequest request) {
            return request.first();
        }

        long inUse(SegmentRequest request) {
            return request.highestInUse().get().orElse(0);
        }

        /** Returns the next number, which may be taken although the counter is missing or behind the numbers in use. */
        long lost(String name, long inUse) {
            throw new NumbersLostException("counter " + name + " of a test is behind [" + inUse + "]");
        }

        /** Checks the counter, and makes it if it may. */
        synchronized void open(SegmentRequest request) {
            long inUse = inUse(request);
            Long known = next.get(key(request));
            if (known == null && !mayBegin(request)) {
                throw new NumbersLostException("counter " + request.name() + " of a test is missing");
            }
            long first = known == null ? beginning(request) : known;
            put(request, inUse >= first ? lost(request.name(), inUse) : first);
        }

        synchronized long current(SegmentRequest request) {
            return next.get(key(request));
        }

        synchronized void put(SegmentRequest request, long number) {
            next.put(key(request), number);
        }

        /** Returns the number after the range that begins with {@code first}. */
        long take(SegmentRequest request, long first) {
            return first + request.size();
        }

        Segment range(SegmentRequest request, long first) {
            return new Segment(first, first + request.size() - 1);
        }

        Segment next(SegmentRequest request) {
            synchronized (this) {
                long first = current(request);
                put(request, take(request, first));
                return range(request, first);
            }
        }

        class Source implements SegmentSource {

            private final SegmentRequest request;
            private boolean opened;

            Source(SegmentRequest request) {
                this.request = request;
            }

            @Override
            public synchronized void open() {
                if (!opened) {
                    Counters.this.open(request);
                    opened = true;
                }
            }

            @Override
            public Segment fetch() {
                open();
                return next(request);
            }

            @Override
            public boolean isLost() {
                return false;
            }

            @Override
            public long size() {
                return request.size();
            }

            @Override
            public String describe() {
                return "counter " + request.name();
            }
        }
    }
}
