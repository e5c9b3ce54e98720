package io.github.hibernateidgen.internal.runtime;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.hibernate.SessionEventListener;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.resource.transaction.spi.TransactionCoordinator;
import org.hibernate.resource.transaction.spi.TransactionObserver;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of the sessions of one session factory. A session takes the lowest free slot for its first id, and keeps the
 * slot until its transaction ends. So a few units of work at a time use only a few lanes. If a layout has fewer lanes than
 * there are slots, a lane has several slots. If all slots are taken, the session shares the slot that the id of the calling
 * thread determines, also until its transaction ends: with a change of lane, its ids would not ascend. Without a session,
 * the id of the calling thread determines the lane.
 *
 * <p>Only a session's own transaction frees the session's slot; in Hibernate Reactive, the end of the session does. Other
 * threads do not free the slot: under JTA and in Hibernate Reactive they cannot find out whether the session is at work.
 * The garbage collector frees the slots of sessions whose transaction never ends. A slot belongs to the session's
 * transaction coordinator, so sessions that share a transaction share a lane.
 *
 * <p>Thread-safe and lock-free.
 */
final class SessionLanes {

    /** The number of slots: the number of lanes in the widest lane field. */
    private static final int SLOTS = 64;

    /** Thousands of sessions may be open at once, such as of virtual threads that wait for a connection. */
    private static final int BUCKETS = 256;

    private final boolean isReactive;
    private final boolean isRepeatable;
    private final AtomicReferenceArray<@Nullable Holder> slots = new AtomicReferenceArray<>(SLOTS);

    /** The sessions that share a slot, in lists by the hash of the unit of work. A list begins with the latest session. */
    private final AtomicReferenceArray<@Nullable Holder> sharing = new AtomicReferenceArray<>(BUCKETS);

    /**
     * The slot in which a thread last found its session, by the lowest bits of the thread's id. Several threads may
     * share an entry. The entries are only hints: a race between threads only costs a search.
     */
    private final int[] recent = new int[SLOTS];

    SessionLanes(boolean isReactive, boolean isRepeatable) {
        this.isReactive = isReactive;
        this.isRepeatable = isRepeatable;
    }

    /**
     * Returns the lane of a session, or of the calling thread if there is no session. With repeatable ids, returns the
     * first lane.
     *
     * @param lanes the number of lanes of the generator, a power of two up to 64
     */
    int of(@Nullable SharedSessionContractImplementor session, int lanes) {
        int thread = (int) Thread.currentThread().getId() & (SLOTS - 1);
        return isRepeatable ? 0 : (session == null ? thread : slot(session, thread)) & (lanes - 1);
    }

    private int slot(SharedSessionContractImplementor session, int thread) {
        TransactionCoordinator unit = session.getTransactionCoordinator();
        int known = recent[thread];
        if (isHeldBy(slots.get(known), unit)) {
            return known;
        }
        int found = search(session, unit, thread);
        recent[thread] = found;
        return found;
    }

    /** Returns the slot of a unit of work. A new unit takes the lowest free slot, or shares a slot if no slot is free. */
    private int search(SharedSessionContractImplementor session, TransactionCoordinator unit, int thread) {
        int free = SLOTS;
        for (int slot = 0; slot < SLOTS; slot++) {
            Holder holder = slots.get(slot);
            if (isHeldBy(holder, unit)) {
                return slot;
            }
            free = free == SLOTS && isFree(holder) ? slot : free;
        }
        int bucket = System.identityHashCode(unit) & (BUCKETS - 1);
        for (Holder holder = sharing.get(bucket); holder != null; holder = holder.next) {
            if (isHeldBy(holder, unit)) {
                return holder.slot;
            }
        }
        for (int slot = free; slot < SLOTS; slot++) {
            Holder before = slots.get(slot);
            Holder holder = new Holder(unit, slot);
            if (isFree(before) && slots.compareAndSet(slot, before, holder)) {
                holder.register(session, unit);
                return slot;
            }
        }
        Holder holder = new Holder(unit, thread);
        share(bucket, holder);
        holder.register(session, unit);
        return thread;
    }

    /**
     * Puts a holder at the beginning of a list, and removes the holders whose unit has ended. A race between two threads
     * may leave such a holder in the list until the next call, but never removes a holder whose unit is at work, because
     * holders are added only at the beginning.
     */
    private void share(int bucket, Holder added) {
        Holder first;
        do {
            first = sharing.get(bucket);
            added.next = first;
        } while (!sharing.compareAndSet(bucket, first, added));
        Holder before = added;
        for (Holder holder = added.next; holder != null; holder = holder.next) {
            if (isFree(holder)) {
                before.next = holder.next;
            } else {
                before = holder;
            }
        }
    }

    private static boolean isHeldBy(@Nullable Holder holder, TransactionCoordinator unit) {
        return holder != null && holder.refersTo(unit);
    }

    private static boolean isFree(@Nullable Holder holder) {
        return holder == null || holder.refersTo(null);
    }

    /**
     * A unit of work and its slot. The holder is an observer of the transaction, because a synchronization of the
     * session may take the session's first id. While synchronizations run, an observer may be added, but another
     * synchronization may not.
     */
    private final class Holder extends WeakReference<TransactionCoordinator>
            implements TransactionObserver, SessionEventListener {

        private static final long serialVersionUID = 1L;

        private final int slot;

        /** The next holder in a list of holders that share slots. */
        private volatile @Nullable Holder next;

        Holder(TransactionCoordinator unit, int slot) {
            super(unit);
            this.slot = slot;
        }

        /**
         * Registers for the end of the transaction. Hibernate Reactive completes none of Hibernate's transactions, so there
         * the end of the session frees the slot.
         */
        void register(SharedSessionContractImplementor session, TransactionCoordinator unit) {
            if (isReactive) {
                session.getEventListenerManager().addListener(this);
            } else {
                unit.addObserver(this);
            }
        }

        @Override
        public void afterBegin() {}

        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(boolean successful, boolean delayed) {
            TransactionCoordinator unit = get();
            end();
            if (unit != null) {
                unit.removeObserver(this);
            }
        }

        @Override
        public void end() {
            slots.compareAndSet(slot, this, null);
            clear();
        }
    }
}
