package io.github.hibernateidgen.redis;

import org.jspecify.annotations.Nullable;

/**
 * A counter in a store that may lose writes. It has the highest number that was handed out, and a token that is created
 * together with the counter. A different token means that the counter was replaced. A missing token means that the counter
 * was lost or set back. Each call is atomic.
 */
interface Counter {

    /**
     * The content of the store.
     *
     * @param value the highest number that was handed out, 0 or more; null if the store has no such number
     * @param token the token; null if the store has no token
     * @param made whether the call that returns this state has created the counter
     */
    record State(@Nullable Long value, @Nullable String token, boolean made) {}

    /** The outcome of an addition. */
    enum Outcome {
        /** The counter handed out the numbers. */
        ADDED,
        /** The token is different or missing. */
        REPLACED,
        /** The value was below a value that the store had reached, so the store has lost writes. */
        SET_BACK
    }

    /**
     * The store's answer to an addition.
     *
     * @param outcome the outcome
     * @param value the highest number that was handed out; 0 if no numbers were added
     * @param mark the mark that the store has left; null if no mark was requested, or if no numbers were added
     */
    record Addition(Outcome outcome, long value, @Nullable String mark) {}

    /**
     * Reads the counter. Creates it if the store has neither a value nor a token.
     *
     * @param beginning the value of a new counter; null to create no counter
     * @param token the beginning of the token of a new counter. The store adds a stamp, which differs if the same request
     *     creates a counter twice
     */
    State open(@Nullable Long beginning, String token);

    /**
     * Hands out the next numbers, up to the returned value. If the value was set back, removes the token so that every other
     * process notices.
     *
     * @param token the token that the counter must have
     * @param reached a value that the store had reached; a lower value in the store means that writes were lost
     * @param size how many numbers to hand out
     * @param mark the beginning of a mark that distinguishes these numbers from the same numbers that were handed out after a
     *     loss; null for no mark. The store adds a stamp, which differs if the same request hands out numbers twice
     */
    Addition add(String token, long reached, long size, @Nullable String mark);

    /**
     * Removes the mark of numbers that were handed out. Returns whether the mark was still there, which proves that the
     * store has not lost the addition. A second call returns false.
     *
     * @param token the token that the counter must have
     * @param value the value that the addition returned
     * @param mark the mark that the addition returned
     */
    boolean removeMark(String token, long value, String mark);

    /** Returns the name of the counter for messages. */
    String describe();

    /** Returns the command that corrects the counter. */
    String repair(long value, String token);
}
