package io.github.hibernateidgen.examples.orders.inspector;

import java.util.Locale;

/** What a bit of an id is for; the page gives each its colour. */
public enum Role {
    /** Always 0: the sign, and what a narrow layout leaves free. */
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
    /** A bit of a GUID that carries nothing we can read. */
    OTHER;

    /** The class in the style sheet. */
    public String css() {
        return name().toLowerCase(Locale.ROOT);
    }
}
