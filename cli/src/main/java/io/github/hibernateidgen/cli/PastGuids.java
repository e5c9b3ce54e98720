package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes GUIDs for rows from the times at which the rows were made. Each GUID is greater in the column's order than the GUID
 * before it.
 *
 * <p>The library's generator makes the GUIDs, on a clock that shows the time of the row. Rows of the same tick get ascending
 * counters, and continue in later ticks if a tick is full. All other bits are random. Uniqueness depends on these random
 * bits alone: no number is reserved, and two runs are independent. Not thread-safe.
 */
final class PastGuids {

    private final GuidGenerator generator;
    private final Instant now;
    private Instant made = Instant.EPOCH;

    PastGuids(GuidFormat format, GuidOrder order, Instant now) {
        this.generator = new GuidGenerator(format, order, () -> made);
        this.now = now;
    }

    /** Returns the GUID of a row; empty if the row's time is in the future, as for all later rows. */
    Optional<UUID> next(Instant rowMade) {
        if (rowMade.isAfter(now)) {
            return Optional.empty();
        }
        made = rowMade;
        return Optional.of(generator.nextGuid());
    }
}
