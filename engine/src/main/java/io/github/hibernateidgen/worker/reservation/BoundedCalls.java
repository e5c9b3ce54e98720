package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.internal.calls.BoundedCall.Step;
import io.github.hibernateidgen.internal.calls.Throttle;
import io.github.hibernateidgen.worker.reservation.ReservationFailure.Help;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls a store, one call at a time, and gives up a call that takes too long. A driver can wait for ever for a server that has
 * vanished. The answer of such a call is dropped, and another call can be made.
 *
 * <p>So a call that was given up can still run while the next call is made. For the protocol, it is a request that the store
 * receives late. This is safe: only a compare-and-set writes, and only if the row still has the expected content.
 *
 * <p>Calls come from one thread at a time; {@link #giveUp()} may come from any thread.
 */
final class BoundedCalls {

    private static final String NONE =
            "check whether all connections to it are in use, or no new connection can be made,"
                    + " as when its server is stopped";
    private static final String SILENT = "check whether the network or a firewall drops packets, or a pooler before the"
            + " server has no server free";
    private static final String LOCKED =
            "check whether another transaction locks its rows, or its server is overloaded";

    private final String store;
    private final String threadName;
    private final Duration longest;
    private final LongSupplier nanoTime;
    private final Throttle throttle = new Throttle();
    private volatile @Nullable BoundedCall<?> underWay;
    private volatile boolean givenUp;

    BoundedCalls(String store, String threadName, Duration longest, LongSupplier nanoTime) {
        this.store = store;
        this.threadName = threadName;
        this.longest = longest;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns the time limit of a call. While a number is reserved, the limit is at most a sixth of the window. A
     * renewal is due when two thirds of the window are left, so a store that hangs is reported while ids can still be
     * made.
     *
     * @param window the window of the reservation; null without a reservation
     */
    Duration limit(@Nullable Duration window) {
        Duration sixth = window == null ? longest : window.dividedBy(6);
        return sixth.compareTo(longest) < 0 ? sixth : longest;
    }

    /**
     * Makes a call in another thread and waits for it. An interrupt does not end the wait.
     *
     * @param limit how long the call may take, without its waits for a connection
     * @param patience how long the call may wait for a connection
     * @param onWait gets a failure to report if the call waits for a connection for longer than the limit, and waits on
     * @throws ReservationStoreException if the call has not returned in time or was given up, or is not made because too
     *     many earlier calls have not returned
     */
    <T> T make(Duration limit, Duration patience, Supplier<T> call, Consumer<RuntimeException> onWait) {
        if (!throttle.begin(nanoTime.getAsLong())) {
            throw failure(
                    " is called once a minute or less often, because [" + throttle.stuck()
                            + "] calls have not returned",
                    "check whether its server answers on every open connection, and give the driver a network timeout");
        }
        BoundedCall<T> made = new BoundedCall<>(threadName, limit, call, throttle::returnedLate);
        underWay = made;
        if (givenUp) {
            made.abandon();
        }
        boolean stuck = false;
        try {
            made.start();
            return made.await(patience, () -> onWait.accept(waits(made, limit)));
        } catch (TimeoutException e) {
            stuck = true;
            throw givenUp
                    ? failure(" has not answered, and the wait for it has ended", "")
                    : silence(made, limit, patience);
        } finally {
            underWay = null;
            if (stuck) {
                throttle.giveUp();
            } else {
                throttle.returned();
            }
        }
    }

    private ReservationStoreException waits(BoundedCall<?> call, Duration limit) {
        return call.step() == Step.ASKS
                ? failure(
                        " has lent a connection on which no server has answered for [" + limit.toMillis()
                                + " ms], and the request still waits",
                        SILENT)
                : failure(
                        " has given no connection for [" + limit.toMillis()
                                + " ms], and the request still waits for it",
                        none(call));
    }

    private ReservationStoreException failure(String rule, String remedy) {
        return new ReservationStoreException(store + rule, remedy, Help.STORE, false, null);
    }

    private static String none(BoundedCall<?> call) {
        String why = call.why();
        return why == null ? NONE : why;
    }

    private ReservationStoreException silence(BoundedCall<?> call, Duration limit, Duration patience) {
        Step step = call.step();
        if (step == null) {
            return failure(
                    " has not answered within [" + limit.toMillis() + " ms]",
                    "check whether its server is overloaded or stopped, or the network drops packets");
        }
        return switch (step) {
            case WAITS -> failure(" has given no connection within [" + patience.toMillis() + " ms]", none(call));
            case ASKS ->
                failure(
                        " has lent a connection on which no server has answered in time, for longer than ["
                                + limit.toMillis() + " ms]",
                        SILENT);
            case SENDS ->
                failure(
                        " has a server that answers on the connection, but has not answered the request within ["
                                + limit.toMillis() + " ms]",
                        LOCKED);
        };
    }

    /**
     * Returns what the running call waits for, as advice to a caller who waits no longer. Calls no foreign code, since the caller
     * may hold a lock.
     */
    String advice() {
        BoundedCall<?> call = underWay;
        Step step = call == null ? null : call.step();
        if (step == null) {
            return "check whether the store is overloaded, or all connections to it are in use";
        }
        return switch (step) {
            case WAITS -> "the request waits for a connection: " + NONE;
            case ASKS -> "no server answers on the connection of the request: " + SILENT;
            case SENDS -> "the request was sent: " + LOCKED;
        };
    }

    /** Gives up the running call, whose statement is cancelled, and all later calls. */
    void giveUp() {
        givenUp = true;
        BoundedCall<?> current = underWay;
        if (current != null) {
            current.abandon();
        }
    }
}
