package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes the GUIDs of rows from the times at which they were made, each greater than the one before in the column's order.
 *
 * <p>It is the library's generator, for which it is always the time of the row. So rows of one tick count up, and go on in
 * the next ticks where they do not fit it; and all else is random, which is what uniqueness rests on: nothing is
 * reserved, and two runs know nothing of each other. Not thread-safe.
 */
final class PastGuids {

    private final GuidGenerator generator;
    private final Instant now;
    private Instant made = Instant.EPOCH;

    PastGuids(GuidFormat format, GuidOrder order, Instant now) {
        this.generator = new GuidGenerator(format, order, () -> made);
        this.now = now;
    }

    /** The GUID of a row; empty where it lies ahead, and so do all later rows. */
    Optional<UUID> next(Instant rowMade) {
        if (rowMade.isAfter(now)) {
            return Optional.empty();
        }
        made = rowMade;
        return Optional.of(generator.nextGuid());
    }
}
