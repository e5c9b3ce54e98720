package io.github.hibernateidgen.segment;

/** Computes how many segments to keep ahead from how long the last one lasted. */
final class Prefetch {

    private Prefetch() {}

    /**
     * Returns as many as last for the target, but at most twice and at least half as many as before, so that one burst or
     * one pause changes the number little.
     *
     * @param before the number so far
     * @param lasted how long the last segment lasted, in nanoseconds, without the time in which callers waited for the next
     * @param target how long those ahead should last, in nanoseconds
     * @param most the highest number
     */
    static int next(int before, long lasted, long target, int most) {
        long wanted = (target + Math.max(1, lasted) - 1) / Math.max(1, lasted);
        long bounded = Math.min(Math.max(wanted, before / 2), 2L * before);
        return (int) Math.max(1, Math.min(bounded, most));
    }
}
