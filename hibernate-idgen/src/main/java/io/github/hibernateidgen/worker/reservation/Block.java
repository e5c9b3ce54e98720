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

    static Block first(int size, long workers) {
        long to = Math.min(size, workers);
        return new Block(0, to, to);
    }

    /** Returns the block of one number, which a process reads to see what became of its own row. */
    static Block of(long worker) {
        return new Block(worker, worker + 1, worker + 1);
    }

    /** Returns this block without the numbers that no longer fit: a layout may have been added since it was chosen. */
    Block within(long workers) {
        return to <= workers ? this : new Block(Math.min(from, workers), workers, Math.min(below, workers));
    }

    /** Returns the block after this one, whose numbers are all taken. */
    Block next(int size, long workers, LongUnaryOperator randomBelow) {
        if (below >= workers) {
            return new Block(0, workers, workers);
        }
        long end = below > workers / GROWTH ? workers : below * GROWTH;
        long blocks = (end - below + size - 1) / size;
        long start = below + size * randomBelow.applyAsLong(blocks);
        return new Block(start, Math.min(end, start + size), end);
    }

    /** Returns whether this block has all numbers. */
    boolean hasAll(long workers) {
        return from == 0 && to >= workers;
    }
}
