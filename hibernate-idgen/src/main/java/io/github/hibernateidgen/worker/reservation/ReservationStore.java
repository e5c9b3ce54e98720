package io.github.hibernateidgen.worker.reservation;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
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
 * made, even if this one continues. If Hibernate validates the schema, one {@link #read} comes from the thread that makes the session factory.
 */
public interface ReservationStore {

    /**
     * Returns the committed slots of a namespace.
     *
     * @param namespace the namespace
     * @return those ever written, in any sequence, one for each worker number; a store that finds two of one number throws
     */
    List<StoredSlot> read(String namespace);

    /**
     * Returns the committed slots of some worker numbers. This library calls this method to see what became of a write.
     * Unless overridden, it reads all slots of the namespace and drops the others. A store that wraps another passes all
     * three methods of reading on.
     *
     * @param namespace the namespace
     * @param from the first worker number, 0 or more
     * @param to the worker number after the last one
     * @return as {@link #read(String)} does
     */
    default List<StoredSlot> read(String namespace, long from, long to) {
        return read(namespace).stream()
                .filter(slot -> slot.worker() >= from && slot.worker() < to)
                .toList();
    }

    /**
     * Returns what {@link #read(String, long, long)} returns, and passes on the store's own clock. This library calls this
     * method before a claim. Override it where one request can bring both; unless overridden, it asks for {@link #millis}
     * first.
     *
     * @param namespace the namespace
     * @param from the first worker number, 0 or more
     * @param to the worker number after the last one
     * @param clock takes the store's clock in Unix milliseconds, as it was read during this call, before this returns;
     *     it is not called if the store has no clock, or cannot read it
     * @return as {@link #read(String)} does
     */
    default List<StoredSlot> read(String namespace, long from, long to, LongConsumer clock) {
        millis(namespace).ifPresent(clock);
        return read(namespace, from, to);
    }

    /**
     * Replaces the content of one slot if both its owner and its end are what the caller expects.
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
     * Replaces the content of one slot as {@link #compareAndSet(String, StoredSlot, StoredSlot)} does, and passes on the
     * store's own clock where the same request can bring it along. This library calls this method. Unless overridden, it
     * calls the other one and tells no time. A store that wraps another passes both on.
     *
     * @param namespace the namespace
     * @param expected the content to be replaced; null for a slot that was never written
     * @param update the new content, of the same worker number
     * @param clock takes the store's clock in Unix milliseconds, as it was read during this call, before this returns
     * @return what the other method returns
     */
    default boolean compareAndSet(
            String namespace, @Nullable StoredSlot expected, StoredSlot update, LongConsumer clock) {
        return compareAndSet(namespace, expected, update);
    }

    /**
     * Returns the store's own clock. A process compares its clock with it before it claims a number, so that a process
     * whose clock is far off reserves nothing. Uniqueness does not depend on it. The default is empty.
     *
     * @param namespace the namespace that a number is about to be claimed in
     * @return Unix milliseconds; empty if the store has no clock, or cannot read it
     */
    default OptionalLong millis(String namespace) {
        return OptionalLong.empty();
    }

    /**
     * Names the store in messages.
     *
     * @return for example {@code JDBC table idgen_worker}
     */
    String describe();
}
