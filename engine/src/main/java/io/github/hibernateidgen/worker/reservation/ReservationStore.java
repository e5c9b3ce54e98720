package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.Nullable;

/**
 * Stores {@link StoredSlot}s durably. It is the extension point for other databases and services.
 *
 * <p>The protocol requires that {@link #compareAndSet} is atomic on one slot. Once it has returned true, no failure may
 * bring back the content that it replaced, or an older content of the slot. A store that can lose a confirmed write can
 * give the same number to two processes, unless {@link ReservationTerms#settle()} is long enough. {@link #read} need
 * not be a snapshot and may be late: for each slot it returns some content that was once written and committed. It may
 * return a write that a failover can still lose: a database may show a commit while it waits for a synchronous replica.
 * No tick is issued because of a read alone.
 *
 * <p>Either method may throw any {@link RuntimeException}. Then the protocol does not know whether a write happened,
 * and reads the slot. Implementations are thread-safe. Each {@link ReservedWorkerSource} makes one call at a time, from
 * background threads that belong to no transaction. A call may block. A call counts as failed if it has not returned
 * within 10 s, or within a sixth of the window if that is less and a number is held. The answer of such a call is
 * dropped, and the next call is made even while the failed call still runs. In a {@code JdbcReservationStore}, the
 * wait for a connection comes on top, and the statement of a failed call is cancelled.
 *
 * <p>A store connects on its first call, so that neither a start nor a close waits for the connection. If this library
 * has made the store from a class name, and the store is {@link AutoCloseable}, this library closes the store once the
 * number is released.
 */
public interface ReservationStore {

    /**
     * Returns the committed slots of some worker numbers, and the store's own clock if the store has one. A process
     * compares its clock with the store's clock before it claims a number, so that a process with a wrong clock
     * reserves no number. Uniqueness does not depend on the clock.
     *
     * @param namespace the namespace
     * @param from the first worker number, 0 or more
     * @param to the end, exclusive
     * @return the slots that were ever written, at most one for each worker number; a store that finds two slots of one
     *     number throws
     */
    StoredSlots read(String namespace, long from, long to);

    /**
     * Replaces the content of one slot if its owner and its end both equal the expected content.
     *
     * @param namespace the namespace
     * @param expected the content to be replaced; null for a slot that was never written
     * @param update the new content, of the same worker number
     * @return true if this call has written the update; false if the slot has another content, in which case a {@link
     *     #read} follows. A store that never loses a slot that its reads have shown may also return true if an earlier,
     *     equal call has written the update. Ticks are issued after {@code true}
     */
    boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update);

    /**
     * Names the store in messages.
     *
     * @return for example {@code JDBC table idgen_worker}
     */
    String describe();
}
