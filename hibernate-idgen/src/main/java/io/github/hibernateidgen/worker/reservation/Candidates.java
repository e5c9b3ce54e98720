package io.github.hibernateidgen.worker.reservation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;

/**
 * The slots that a process may claim, according to the rows of a {@link Block} of worker numbers.
 *
 * <p>The slot is drawn at random, so that processes that start together rarely claim the same slot. The
 * compare-and-set, not the draw, keeps processes apart. Used numbers that are free again are candidates first, followed
 * by unused numbers from the lowest up, so that the namespace does not grow to all numbers.
 */
final class Candidates {

    /** Minimum number of slots to draw from, if the block has that many. */
    static final int SPREAD = 256;

    /** The numbers of free slots. */
    private final List<Long> candidates = new ArrayList<>();

    private final Map<Long, StoredSlot> used = new HashMap<>();
    private final List<StoredSlot> taken = new ArrayList<>();

    /**
     * Sorts the rows.
     *
     * @param rows rows, including the rows of the block
     * @param block the numbers to choose from
     * @param now this process's clock, in Unix milliseconds
     */
    Candidates(List<StoredSlot> rows, Block block, long now) {
        for (StoredSlot row : rows) {
            used.put(row.worker(), row);
            if (row.worker() < block.from() || row.worker() >= block.to()) {
                continue;
            }
            if (row.reservedUntil() <= now) {
                candidates.add(row.worker());
            } else {
                taken.add(row);
            }
        }
        for (long worker = block.from(); worker < block.to() && candidates.size() < SPREAD; worker++) {
            if (!used.containsKey(worker)) {
                candidates.add(worker);
            }
        }
    }

    boolean isEmpty() {
        return candidates.isEmpty();
    }

    Swap draw(String owner, long until, LongUnaryOperator randomBelow) {
        long drawn = candidates.get((int) randomBelow.applyAsLong(candidates.size()));
        return Swap.claim(used.get(drawn), new StoredSlot(drawn, owner, until));
    }

    /** Returns the Unix millisecond at which the first taken slot becomes free; empty if no slot is taken. */
    OptionalLong nextFree() {
        return taken.stream().mapToLong(StoredSlot::reservedUntil).min();
    }
}
