package io.github.hibernateidgen.snowflake;

/**
 * The arithmetic of a layout's time: Unix milliseconds, ticks since the epoch, and states, which are a tick above a
 * sequence.
 *
 * @param epochMillis where tick 0 starts
 * @param tickMillis how long a tick lasts
 * @param maxTick the last tick that the time field holds
 * @param sequenceBits how many bits of a state are its sequence
 */
record Ticks(long epochMillis, long tickMillis, long maxTick, int sequenceBits) {

    /** A tick beyond every time field, which has 61 bits at most, with room for max-ahead. */
    private static final long FARTHEST = 1L << 62;

    /**
     * Returns the tick that a Unix millisecond falls into; negative before the epoch, past the field after the end. A
     * millisecond so far from the epoch that arithmetic could overflow counts as a nearer one outside the field.
     */
    long tick(long millis) {
        long since = millis - epochMillis;
        if ((millis >= epochMillis) != (since >= 0)) {
            since = millis >= epochMillis ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        // A division takes a processor as long as all the rest of an id but the clock.
        long tick = tickMillis == 1 ? since : Math.floorDiv(since, tickMillis);
        return Math.max(-FARTHEST, Math.min(FARTHEST, tick));
    }

    /** Returns whether the tick after the last one starts at a number of milliseconds. */
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
     * Returns the first state of a tick: the tick above a sequence of 0. A tick outside the layout counts as the nearest
     * tick in it, so that nothing overflows.
     */
    long firstState(long tick) {
        return Math.max(0, Math.min(tick, maxTick + 1)) << sequenceBits;
    }
}
