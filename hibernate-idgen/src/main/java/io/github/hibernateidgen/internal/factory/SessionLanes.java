package io.github.hibernateidgen.internal.factory;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.hibernate.SessionEventListener;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.resource.transaction.spi.TransactionCoordinator;
import org.hibernate.resource.transaction.spi.TransactionObserver;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of the sessions of one session factory. A session takes the lowest free slot for its first id, so that few units
 * of work fill few lanes, and keeps it to the end of its transaction. A layout with fewer lanes than there are slots has
 * several slots in a lane. If all slots are taken, or there is no session, the lane is that of the calling thread.
 *
 * <p>Only a session's own transaction frees its slot: under JTA and in Hibernate Reactive another thread's session cannot say
 * whether it is at work. The garbage collector frees the slots of sessions whose transaction never ends. A slot belongs to the
 * transaction coordinator of the session, so sessions that share a transaction share a lane.
 *
 * <p>Thread-safe and lock-free.
 */
public final class SessionLanes {

    /** As many as the widest lane field has. */
    private static final int SLOTS = 64;

    private final boolean isReactive;
    private final boolean isRepeatable;
    private final AtomicReferenceArray<@Nullable Holder> slots = new AtomicReferenceArray<>(SLOTS);

    /** By thread, the slot in which its session was last found. Only hints: a race on them costs a search. */
    private final int[] recent = new int[SLOTS];

    SessionLanes(boolean isReactive, boolean isRepeatable) {
        this.isReactive = isReactive;
        this.isRepeatable = isRepeatable;
    }

    /**
     * Returns the lane of a session, or of the calling thread; with repeatable ids always the first.
     *
     * @param lanes how many the generator has, a power of two up to 64
     */
    public int of(@Nullable SharedSessionContractImplementor session, int lanes) {
        int thread = (int) Thread.currentThread().getId() & (SLOTS - 1);
        return isRepeatable ? 0 : (session == null ? thread : slot(session, thread)) & (lanes - 1);
    }

    private int slot(SharedSessionContractImplementor session, int thread) {
        TransactionCoordinator unit = session.getTransactionCoordinator();
        int known = recent[thread];
        if (isOf(slots.get(known), unit)) {
            return known;
        }
        int found = search(session, unit);
        if (found < 0) {
            return thread;
        }
        recent[thread] = found;
        return found;
    }

    /** Returns the slot of a unit, or takes the lowest free one for it; -1 if none is free. */
    private int search(SharedSessionContractImplementor session, TransactionCoordinator unit) {
        int free = SLOTS;
        for (int slot = 0; slot < SLOTS; slot++) {
            Holder holder = slots.get(slot);
            if (isOf(holder, unit)) {
                return slot;
            }
            free = free == SLOTS && isFree(holder) ? slot : free;
        }
        for (int slot = free; slot < SLOTS; slot++) {
            Holder before = slots.get(slot);
            Holder holder = new Holder(unit, slot);
            if (isFree(before) && slots.compareAndSet(slot, before, holder)) {
                holder.register(session, unit);
                return slot;
            }
        }
        return -1;
    }

    private static boolean isOf(@Nullable Holder holder, TransactionCoordinator unit) {
        return holder != null && holder.refersTo(unit);
    }

    private static boolean isFree(@Nullable Holder holder) {
        return holder == null || holder.refersTo(null);
    }

    /**
     * A unit and its slot. An observer of the transaction may be added while the session's synchronizations run, of which
     * one may take the first id; a synchronization may not.
     */
    private final class Holder extends WeakReference<TransactionCoordinator>
            implements TransactionObserver, SessionEventListener {

        private static final long serialVersionUID = 1L;

        private final int slot;

        Holder(TransactionCoordinator unit, int slot) {
            super(unit);
            this.slot = slot;
        }

        /** Hibernate Reactive completes no transaction of Hibernate's; there the session's end frees the slot. */
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
            end();
            TransactionCoordinator unit = get();
            if (unit != null) {
                unit.removeObserver(this);
            }
        }

        @Override
        public void end() {
            slots.compareAndSet(slot, this, null);
        }
    }
}
