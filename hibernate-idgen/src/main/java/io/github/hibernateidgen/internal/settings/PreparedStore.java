package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import org.jspecify.annotations.Nullable;

/**
 * A store that is prepared when it is first used, and again if that failed, so that an application starts and stops even
 * if the store's server does not answer.
 */
final class PreparedStore implements ReservationStore {

    private final ReservationStore store;
    private final Runnable preparation;
    private volatile boolean prepared;

    /**
     * Makes the store without sending anything.
     *
     * @param preparation prepares the store; it may run more than once
     */
    PreparedStore(ReservationStore store, Runnable preparation) {
        this.store = store;
        this.preparation = preparation;
    }

    private ReservationStore prepared() {
        if (!prepared) {
            preparation.run();
            prepared = true;
        }
        return store;
    }

    @Override
    public StoredSlots read(String namespace, long from, long to) {
        return prepared().read(namespace, from, to);
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        return prepared().compareAndSet(namespace, expected, update);
    }

    @Override
    public String describe() {
        return store.describe();
    }
}
