package io.github.hibernateidgen.worker.reservation;

import java.util.function.LongUnaryOperator;

/**
 * The worker numbers that one read of a claim asks for: a few neighbours, so that a claim does not read all rows of the
 * namespace.
 *
 * <p>The first block is that of the lowest numbers, so that a few processes need a few rows. If all of a block are taken, the
 * next one is drawn from many more numbers, and the last one has all: no claim is refused before it has read every row.
 *
 * @param from the first number
 * @param to the number after the last one
 * @param below the numbers below it are those that this block, and the ones before it, were drawn from
 */
record Block(long from, long to, long below) {

    private static final long GROWTH = 16;

    static Block first(int size, long workers) {
        long to = Math.min(size, workers);
        return new Block(0, to, to);
    }

    /** Returns the block of one number, which a read asks for to see what became of it. */
    static Block of(long worker) {
        return new Block(worker, worker + 1, worker + 1);
    }

    /** Returns those of the numbers that fit, of which there may be fewer since the block was chosen. */
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

    /** Returns whether there is no number beside those of this block. */
    boolean hasAll(long workers) {
        return from == 0 && to >= workers;
    }
}
