package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.segment.SegmentSource;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Counters outside of the database that segments come from, on one connection. Thread-safe. */
public interface SegmentCounters {

    /**
     * A counter, as one user sees it.
     *
     * @param source its segments
     * @param check throws if it can't be used; the first segment is checked so too
     */
    record Counter(SegmentSource source, Runnable check) {}

    /**
     * Makes a user of a counter; nothing is sent yet.
     *
     * @param name the counter's name
     * @param size how many numbers a segment has
     * @param first the first number, where the counter is made
     * @param mayMake whether nobody else can have numbers of it that {@code highestInUse} does not tell
     * @param highestInUse tells the highest number in use
     */
    Counter counter(String name, long size, long first, boolean mayMake, Supplier<OptionalLong> highestInUse);

    /** What a counter is called in messages. */
    String describe(String name);

    /** Closes what was opened for them, and nothing that the user has made. */
    void close();
}
