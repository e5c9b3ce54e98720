package io.github.hibernateidgen.snowflake;

/** Lets a thread wait; tests pass one that moves their clock. */
@FunctionalInterface
interface Sleeper {

    /** Returns after at least so many nanoseconds. */
    void sleep(long nanos) throws InterruptedException;
}
