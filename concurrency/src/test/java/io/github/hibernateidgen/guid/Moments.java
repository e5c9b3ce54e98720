package io.github.hibernateidgen.guid;

import java.time.Instant;

/** When the cells of a {@link GuidGenerator} are looked at. */
final class Moments {

    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    /** From here on states are kept in the second cell. */
    static final Instant END = Instant.ofEpochMilli(0xFFFF_0000_0000L);

    static final Instant BEFORE_THE_END = END.minusMillis(1);

    private Moments() {}

    static long firstState(Instant instant) {
        return GuidFormat.RFC_9562.state(instant);
    }
}
