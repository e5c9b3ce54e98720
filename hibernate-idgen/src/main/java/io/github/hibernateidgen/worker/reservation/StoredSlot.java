package io.github.hibernateidgen.worker.reservation;

import java.util.regex.Pattern;

/**
 * What a {@link ReservationStore} keeps of one worker number of a namespace.
 *
 * <p>Immutable and thread-safe.
 *
 * @param worker the worker number, 0 or more
 * @param owner the token of the write that made this: 1 to 100 visible ASCII characters, never used by another write
 * @param reservedUntil the end of the ticks that may have been issued, exclusive, in Unix milliseconds. Once it is
 *     past, the number may be claimed
 */
public record StoredSlot(long worker, String owner, long reservedUntil) {

    /** The longest owner token, in characters. */
    public static final int MAX_OWNER_LENGTH = 100;

    private static final Pattern OWNER = Pattern.compile("[!-~]{1," + MAX_OWNER_LENGTH + "}");

    /**
     * Checks number and owner.
     *
     * @throws IllegalArgumentException if the number is negative, or the owner is empty, too long or has a character
     *     that a store might change
     */
    public StoredSlot {
        if (worker < 0) {
            throw new IllegalArgumentException("worker number [" + worker + "] is negative; give 0 or more");
        }
        if (!OWNER.matcher(owner).matches()) {
            throw new IllegalArgumentException("owner [" + owner + "] of worker [" + worker + "] is not made of 1 to "
                    + MAX_OWNER_LENGTH + " visible ASCII characters; give such a token");
        }
    }
}
