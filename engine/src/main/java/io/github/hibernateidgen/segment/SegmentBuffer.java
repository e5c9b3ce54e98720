package io.github.hibernateidgen.segment;

import io.github.hibernateidgen.internal.text.WrongArgumentException;
import java.util.TreeMap;

/**
 * The buffered segments of one generator, and the next number. Numbers ascend: a segment that does not start above the last
 * issued number is dropped. This class has no thread, no clock and no lock; {@link SegmentGenerator} has them.
 *
 * <p>Not thread-safe.
 */
class SegmentBuffer {

    /** Means that there is no number. No store hands out this value. */
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
    private long emptySince;
    private boolean empty;
    private long dropped;
    private int droppedInARow;

    SegmentBuffer(OffsetAndStep offsetAndStep, SegmentLimits limits, long sizeOfSource) {
        this.offsetAndStep = offsetAndStep;
        this.limits = limits;
        this.size = Math.max(1, sizeOfSource / offsetAndStep.step());
    }

    /**
     * Makes the buffer for the segments of a source.
     *
     * @throws IllegalArgumentException if a segment of the source has fewer numbers than the step, or more than {@link
     *     Integer#MAX_VALUE}
     */
    static SegmentBuffer of(SegmentSource source, OffsetAndStep offsetAndStep, SegmentLimits limits) {
        if (source.size() < offsetAndStep.step() || source.size() > Integer.MAX_VALUE) {
            throw new WrongArgumentException(
                    "a segment of " + source.describe() + " has [" + source.size() + "] numbers",
                    "choose a size from " + offsetAndStep.step() + " to " + Integer.MAX_VALUE
                            + ", so that each offset has a number");
        }
        return new SegmentBuffer(offsetAndStep, limits, source.size());
    }

    /** Returns the next number, or {@link #NONE} if no number is buffered. */
    long take(long now) {
        if (left == 0 && !beginNextSegment(now)) {
            return NONE;
        }
        return issue();
    }

    /**
     * Returns the next number of the current segment. Returns {@link #NONE} if the current segment has no number left, or if
     * a fetch is due once that number is taken.
     *
     * @param onTheWay how many segments have been requested and have not arrived
     * @param canFetch whether another fetch can begin
     */
    long takeBeforeDue(int onTheWay, boolean canFetch) {
        return left == 0 || (canFetch && lacking(onTheWay) >= -1) ? NONE : issue();
    }

    private long issue() {
        issued = next;
        next += offsetAndStep.step();
        left--;
        return issued;
    }

    private boolean beginNextSegment(long now) {
        var lowest = ahead.pollFirstEntry();
        if (lowest == null) {
            if (!empty) {
                empty = true;
                emptySince = now;
            }
            return false;
        }
        if (!current.isEmpty() && offsetAndStep.count(current) >= size) {
            long end = empty ? emptySince : now;
            prefetch = prefetch(prefetch, end - began, limits.target().toNanos(), limits.maxPrefetch());
        }
        empty = false;
        began = now;
        current = lowest.getValue().segment();
        next = offsetAndStep.first(current);
        left = offsetAndStep.count(current);
        leftAhead -= left;
        return true;
    }

    /**
     * Returns how many segments to keep ahead: enough to last for the target, from 1 to {@code most}. The result is at most
     * twice and at least half of the previous number, so that a single burst or a single pause has a limited effect.
     *
     * @param before the previous number of segments to keep ahead
     * @param lasted how long the last segment lasted, in nanoseconds, without the time in which callers waited for the next
     *     segment
     * @param target how long the segments ahead should last, in nanoseconds
     * @param most the highest number of segments to keep ahead
     */
    static int prefetch(int before, long lasted, long target, int most) {
        long wanted = (target + Math.max(1, lasted) - 1) / Math.max(1, lasted);
        long bounded = Math.min(Math.max(wanted, before / 2), 2L * before);
        return (int) Math.max(1, Math.min(bounded, most));
    }

    /**
     * Adds a segment.
     *
     * @param fetches how many fetches had been sent when the segment arrived; only these fetches may still bring lower
     *     numbers
     * @throws IllegalStateException if a number of the segment is also in the current segment or in a buffered segment,
     *     because the source has handed out the number twice. The source may hand out more of the buffered numbers again, so
     *     they are dropped, and so is the segment. The next segment must not overlap this segment
     */
    void arrived(Segment segment, long fetches) {
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
        ahead.put(segment.first(), new Arrived(segment, fetches));
        leftAhead += count;
    }

    /** Returns whether a segment does not start above the last issued number. */
    boolean isLate(Segment segment) {
        return segment.first() <= issued;
    }

    private void requireNew(Segment segment) {
        var below = ahead.floorEntry(segment.last());
        Segment known = below == null || current.overlaps(segment)
                ? current
                : below.getValue().segment();
        if (known.overlaps(segment)) {
            clear();
            current = segment;
            throw new IllegalStateException(
                    "it returned the segment [" + segment + "], which overlaps the earlier segment [" + known
                            + "]; check whether it was set back, and whether all applications use the same increment");
        }
    }

    /**
     * Returns how many segments to fetch. The next segment is due when the numbers that are buffered or on the way are at
     * least half a segment fewer than the numbers to keep ahead. A segment is also due if no number is buffered or on the
     * way.
     *
     * @param onTheWay how many segments have been requested and have not arrived
     */
    int due(int onTheWay) {
        long lacking = lacking(onTheWay);
        int atLeast = buffered() == 0 && onTheWay == 0 ? 1 : 0;
        return lacking < 0 ? atLeast : (int) (lacking / size + 1);
    }

    private long lacking(int onTheWay) {
        return prefetch * size - size / 2 - buffered() - onTheWay * size;
    }

    /**
     * If the next number is the first number of a segment, returns how many fetches had been sent when that segment
     * arrived. Otherwise, or if no number is buffered, returns 0.
     */
    long fetchesBeforeNext() {
        return left > 0 || ahead.isEmpty() ? 0 : ahead.firstEntry().getValue().fetches();
    }

    /** Returns how many numbers are buffered. */
    long buffered() {
        return left + leftAhead;
    }

    /** Drops the buffered numbers. */
    void clear() {
        ahead.clear();
        current = Segment.EMPTY;
        left = 0;
        leftAhead = 0;
        empty = false;
    }

    /** Drops the buffered numbers, and forgets the issued numbers, because the source starts again. */
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

    /** Returns the highest issued number, or {@link #NONE}. */
    long issued() {
        return issued;
    }

    long dropped() {
        return dropped;
    }

    /** Returns how many segments were dropped since a segment was last kept. */
    int droppedInARow() {
        return droppedInARow;
    }

    private record Arrived(Segment segment, long fetches) {}
}
