package io.github.hibernateidgen.segment;

/** A clock that only goes forward, as {@link System#nanoTime()} does. */
@FunctionalInterface
public interface NanoClock {

    /** {@return nanoseconds since some instant} */
    long nanos();
}
