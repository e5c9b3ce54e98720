package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.text.WrongArgumentException;
import java.util.regex.Pattern;

/**
 * The content that a {@link ReservationStore} keeps for one worker number of a namespace.
 *
 * <p>Immutable and thread-safe.
 *
 * @param worker the worker number, 0 or more
 * @param owner the token of the write that wrote this content: 1 to 100 visible ASCII characters, never used by another
 *     write
 * @param reservedUntil the end of the ticks that may have been issued, exclusive, in Unix milliseconds. Once this end
 *     is past, the number may be claimed
 */
public record StoredSlot(long worker, String owner, long reservedUntil) {

    /** The longest owner token, in characters. */
    public static final int MAX_OWNER_LENGTH = 100;

    private static final Pattern OWNER = Pattern.compile("[!-~]{1," + MAX_OWNER_LENGTH + "}");

    /**
     * Parses a text that {@link #text()} has written.
     *
     * @param worker the worker number
     * @param text the end and the owner
     * @return the slot
     * @throws IllegalArgumentException if the text has another form
     */
    public static StoredSlot of(long worker, String text) {
        int space = text.indexOf(' ');
        try {
            return new StoredSlot(worker, text.substring(space + 1), Long.parseLong(text, 0, Math.max(0, space), 10));
        } catch (IllegalArgumentException e) {
            throw new WrongArgumentException(
                    "text [" + GivenText.shown(text) + "] of worker [" + worker
                            + "] is not an end in Unix milliseconds,"
                            + " a space and an owner",
                    "store nothing except reservations in this place",
                    e);
        }
    }

    /**
     * Parses a worker number that a store keeps as the name of a slot.
     *
     * @param name the name
     * @return the worker number
     * @throws IllegalArgumentException if the name is not a number
     */
    public static long worker(String name) {
        try {
            return Long.parseLong(name);
        } catch (NumberFormatException e) {
            throw new WrongArgumentException(
                    "name [" + GivenText.shown(name) + "] is not a worker number",
                    "store nothing except reservations in this place",
                    e);
        }
    }

    /** {@return the end, a space and the owner in ASCII, for a store that keeps text by worker number} */
    public String text() {
        return reservedUntil + " " + owner;
    }

    /**
     * Checks number and owner.
     *
     * @throws IllegalArgumentException if the number is negative, or the owner is empty, too long or has a character
     *     that a store might change
     */
    public StoredSlot {
        if (worker < 0) {
            throw new WrongArgumentException("worker number [" + worker + "] is negative", "give 0 or more");
        }
        if (!OWNER.matcher(owner).matches()) {
            throw new WrongArgumentException(
                    "owner [" + GivenText.shown(owner) + "] of worker [" + worker + "] is not made of 1 to "
                            + MAX_OWNER_LENGTH + " visible ASCII characters",
                    "give such a token");
        }
    }
}
