package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
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
    public List<StoredSlot> read(String namespace) {
        return prepared().read(namespace);
    }

    @Override
    public List<StoredSlot> read(String namespace, long from, long to) {
        return prepared().read(namespace, from, to);
    }

    @Override
    public List<StoredSlot> read(String namespace, long from, long to, LongConsumer clock) {
        return prepared().read(namespace, from, to, clock);
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        return prepared().compareAndSet(namespace, expected, update);
    }

    @Override
    public boolean compareAndSet(
            String namespace, @Nullable StoredSlot expected, StoredSlot update, LongConsumer clock) {
        return prepared().compareAndSet(namespace, expected, update, clock);
    }

    @Override
    public OptionalLong millis(String namespace) {
        return prepared().millis(namespace);
    }

    @Override
    public String describe() {
        return store.describe();
    }
}
