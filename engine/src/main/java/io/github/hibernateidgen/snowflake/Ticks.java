package io.github.hibernateidgen.snowflake;

/**
 * The arithmetic of a layout's time. It converts between Unix milliseconds, ticks since the epoch, and states. A state
 * is a number that holds the tick in its high bits and the sequence in its low bits.
 *
 * @param epochMillis the start of tick 0, in Unix milliseconds
 * @param tickMillis the length of a tick, in milliseconds
 * @param maxTick the last tick that the time field holds
 * @param sequenceBits the number of bits of the sequence in a state
 */
record Ticks(long epochMillis, long tickMillis, long maxTick, int sequenceBits) {

    /** A tick beyond every time field, with room for max-ahead; a time field has 61 bits at most. */
    private static final long FARTHEST = 1L << 62;

    /**
     * Returns the tick of a Unix millisecond; negative before the epoch, above {@code maxTick} after the layout's end.
     * If a millisecond is so far from the epoch that the arithmetic could overflow, this method returns a nearer tick
     * outside of the time field.
     */
    long tick(long millis) {
        long since = millis - epochMillis;
        if ((millis >= epochMillis) != (since >= 0)) {
            since = millis >= epochMillis ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        // Ticks of 1 ms need no division. A division takes as long as all other work for an id, except reading the
        // clock.
        long tick = tickMillis == 1 ? since : Math.floorDiv(since, tickMillis);
        return Math.max(-FARTHEST, Math.min(FARTHEST, tick));
    }

    /** Returns whether the end of the last tick fits 64 bits of Unix milliseconds. */
    boolean hasEnd() {
        try {
            Math.addExact(epochMillis, Math.multiplyExact(maxTick + 1, tickMillis));
            return true;
        } catch (ArithmeticException e) {
            return false;
        }
    }

    /** Returns the Unix millisecond at which a tick starts. */
    long millis(long tick) {
        return epochMillis + tick * tickMillis;
    }

    /** Returns the Unix millisecond at which the tick of a state starts. */
    long millisOf(long state) {
        return millis(tickOf(state));
    }

    long tickOf(long state) {
        return state >>> sequenceBits;
    }

    /**
     * Returns the first state of a tick, with sequence 0. A tick before the epoch counts as tick 0, and a tick after
     * the layout's end as the first tick after the end, so that the result does not overflow.
     */
    long firstState(long tick) {
        return Math.max(0, Math.min(tick, maxTick + 1)) << sequenceBits;
    }
}
