package io.github.hibernateidgen.worker.reservation;

import java.util.function.LongUnaryOperator;

/**
 * The worker numbers whose rows one read of a claim returns: a few neighbours, so that a claim does not read all rows of the
 * namespace.
 *
 * <p>The first block has the lowest numbers, so that few processes need few rows. If all numbers of a block are taken, the next
 * block is drawn at random from 16 times as many numbers. The last block has all numbers, so a claim is refused only after it has
 * read every row.
 *
 * @param from the first number
 * @param to the number after the last one
 * @param below the number after the last one that this block and the earlier ones were drawn from
 */
record Block(long from, long to, long below) {

    private static final long GROWTH = 16;

    /**
     * Returns the first block of a share.
     *
     * @param first the lowest number of the share
     * @param workers the number after the highest number of the share
     */
    static Block first(int size, long first, long workers) {
        long to = first + Math.min(size, workers - first);
        return new Block(first, to, to);
    }

    /** Returns the block of one number, which a process reads to see the state of its own row. */
    static Block of(long worker) {
        return new Block(worker, worker + 1, worker + 1);
    }

    /** Returns this block without the numbers that no longer fit: a layout may have been added since it was chosen. */
    Block within(long workers) {
        return to <= workers ? this : new Block(Math.min(from, workers), workers, Math.min(below, workers));
    }

    /** Returns the block after this one, whose numbers are all taken. */
    Block next(int size, long first, long workers, LongUnaryOperator randomBelow) {
        if (below >= workers) {
            return new Block(first, workers, workers);
        }
        long end = below - first > (workers - first) / GROWTH ? workers : first + (below - first) * GROWTH;
        long blocks = (end - below + size - 1) / size;
        long start = below + size * randomBelow.applyAsLong(blocks);
        return new Block(start, Math.min(end, start + size), end);
    }

    /** Returns whether this block has all numbers of the share. */
    boolean hasAll(long first, long workers) {
        return from == first && to >= workers;
    }
}
