package io.github.hibernateidgen.guid;

import java.time.Instant;

/** The clock times of the races on a {@link GuidGenerator}. */
final class Moments {

    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    /** From this instant on, states are in the second cell. */
    static final Instant END = Instant.ofEpochMilli(0xFFFF_0000_0000L);

    static final Instant BEFORE_THE_END = END.minusMillis(1);

    private Moments() {}

    static long firstState(Instant instant) {
        return GuidFormat.RFC_9562.state(instant);
    }
}
