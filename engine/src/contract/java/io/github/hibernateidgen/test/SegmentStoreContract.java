package io.github.hibernateidgen.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * What every {@link SegmentStore} must do. A test class of JUnit's extends it, for each store and each kind of server:
 *
 * <pre>{@code
 * class CassandraSegmentStoreTest extends SegmentStoreContract {
 *     @Override
 *     protected SegmentStore store() {
 *         return new CassandraSegmentStore(session);
 *     }
 * }
 * }</pre>
 *
 * <p>Each test uses names of its own, so a store may be shared. The contract can't see what a store loses when its server
 * fails: that no range which was handed out comes again is yours to know.
 */
public abstract class SegmentStoreContract {

    private static final int COMPETITORS = 8;
    private static final int FETCHES = 10;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final String name = "test-" + UUID.randomUUID();

    /** For the subclasses. */
    protected SegmentStoreContract() {}

    /**
     * Returns the store; called many times in a test, also by several threads. Each call stands for a process that has just
     * started.
     *
     * @return the store, or another store of the same numbers
     */
    protected abstract SegmentStore store();

    /** Returns a source for a name that the store may begin, without a number in use. */
    private SegmentSource source(String numbers, long size, long first) {
        return store().source(new SegmentRequest(numbers, size, first, true, OptionalLong::empty, TIMEOUT));
    }

    private SegmentSource source(boolean mayMake, long highestInUse) {
        OptionalLong inUse = highestInUse == 0 ? OptionalLong.empty() : OptionalLong.of(highestInUse);
        return store().source(new SegmentRequest(name, 50, 1, mayMake, () -> inUse, TIMEOUT));
    }

    /** Fetches as a generator does, which skips ranges without numbers. */
    private static Segment fetch(SegmentSource source) {
        for (int tries = 0; tries < 100; tries++) {
            List<Segment> ranges = source.fetch(most -> 1);
            assertThat(ranges).as("ranges, where one is due").hasSize(1);
            if (!ranges.get(0).isEmpty()) {
                return ranges.get(0);
            }
        }
        throw new AssertionError("100 ranges without numbers");
    }

    private static List<Segment> fetch(SegmentSource source, int count) {
        List<Segment> ranges = new ArrayList<>();
        while (ranges.size() < count) {
            ranges.add(fetch(source));
        }
        return ranges;
    }

    private static void assertNoNumberTwice(List<Segment> ranges) {
        List<Segment> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(Segment::first));
        for (int i = 1; i < sorted.size(); i++) {
            assertThat(sorted.get(i).first())
                    .as("start of the range after %s", sorted.get(i - 1))
                    .isGreaterThan(sorted.get(i - 1).last());
        }
    }

    @Test
    void beginsWithTheFirstNumber() {
        SegmentSource source = source(name, 50, 1_000);
        source.open();
        source.open();

        assertThat(fetch(source).first()).as("open() takes no number").isEqualTo(1_000);
        assertThat(fetch(source(name + "-wide", 50, 1L << 40)).first())
                .as("without open()")
                .isEqualTo(1L << 40);
    }

    @Test
    void rangesHaveTheRequestedSize() {
        SegmentSource source = source(name, 50, 1);
        List<Segment> ranges = fetch(source, FETCHES);

        assertThat(source.size()).isEqualTo(50);
        assertThat(ranges.subList(1, FETCHES)) // The first range may have fewer.
                .allSatisfy(range -> assertThat(range.last() - range.first() + 1)
                        .as("numbers")
                        .isEqualTo(50));
    }

    @Test
    void noRangeIsHandedOutTwice() {
        List<Segment> ranges = new ArrayList<>();
        SegmentSource one = source(name, 50, 1);
        SegmentSource other = source(name, 7, 1);
        for (int i = 0; i < FETCHES; i++) {
            ranges.add(fetch(one));
            ranges.add(fetch(other));
        }
        assertNoNumberTwice(ranges);
    }

    /** Its transaction, with the first ids, may not be committed yet. */
    @Test
    void processThatSeesNoNumberInUseGetsOtherNumbers() {
        Segment first = fetch(source(name, 50, 1));
        SegmentSource later = source(name, 50, 1);
        later.open();

        assertNoNumberTwice(List.of(first, fetch(later), fetch(source(name, 50, 1))));
    }

    @Test
    void processesThatFetchAtOnceGetDifferentNumbers() throws Exception {
        List<Callable<List<Segment>>> processes = new ArrayList<>();
        for (int i = 0; i < COMPETITORS; i++) {
            long size = i % 2 == 0 ? 50 : 7;
            processes.add(() -> fetch(source(name, size, 1), FETCHES));
        }
        assertNoNumberTwice(
                Together.call(processes).stream().flatMap(List::stream).toList());
    }

    @Test
    void threadsOfOneSourceGetDifferentNumbers() throws Exception {
        SegmentSource source = source(name, 50, 1);
        List<Callable<List<Segment>>> threads = new ArrayList<>();
        for (int i = 0; i < COMPETITORS; i++) {
            threads.add(() -> fetch(source, FETCHES));
        }
        assertNoNumberTwice(
                Together.call(threads).stream().flatMap(List::stream).toList());
    }

    @Test
    void keepsNamesApart() {
        assertThat(fetch(source(name, 50, 1)).first()).isEqualTo(1);
        assertThat(fetch(source(name + ".other", 50, 1)).first()).isEqualTo(1);
        assertThat(fetch(source("shop.public.\"" + name + "\" of all", 50, 500)).first())
                .isEqualTo(500);
        assertThat(fetch(source(name, 50, 1)).first()).isGreaterThan(50);
    }

    @Test
    void doesNotBeginNumbersThatOtherWritersMayHave() {
        assertThatExceptionOfType(NumbersLostException.class)
                .isThrownBy(() -> source(false, 0).open());
        assertThatExceptionOfType(NumbersLostException.class).isThrownBy(() -> fetch(source(false, 0)));
    }

    @Test
    void numbersThatAnotherProcessHasBegunGoOnForAll() {
        Segment first = fetch(source(true, 0));

        assertNoNumberTwice(List.of(first, fetch(source(false, 0)), fetch(source(false, 50))));
    }

    @Test
    void handsOutNoNumberInUse() {
        assertAboveOrLost(500, "never begun");
    }

    @Test
    void storeBehindTheNumbersInUseHandsOutNone() {
        fetch(source(true, 0));

        assertAboveOrLost(500, "behind");
    }

    /** The store goes on above the numbers in use, or reports them as lost, in {@code open()} already. */
    private void assertAboveOrLost(long highestInUse, String state) {
        boolean isLost = false;
        SegmentSource opened = source(true, highestInUse);
        try {
            opened.open();
        } catch (NumbersLostException e) {
            isLost = true;
        }
        try {
            assertThat(fetch(source(true, highestInUse)).first()).as(state).isGreaterThan(highestInUse);
            assertThat(isLost)
                    .as("open() says that numbers are lost, but fetch() not")
                    .isFalse();
        } catch (NumbersLostException e) {
            assertThat(isLost).as("open() says that numbers are lost, too").isTrue();
        }
    }

    @Test
    void takesOnlyWhatIsDue() {
        SegmentSource source = source(name, 50, 1);
        AtomicInteger calls = new AtomicInteger();

        assertThat(source.fetch(most -> {
                    assertThat(most).as("highest number of ranges of a call").isPositive();
                    calls.incrementAndGet();
                    return 0;
                }))
                .isEmpty();
        assertThat(calls).as("calls of due").hasValue(1);
        List<Segment> ranges = source.fetch(most -> Math.min(most, 3));
        assertThat(ranges).isNotEmpty().hasSizeLessThanOrEqualTo(3);
        assertNoNumberTwice(ranges);
    }

    @Test
    void losesNothingWhileItsServerRuns() {
        SegmentSource source = source(name, 50, 1);
        assertThat(source.isLost()).as("before the first range").isFalse();
        fetch(source);
        assertThat(source.isLost()).as("after the first range").isFalse();
        fetch(source(name, 50, 1));
        assertThat(source.isLost()).as("after a range of another process").isFalse();
        fetch(source);
        assertThat(source.isLost()).as("after the next range").isFalse();
    }

    @Test
    void namesItselfInMessages() {
        assertThat(source(name, 50, 1).describe()).isNotBlank();
    }
}
