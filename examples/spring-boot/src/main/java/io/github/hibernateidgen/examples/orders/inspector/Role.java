package io.github.hibernateidgen.examples.orders.inspector;

import java.util.Locale;

/** The purpose of a bit in an id. The page has a colour for each purpose. */
public enum Role {
    /** Always 0: the sign, and the unused high bits of a narrow layout. */
    UNUSED,
    TIME,
    WORKER,
    LANE,
    ENTITY,
    SHARD,
    SCATTER,
    SEQUENCE,
    COUNTER,
    RANDOM,
    /** Version and variant of RFC 9562. */
    FIXED,
    /** A bit of a GUID without a known meaning. */
    OTHER;

    /** Returns the class in the style sheet. */
    public String css() {
        return name().toLowerCase(Locale.ROOT);
    }
}
