package io.github.hibernateidgen.internal.segment;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentGenerator;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Callers that meet the close of their session factory. Hibernate closes its registry under a lock that a source may want. */
class TenantSegmentsTest {

    private static final SegmentSource SOURCE = new SegmentSource() {
        private long next = 1;

        @Override
        public Segment fetch() {
            Segment segment = new Segment(next, next + 9);
            next += 10;
            return segment;
        }

        @Override
        public void open() {}

        @Override
        public boolean isLost() {
            return false;
        }

        @Override
        public long size() {
            return 10;
        }

        @Override
        public String describe() {
            return "a source";
        }
    };

    private final TenantSegments segments = new TenantSegments(OffsetAndStep.ALL, SegmentLimits.DEFAULT, Runnable::run);

    /** As where the source asks the registry, which waits for the close that waits for the source. */
    @Test
    void closeDoesNotWaitForASourceThatIsBeingMade() {
        assertThatThrownBy(() -> segments.generator("tenant", () -> {
                    closeOnAnotherThread();
                    return SOURCE;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the session factory is closed; make ids before the shutdown");
        assertThat(segments.statistics()).isEmpty();
    }

    @Test
    void whatASourceLacksOfAClosedSessionFactoryIsTheCauseOnly() {
        assertThatThrownBy(() -> segments.generator("tenant", () -> {
                    closeOnAnotherThread();
                    throw new IllegalArgumentException("no such service");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the session factory is closed; make ids before the shutdown")
                .hasRootCauseMessage("no such service");
    }

    @Test
    void sourceThatCannotBeMadeIsToldAsItIsWhileTheSessionFactoryIsOpen() {
        assertThatThrownBy(() -> segments.generator("tenant", () -> {
                    throw new IllegalArgumentException("no such service");
                }))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void suspensionDoesNotWaitEitherAndHoldsForTheGenerator() {
        SegmentGenerator generator = segments.generator("tenant", () -> {
            CompletableFuture.runAsync(segments::suspend).orTimeout(10, SECONDS).join();
            return SOURCE;
        });
        assertThatThrownBy(generator::nextId).hasMessageContaining("suspended");
        assertThatThrownBy(segments.generator("tenant", () -> SOURCE)::nextId).hasMessageContaining("suspended");
        segments.resume();
        assertThat(segments.generator("tenant", () -> SOURCE).nextId()).isEqualTo(1);
    }

    /** A source may wait for another thread that asks for a number. */
    @Test
    void theSourceIsAskedNothingUnderTheMonitor() {
        segments.suspend();
        List<Boolean> held = new ArrayList<>();
        SegmentSource source = new SegmentSource() {
            @Override
            public void open() {}

            @Override
            public Segment fetch() {
                return SOURCE.fetch();
            }

            @Override
            public boolean isLost() {
                held.add(Thread.holdsLock(segments));
                return false;
            }

            @Override
            public long size() {
                return 10;
            }

            @Override
            public String describe() {
                return "a source";
            }
        };
        SegmentGenerator generator = segments.generator("tenant", () -> source);
        assertThatThrownBy(generator::nextId).hasMessageContaining("suspended");
        assertThat(held).isNotEmpty().containsOnly(false);
    }

    /** The generator that was made while the others were suspended is not used by later callers. */
    @Test
    void resumeWhileAGeneratorIsSuspendedCountsForTheNextCaller() {
        segments.suspend();
        boolean[] asked = new boolean[1];
        SegmentSource source = new SegmentSource() {
            @Override
            public void open() {}

            @Override
            public Segment fetch() {
                return new Segment(1, 10);
            }

            @Override
            public boolean isLost() {
                if (!asked[0]) {
                    asked[0] = true;
                    segments.resume();
                }
                return false;
            }

            @Override
            public long size() {
                return 10;
            }

            @Override
            public String describe() {
                return "a source";
            }
        };
        SegmentGenerator suspended = segments.generator("tenant", () -> source);
        assertThatThrownBy(suspended::nextId).hasMessageContaining("suspended");
        assertThat(segments.generator("tenant", () -> source).nextId()).isEqualTo(1);
    }

    @Test
    void oneOfTwoThatAreMadeAtTheSameTimeIsUsed() {
        SegmentGenerator[] other = new SegmentGenerator[1];
        SegmentGenerator generator = segments.generator("tenant", () -> {
            other[0] = segments.generator("tenant", () -> SOURCE);
            return SOURCE;
        });
        assertThat(generator).isSameAs(other[0]);
    }

    private void closeOnAnotherThread() {
        CompletableFuture.runAsync(segments::close).orTimeout(10, SECONDS).join();
    }
}
