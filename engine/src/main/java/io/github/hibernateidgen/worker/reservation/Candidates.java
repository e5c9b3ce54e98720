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
 * compare-and-set, not the draw, keeps processes apart. All used numbers that are free again are candidates. Unused
 * numbers, from the lowest up, are added only while there are fewer than {@link #SPREAD} candidates, so that the
 * namespace does not grow to all numbers.
 */
final class Candidates {

    /** The number of candidates up to which unused numbers are added. */
    static final int SPREAD = 256;

    /** The worker numbers to draw from. */
    private final List<Long> candidates = new ArrayList<>();

    private final Map<Long, StoredSlot> used = new HashMap<>();
    private final List<StoredSlot> taken = new ArrayList<>();

    /**
     * Collects the candidates.
     *
     * @param rows the rows that were read, including all rows of the block
     * @param block the numbers to choose from
     * @param now this process's clock, in Unix milliseconds
     */
    Candidates(List<StoredSlot> rows, Block block, long now) {
        for (StoredSlot row : rows) {
            used.put(row.worker(), row);
            if (row.worker() < block.from() || row.worker() >= block.to()) {
                continue;
            }
            // guard: claimEnd
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

    /** Returns the Unix millisecond at which the first taken slot of the block becomes free; empty if no slot is taken. */
    OptionalLong nextFree() {
        return taken.stream().mapToLong(StoredSlot::reservedUntil).min();
    }
}
