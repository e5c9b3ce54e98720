package io.github.hibernateidgen.segment;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The segments of one process, and the number that comes next. It ascends: a segment that arrives below what was issued is
 * dropped. It has no thread, no clock and no lock; {@link SegmentGenerator} has.
 *
 * <p>Not thread-safe.
 */
class SegmentBuffer {

    /** No number; no store hands it out. */
    static final long NONE = Long.MIN_VALUE;

    private final OffsetAndStep offsetAndStep;
    private final SegmentLimits limits;
    private final long size;
    private final TreeMap<Long, Arrived> ahead = new TreeMap<>();
    private Segment current = Segment.EMPTY;
    private long next;
    private long left;
    private long leftAhead;
    private long issued = NONE;
    private int prefetch = 1;
    private long began;
    private long ranDry;
    private boolean dry;
    private long dropped;
    private int droppedInARow;

    SegmentBuffer(OffsetAndStep offsetAndStep, SegmentLimits limits, long sizeOfSource) {
        this.offsetAndStep = offsetAndStep;
        this.limits = limits;
        this.size = Math.max(1, sizeOfSource / offsetAndStep.step());
    }

    /** The next number, or {@link #NONE} where nothing is buffered. */
    long take(NanoClock clock) {
        if (left == 0 && !begin(clock)) {
            return NONE;
        }
        issue(1);
        return issued;
    }

    private void issue(long count) {
        issued = next + (count - 1) * offsetAndStep.step();
        left -= count;
        if (left > 0) {
            next = issued + offsetAndStep.step();
        }
    }

    /**
     * Issues at once what is left of the segment whose numbers are being taken, but for the number from which on a fetch is
     * due, and those after it.
     *
     * @param underWay how many fetches have begun and not ended
     */
    Loan lend(int underWay) {
        long count =
                underWay < limits.maxConcurrentFetches() ? Math.min(left, Math.max(0, -1 - lacking(underWay))) : left;
        if (count == 0) {
            return Loan.ofNothing();
        }
        Loan loan = new Loan(next, offsetAndStep.step(), count);
        issue(count);
        return loan;
    }

    /** Ends the last loan; what nobody took is as if it had not been issued. Between the two, nothing else may be done. */
    void takeBack(Loan loan) {
        long rest = loan.end();
        if (rest > 0) {
            left += rest;
            next = loan.number(loan.count() - rest);
            issued = next - offsetAndStep.step();
        }
    }

    /** Goes on to the next segment. */
    private boolean begin(NanoClock clock) {
        var lowest = ahead.pollFirstEntry();
        if (lowest == null) {
            if (!dry) {
                dry = true;
                ranDry = clock.nanos();
            }
            return false;
        }
        long now = clock.nanos();
        if (!current.isEmpty() && offsetAndStep.count(current) >= size) {
            long end = dry ? ranDry : now;
            prefetch = Prefetch.next(prefetch, end - began, limits.target().toNanos(), limits.maxPrefetch());
        }
        dry = false;
        began = now;
        current = lowest.getValue().segment();
        next = offsetAndStep.first(current);
        left = offsetAndStep.count(current);
        leftAhead -= left;
        return true;
    }

    /**
     * Adds a segment.
     *
     * @param fetchesBegun how many fetches had begun when it arrived: only those may still bring lower numbers
     * @throws IllegalStateException if the source has handed out a number of it before
     */
    void arrived(Segment segment, long fetchesBegun) {
        long count = offsetAndStep.count(segment);
        if (count == 0) {
            return;
        }
        requireNew(segment);
        if (isLate(segment)) {
            dropped++;
            droppedInARow++;
            return;
        }
        droppedInARow = 0;
        ahead.put(segment.first(), new Arrived(segment, fetchesBegun));
        leftAhead += count;
    }

    /** Whether a segment has numbers below one that was issued, so that they would no longer ascend. */
    boolean isLate(Segment segment) {
        return segment.first() <= issued;
    }

    private void requireNew(Segment segment) {
        @Nullable Segment twice = current.overlaps(segment) ? current : overlapping(segment);
        if (twice != null) {
            throw new IllegalStateException(
                    "it gave the numbers [" + segment + "] after [" + twice
                            + "], which overlap; see whether it was set back, and whether all that use it have the same increment");
        }
    }

    private @Nullable Segment overlapping(Segment segment) {
        var below = ahead.floorEntry(segment.last());
        return below != null && below.getValue().segment().overlaps(segment)
                ? below.getValue().segment()
                : null;
    }

    /**
     * How many fetches to begin. Half a segment less than what is to be kept ahead begins the next one.
     *
     * @param underWay how many have begun and not ended
     */
    int due(int underWay) {
        long lacking = lacking(underWay);
        long due = lacking < 0 ? 0 : lacking / size + 1;
        long atLeast = buffered() == 0 && underWay == 0 ? 1 : 0;
        return (int) Math.min(Math.max(due, atLeast), limits.maxConcurrentFetches() - underWay);
    }

    private long lacking(int underWay) {
        return prefetch * size - size / 2 - buffered() - underWay * size;
    }

    /**
     * Where the next number begins a segment: how many fetches had begun when it arrived. 0 where it does not, or where
     * nothing is buffered.
     */
    long fetchesBegunBeforeNext() {
        return left > 0 || ahead.isEmpty() ? 0 : ahead.firstEntry().getValue().fetchesBegun();
    }

    /** How many numbers can be issued. */
    long buffered() {
        return left + leftAhead;
    }

    /** Forgets what is buffered. */
    void clear() {
        ahead.clear();
        current = Segment.EMPTY;
        left = 0;
        leftAhead = 0;
        dry = false;
    }

    /** Forgets what is buffered and what was issued: the source begins anew. */
    void reset() {
        clear();
        issued = NONE;
        droppedInARow = 0;
    }

    long size() {
        return size;
    }

    int prefetch() {
        return prefetch;
    }

    /** The highest number issued, or {@link #NONE}. */
    long issued() {
        return issued;
    }

    long dropped() {
        return dropped;
    }

    /** How many segments were dropped since one was kept. */
    int droppedInARow() {
        return droppedInARow;
    }

    private record Arrived(Segment segment, long fetchesBegun) {}
}
