package io.github.hibernateidgen.worker.reservation;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A durable place for {@link StoredSlot}s: the extension point for other databases and services.
 *
 * <p>What the protocol needs of it, and nothing else: {@link #compareAndSet} is atomic on one slot, and what it wrote
 * stays written, whatever fails. A store that can lose a write that it has confirmed can hand out one number twice.
 * {@link #read} need not be a snapshot and may be late: it shows for each slot some content that was once written, and
 * that stays written. What could still be undone, as by a rollback, it must not show.
 *
 * <p>Either method may throw any {@link RuntimeException}. That leaves open whether a write happened, and the protocol
 * reads it back. Implementations are thread-safe. Calls come from a background thread of each
 * {@link ReservedWorkerSource}, which belongs to no transaction, one at a time, and may block. One that has not returned
 * within 10 s is given up as failed: its answer is dropped, and the next call comes from another thread,
 * even if this one goes on. Where Hibernate is to validate the schema, one {@link #read} comes from the thread that makes
 * the session factory.
 */
public interface ReservationStore {

    /**
     * Returns the slots of a namespace, as they are committed: a process takes what it reads for confirmed.
     *
     * @param namespace the namespace
     * @return those ever written, in any sequence, one for each worker number; a store that finds two of one number throws
     */
    List<StoredSlot> read(String namespace);

    /**
     * Replaces the content of one slot, if it is what the caller expects: owner and end both.
     *
     * @param namespace the namespace
     * @param expected the content to be replaced; null for a slot that was never written
     * @param update the new content, of the same worker number
     * @return true if this call has written the update, or the same call sent before; false if the slot has another
     *     content. What follows a false is a {@link #read}
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
     * Tells the store's own clock. A process compares its clock with it before it claims a number, so that one whose
     * clock is far off reserves nothing. Uniqueness does not rest on it. Unless overridden, there is none.
     *
     * @param namespace the namespace that a number is about to be claimed in
     * @return Unix milliseconds; empty where the store has no clock, or can't tell
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
