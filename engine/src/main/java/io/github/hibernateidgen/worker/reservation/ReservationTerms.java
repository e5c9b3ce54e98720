package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.text.WrongArgumentException;
import io.github.hibernateidgen.worker.WorkerRange;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The terms on which a process reserves its worker number.
 *
 * <p>Immutable and thread-safe.
 *
 * @param namespace the namespace, in which worker numbers are unique; all processes that write the same tables must use
 *     the same namespace. 1 to 100 of the characters {@code A-Z a-z 0-9 . _ -}; the first is a letter or digit
 * @param window how far ahead ticks are reserved, 1 s to 24 h. While the store is down, ids can be made for at least
 *     two thirds of the window, less {@code settle}. The number of a killed process stays reserved for at most the sum of
 *     the window, max-ahead and a tick. The reservation is renewed when a third of the window has passed
 * @param timeout how long a caller waits for the store, 1 ms to 10 min. A caller waits when the first id claims the number,
 *     after the process has paused for longer than the window, and in {@link ReservedWorkerSource#close()}, which waits at most
 *     2 s
 * @param maxSkew how far this process's clock may be from the store's clock when a number is claimed, if the store has
 *     a clock; 1 s to 8760 h. If the clocks are further apart, no number is claimed. Uniqueness does not depend on this
 *     limit
 * @param settle the greatest age of a confirmed write that the store may lose in a failover or a crash: from 0, if the
 *     store never loses a confirmed write, to a third of the window. A reservation is used once a read, sent this long
 *     after the confirmation, has shown that the store still has the reservation. For their first id, callers may wait
 *     this much longer than {@code timeout}
 * @param range the range of worker numbers that this process may take. If different stores are used for the same
 *     tables, their ranges must have no number in common
 */
public record ReservationTerms(
        String namespace, Duration window, Duration timeout, Duration maxSkew, Duration settle, WorkerRange range) {

    // Declared before DEFAULT, because the constructor of DEFAULT reads NAMESPACE.
    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /**
     * Namespace {@code default}, a window of 60 s, a timeout of 10 s, a skew of at most 1 h, a store that loses no
     * confirmed write, and all worker numbers.
     */
    public static final ReservationTerms DEFAULT = new ReservationTerms(
            "default",
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofHours(1),
            Duration.ZERO,
            WorkerRange.ALL);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public ReservationTerms {
        if (!NAMESPACE.matcher(namespace).matches()) {
            throw new WrongArgumentException(
                    "namespace [" + GivenText.shown(namespace) + "] is not a name",
                    "give 1 to 100 of the characters A-Z a-z 0-9 . _ -, the first a letter or digit");
        }
        Duration second = Duration.ofSeconds(1);
        Duration third = window.dividedBy(3);
        String longest = third.toString().substring(2).toLowerCase(Locale.ROOT);
        requireInRange("window", window, second, Duration.ofHours(24), "1s to 24h");
        requireInRange("timeout", timeout, Duration.ofMillis(1), Duration.ofMinutes(10), "1ms to 10m");
        requireInRange("max-skew", maxSkew, second, Duration.ofDays(365), "1s to 8760h");
        requireInRange("settle, at most a third of the window,", settle, Duration.ZERO, third, "0s to " + longest);
    }

    /**
     * Returns the same terms in another namespace.
     *
     * @param other the namespace
     * @return the terms
     * @throws IllegalArgumentException if the text is not a valid namespace
     */
    public ReservationTerms withNamespace(String other) {
        return new ReservationTerms(other, window, timeout, maxSkew, settle, range);
    }

    /**
     * Returns the same terms with another window.
     *
     * @param other the window
     * @return the terms
     * @throws IllegalArgumentException if the value is out of range
     */
    public ReservationTerms withWindow(Duration other) {
        return new ReservationTerms(namespace, other, timeout, maxSkew, settle, range);
    }

    /**
     * Returns the same terms with another timeout.
     *
     * @param other the timeout
     * @return the terms
     * @throws IllegalArgumentException if the value is out of range
     */
    public ReservationTerms withTimeout(Duration other) {
        return new ReservationTerms(namespace, window, other, maxSkew, settle, range);
    }

    /**
     * Returns the same terms with another bound on the skew of clocks.
     *
     * @param other the greatest skew
     * @return the terms
     * @throws IllegalArgumentException if the value is out of range
     */
    public ReservationTerms withMaxSkew(Duration other) {
        return new ReservationTerms(namespace, window, timeout, other, settle, range);
    }

    /**
     * Returns the same terms for a store that may lose its last writes.
     *
     * @param other the greatest age of a confirmed write that the store may lose
     * @return the terms
     * @throws IllegalArgumentException if the value is out of range
     */
    public ReservationTerms withSettle(Duration other) {
        return new ReservationTerms(namespace, window, timeout, maxSkew, other, range);
    }

    /**
     * Returns the same terms for a range of worker numbers.
     *
     * @param other the range
     * @return the terms
     */
    public ReservationTerms withRange(WorkerRange other) {
        return new ReservationTerms(namespace, window, timeout, maxSkew, settle, other);
    }

    /** Returns the namespace and its store for messages, with the range unless it is {@link WorkerRange#ALL}. */
    String place(String store) {
        return "namespace [" + namespace + "] in [" + store + "]"
                + (range.equals(WorkerRange.ALL) ? "" : " with the range [" + range + "]");
    }

    private static void requireInRange(String term, Duration value, Duration min, Duration max, String range) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new WrongArgumentException(term + " [" + value + "] is out of range", "give " + range);
        }
    }
}
