package io.github.hibernateidgen.internal.calls;

import static java.util.concurrent.TimeUnit.MINUTES;

/**
 * Decides when the next call may begin after calls were given up that have not returned. Each such call keeps a thread, and
 * often a connection, until it returns, which may be never. So the first {@value #FREE} stuck calls delay no other call, after
 * them a call begins once a minute, and after ten more once in 15 minutes: about 110 calls in a day.
 *
 * <p>Any call that returns or throws, even a stuck call, shows that the other side answers, so the next call begins at once.
 * After two such calls in a row, the calls that are still stuck count no more. After one they still count, because the other
 * side may answer some calls and never others, such as reads and writes.
 *
 * <p>The clock is passed in. Thread-safe.
 */
public final class Throttle {

    private static final int FREE = 5;

    private static final int ONCE_A_MINUTE = FREE + 10;

    private int stuck;
    private boolean returned = true;
    private long lastBegan;

    /**
     * Begins a call if a call may begin now.
     *
     * @param now a reading of {@code System::nanoTime}, or of a clock like it
     * @return whether the call may begin; if not, the caller must not make the call
     */
    public synchronized boolean begin(long now) {
        if (!returned && stuck >= FREE && now - lastBegan < pause()) {
            return false;
        }
        lastBegan = now;
        return true;
    }

    private long pause() {
        return MINUTES.toNanos(stuck < ONCE_A_MINUTE ? 1 : 15);
    }

    /** Records that a call was given up and has not returned. */
    public synchronized void giveUp() {
        stuck++;
        returned = false;
    }

    /** Records that a call has returned or thrown, in time or late. */
    public synchronized void returned() {
        stuck = returned ? 0 : stuck;
        returned = true;
    }

    /** Returns how many calls were given up and count as stuck. */
    public synchronized int stuck() {
        return stuck;
    }
}
