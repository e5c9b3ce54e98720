package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.segment.SegmentSource;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Counters outside of the database that give segments, on one connection. Thread-safe. */
public interface SegmentCounters {

    /**
     * The segments of one counter, and a check of it.
     *
     * @param check throws if the counter can't be used; it also runs before the first segment
     */
    record CheckedSource(SegmentSource source, Runnable check) {}

    /**
     * Makes a source on a counter without sending anything.
     *
     * @param first the first number of a counter that is created
     * @param mayMake whether a missing counter may be created: only if {@code highestInUse} covers all numbers that anyone
     *     has from it
     * @param highestInUse reads the highest number in use
     */
    CheckedSource counter(String name, long size, long first, boolean mayMake, Supplier<OptionalLong> highestInUse);

    /** Returns the name of a counter in messages. */
    String describe(String name);

    /** Closes what was opened for the counters, but nothing that belongs to the user. */
    void close();
}
