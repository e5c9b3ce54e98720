package io.github.hibernateidgen.internal.calls;

import static java.util.concurrent.TimeUnit.MINUTES;

/**
 * Decides when the next call may begin after calls were given up that have not returned. Each such call keeps a thread, and
 * often a connection, until it returns, which may be never. So the first {@value #FREE} stuck calls delay no other call, after
 * them a call begins once a minute, and after ten more once in 15 minutes: about 110 calls in a day.
 *
 * <p>Any call that returns or throws, even a stuck call, shows that the other side answers, and ends the delays. Calls that are
 * still stuck then count no more.
 *
 * <p>The clock is passed in. Thread-safe.
 */
public final class Throttle {

    private static final int FREE = 5;

    private static final int ONCE_A_MINUTE = FREE + 10;

    private int stuck;
    private boolean begun;
    private long lastBegan;

    /**
     * Begins a call if a call may begin now.
     *
     * @param now a reading of {@code System::nanoTime}, or of a clock like it
     * @return whether the call may begin; if not, the caller must not make the call
     */
    public synchronized boolean begin(long now) {
        if (begun && now - lastBegan < pause()) {
            return false;
        }
        begun = true;
        lastBegan = now;
        return true;
    }

    private long pause() {
        if (stuck < FREE) {
            return 0;
        }
        return MINUTES.toNanos(stuck < ONCE_A_MINUTE ? 1 : 15);
    }

    /** Records that a call was given up and has not returned. */
    public synchronized void giveUp() {
        stuck++;
    }

    /** Records that a call has returned or thrown, in time or late. */
    public synchronized void returned() {
        stuck = 0;
    }

    /** Returns how many calls were given up since a call returned or threw. */
    public synchronized int stuck() {
        return stuck;
    }
}
