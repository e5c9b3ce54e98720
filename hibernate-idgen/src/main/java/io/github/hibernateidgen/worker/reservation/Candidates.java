package io.github.hibernateidgen.worker.reservation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The slots that a process may claim, according to the rows of a {@link Block} of worker numbers.
 *
 * <p>The slot is drawn at random, so that processes that start together rarely claim the same one; the compare-and-set, not
 * the draw, keeps them apart. Numbers that were used before come first, then new ones from the lowest up, so that the
 * namespace does not grow to all numbers.
 */
final class Candidates {

    /** Number of slots to draw from, at least, if there are that many. */
    static final int SPREAD = 256;

    /** Free slots; null stands for a row that does not exist yet. */
    private record Candidate(long worker, @Nullable StoredSlot row) {}

    private final List<Candidate> candidates = new ArrayList<>();
    private final List<StoredSlot> taken = new ArrayList<>();

    /**
     * Sorts the rows.
     *
     * @param rows the rows of the block, and any others
     * @param block the numbers to choose from
     * @param now our clock, in Unix milliseconds
     */
    Candidates(List<StoredSlot> rows, Block block, long now) {
        Set<Long> used = new HashSet<>();
        for (StoredSlot row : rows) {
            used.add(row.worker());
            if (row.worker() < block.from() || row.worker() >= block.to()) {
                continue;
            }
            if (row.reservedUntil() <= now) {
                candidates.add(new Candidate(row.worker(), row));
            } else {
                taken.add(row);
            }
        }
        for (long worker = block.from(); worker < block.to() && candidates.size() < SPREAD; worker++) {
            if (!used.contains(worker)) {
                candidates.add(new Candidate(worker, null));
            }
        }
    }

    boolean isEmpty() {
        return candidates.isEmpty();
    }

    /** Returns how many slots are taken. */
    int taken() {
        return taken.size();
    }

    Swap draw(String owner, long until, LongUnaryOperator randomBelow) {
        Candidate drawn = candidates.get((int) randomBelow.applyAsLong(candidates.size()));
        return Swap.claim(drawn.row, new StoredSlot(drawn.worker, owner, until));
    }

    /** Returns the Unix millisecond at which the first of the taken slots is free again. */
    OptionalLong nextFree() {
        return taken.stream().mapToLong(StoredSlot::reservedUntil).min();
    }
}
