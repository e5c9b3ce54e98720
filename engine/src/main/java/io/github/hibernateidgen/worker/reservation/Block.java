package io.github.hibernateidgen.worker.reservation;

import java.util.function.LongUnaryOperator;

/**
 * The consecutive worker numbers that a claim reads at once, so that a claim does not read all rows of the namespace.
 *
 * <p>The first block has the lowest numbers, so that few processes need few rows. If all numbers of a block are taken,
 * the next block is drawn at random from 16 times as many numbers. The last block has all numbers, so a claim fails
 * only after it has read every row.
 *
 * @param from the first number
 * @param to the end, exclusive
 * @param below the end, exclusive, of the numbers from which this block and the earlier blocks were drawn
 */
record Block(long from, long to, long below) {

    private static final long GROWTH = 16;

    /**
     * Returns the first block of a range.
     *
     * @param first the lowest number of the range
     * @param workers the end of the range, exclusive
     */
    static Block first(int size, long first, long workers) {
        long to = first + Math.min(size, workers - first);
        return new Block(first, to, to);
    }

    /** Returns the block of a single number. A process reads it to check its own row. */
    static Block of(long worker) {
        return new Block(worker, worker + 1, worker + 1);
    }

    /**
     * Returns this block without the numbers that no longer fit: a generator with a smaller layout may have been added
     * after the block was chosen.
     */
    Block within(long workers) {
        return to <= workers ? this : new Block(Math.min(from, workers), workers, Math.min(below, workers));
    }

    /** Returns the next block, to be read if all numbers of this block are taken. */
    Block next(int size, long first, long workers, LongUnaryOperator randomBelow) {
        if (below >= workers) {
            return new Block(first, workers, workers);
        }
        long end = below - first > (workers - first) / GROWTH ? workers : first + (below - first) * GROWTH;
        long blocks = (end - below + size - 1) / size;
        long start = below + size * randomBelow.applyAsLong(blocks);
        return new Block(start, Math.min(end, start + size), end);
    }

    /** Returns whether this block has all numbers of the range. */
    boolean hasAll(long first, long workers) {
        return from == first && to >= workers;
    }
}
