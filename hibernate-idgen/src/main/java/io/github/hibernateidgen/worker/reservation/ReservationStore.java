package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.Nullable;

/**
 * Stores {@link StoredSlot}s durably. It is the extension point for other databases and services.
 *
 * <p>The protocol needs only this: {@link #compareAndSet} is atomic on one slot, and once it has returned true, neither its
 * write nor the content that it replaced is ever lost, whatever fails. A store that can lose a confirmed write can hand out
 * one number twice. {@link #read} need not be a snapshot and may be late: for each slot it returns some content that was
 * once written and committed. It may return a write that a failover can still lose, as databases do that show a commit while
 * they wait for a synchronous replica: no tick is issued because of a read.
 *
 * <p>Either method may throw any {@link RuntimeException}. Then the protocol does not know whether a write happened, and
 * reads the slot. Implementations are thread-safe. Calls come from background threads of each {@link
 * ReservedWorkerSource}, which belong to no transaction, one at a time, and may block. A call that has not returned within
 * 10 s, or within a sixth of the window while a number is held, counts as failed: its answer is dropped, and the next call is
 * made, even if this one continues.
 *
 * <p>A store connects when it is first asked, so that neither a start nor a close waits for it. If this library has made the
 * store, from the name of its class, and the store is {@link AutoCloseable}, this library closes the store once the number is
 * released.
 */
public interface ReservationStore {

    /**
     * Returns the committed slots of some worker numbers, and the store's own clock if the store has one. A process compares
     * its clock with the store's clock before it claims a number; a process with a clock that is far off reserves no number.
     * Uniqueness does not depend on the clock.
     *
     * @param namespace the namespace
     * @param from the first worker number, 0 or more
     * @param to the worker number after the last one
     * @return the slots that were ever written, one for each worker number; a store that finds two slots of one number throws
     */
    StoredSlots read(String namespace, long from, long to);

    /**
     * Replaces the content of one slot if both its owner and its end equal the values that the caller expects.
     *
     * @param namespace the namespace
     * @param expected the content to be replaced; null for a slot that was never written
     * @param update the new content, of the same worker number
     * @return true if this call has written the update; false if the slot has another content; a {@link #read} follows then.
     *     If the same call sent before has written the update, a store may return true as well, but only if its reads are
     *     durable: what they show is never lost. Ticks are issued because of this answer
     */
    boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update);

    /**
     * Names the store in messages.
     *
     * @return for example {@code JDBC table idgen_worker}
     */
    String describe();
}
