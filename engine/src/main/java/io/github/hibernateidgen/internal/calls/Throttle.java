package io.github.hibernateidgen.internal.calls;

import static java.util.concurrent.TimeUnit.MINUTES;

/**
 * Decides when the next call may begin after calls were given up that have not returned. Each such call keeps a thread, and
 * often a connection, until it returns, which may be never. So the first {@value #FREE} stuck calls delay no other call, after
 * them a call begins once a minute, and after ten more once in 15 minutes: about 110 calls in a day.
 *
 * <p>A call that returns or throws in time shows that the other side answers, so the next call begins at once. The stuck calls
 * still count, because the other side may answer some calls and never others, such as reads and writes. A stuck call counts until
 * it returns late. One stuck call is forgotten in each 15 minutes, so that calls that never return do not delay others for ever.
 *
 * <p>The clock is passed in. Thread-safe.
 */
public final class Throttle {

    private static final int FREE = 5;

    private static final int ONCE_A_MINUTE = FREE + 10;

    private static final long LONGEST_PAUSE = MINUTES.toNanos(15);

    private int stuck;
    private boolean returned = true;
    private long lastBegan;
    private long lastForgot;

    /**
     * Begins a call if a call may begin now.
     *
     * @param now a reading of {@code System::nanoTime}, or of a clock like it
     * @return whether the call may begin; if not, the caller must not make the call
     */
    public synchronized boolean begin(long now) {
        forget(now);
        if (!returned && stuck >= FREE && now - lastBegan < pause()) {
            return false;
        }
        lastBegan = now;
        return true;
    }

    private void forget(long now) {
        if (stuck <= 0) {
            stuck = 0;
            lastForgot = now;
        }
        for (; stuck > 0 && now - lastForgot >= LONGEST_PAUSE; lastForgot += LONGEST_PAUSE) {
            stuck--;
        }
    }

    private long pause() {
        return stuck < ONCE_A_MINUTE ? MINUTES.toNanos(1) : LONGEST_PAUSE;
    }

    /** Records that a call was given up and has not returned. */
    public synchronized void giveUp() {
        stuck++;
        returned = false;
    }

    /** Records that a call has returned or thrown in time. */
    public synchronized void returned() {
        returned = true;
    }

    /** Records that a call has returned or thrown after it was given up. This may come before {@link #giveUp()}. */
    public synchronized void returnedLate() {
        stuck--;
    }

    /** Returns how many calls were given up and count as stuck. */
    public synchronized int stuck() {
        return Math.max(0, stuck);
    }
}
