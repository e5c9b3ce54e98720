package io.github.hibernateidgen.examples.orders.inspector;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.util.Optional;

/** A way to read an id that the user may choose. With the empty name, the form of the text decides. */
public record Reading(String name, String label) {

    static Reading of(SnowflakeLayout layout) {
        return new Reading(layout.name(), "Snowflake, layout " + layout.name());
    }

    static Reading of(GuidRanking ranking) {
        return new Reading(ranking.name(), "GUID, order " + ranking.name());
    }

    static Optional<GuidRanking> ranking(String name) {
        for (GuidRanking ranking : GuidRanking.values()) {
            if (ranking.name().equals(name)) {
                return Optional.of(ranking);
            }
        }
        return Optional.empty();
    }
}
