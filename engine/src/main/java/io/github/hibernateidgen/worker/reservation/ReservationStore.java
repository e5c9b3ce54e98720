package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.Nullable;

/**
 * Stores {@link StoredSlot}s durably. It is the extension point for other databases and services.
 *
 * <p>The protocol requires this of a store:
 *
 * <ul>
 *   <li>{@link #compareAndSet} is atomic on one slot.
 *   <li>Once it has returned true, no failure may bring back the content that it replaced, or an older content of the slot.
 *       Only writes that were confirmed less than {@link ReservationTerms#settle()} ago may be lost. A store that loses other
 *       writes can give the same number to two processes.
 *   <li>For each slot, {@link #read} returns the committed content at some moment after the call began. So it shows each write
 *       that was confirmed before the call, or a later write. Slots may be read at different moments. A read may show a write
 *       that a failover can still lose: a database may show a commit while it waits for a synchronous replica.
 *   <li>Once another server has taken over, the old server confirms no write and answers no read.
 * </ul>
 *
 * <p>No tick is issued because of a read alone. If {@code settle} is zero, a read that shows an older content makes no
 * duplicate: the next {@link #compareAndSet} is not applied, or the process gives up its number without need. If {@code
 * settle} is longer, such a read can make a duplicate: it may show a write as kept that a failover has lost. So all calls go to
 * the server that accepts the writes, and none to a replica or a cache.
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
     * Returns the slots of some worker numbers, with the committed content at some moment after this call began, and the
     * store's own clock if the store has one. A process compares its clock with the store's clock before it claims a number, so
     * that a process with a wrong clock reserves no number. Uniqueness does not depend on the clock.
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
