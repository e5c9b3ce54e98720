package io.github.hibernateidgen.redis;

import org.jspecify.annotations.Nullable;

/**
 * A counter in a store that may lose writes: the highest number that was handed out, and a token that was made with it.
 * Another token, or none, means another counter. Each call is atomic.
 */
interface Counter {

    /**
     * The content of the store.
     *
     * @param value the highest number that was handed out, 0 or more; null where there is no such number
     * @param token the token; null where there is none
     */
    record State(@Nullable Long value, @Nullable String token) {}

    /** The outcome of an addition. */
    enum Outcome {
        /** The numbers are ours. */
        ADDED,
        /** The token is another one, or gone. */
        REPLACED,
        /** The value was below one that the store has given: it has lost writes. */
        SET_BACK
    }

    /**
     * The store's answer to an addition.
     *
     * @param outcome the outcome
     * @param value the highest number that was handed out; 0 where nothing was added
     */
    record Addition(Outcome outcome, long value) {}

    /**
     * Reads the counter.
     *
     * @param beginning what it begins with, if there is nothing at all; null to make none
     * @param token the token of the one that is made
     */
    State open(@Nullable Long beginning, String token);

    /**
     * Hands out the next numbers, up to the value that it returns. If the value was set back, it removes the token, so that
     * every other process notices.
     *
     * @param token the token that the counter must have
     * @param given what the value must not be below
     * @param size how many numbers
     * @param mark what tells these numbers from the same ones that another was given after a loss; null to leave none
     */
    Addition add(String token, long given, long size, @Nullable String mark);

    /**
     * Removes the mark of numbers that were handed out, and returns whether it was there: whether they still are handed out. A
     * second call no longer finds it.
     *
     * @param token the token that the counter must have
     * @param value what the addition has answered
     * @param mark the mark that it has left
     */
    boolean removeMark(String token, long value, String mark);

    /** Names the counter in messages. */
    String describe();

    /** Returns the command that corrects the counter. */
    String repair(long value, String token);
}
