package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes GUIDs for rows from the times at which the rows were made. Each GUID is greater in the given order than the GUID before
 * it.
 *
 * <p>The library's generator makes the GUIDs, on a clock that shows the time of the row. Rows of the same tick get ascending
 * counters, which start at a random number (the format {@code EF_CORE} has no counter: each further row adds a tick). If a
 * tick is full, further rows get GUIDs of later ticks. All other bits except the fixed bits of the format are random. No
 * number is reserved, so only the random bits keep the GUIDs of two runs apart. Not thread-safe.
 */
final class PastGuids {

    private final GuidGenerator generator;
    private final Instant now;
    private Instant made = Instant.EPOCH;

    PastGuids(GuidFormat format, GuidOrder order, Instant now) {
        this.generator = new GuidGenerator(format, order, () -> made);
        this.now = now;
    }

    /** Returns the GUID of a row, or empty if the time of the row is after the time of the command. */
    Optional<UUID> next(Instant rowMade) {
        if (rowMade.isAfter(now)) {
            return Optional.empty();
        }
        made = rowMade;
        return Optional.of(generator.nextGuid());
    }
}
