package io.github.hibernateidgen.internal.snowflake;

import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A table of reservations that is created at its first use. If the creation fails, the next use tries again. This class
 * sends no statement to the database before the first use.
 */
final class PreparedStore implements ReservationStore {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final JdbcReservationStore store;
    private volatile boolean prepared;

    PreparedStore(JdbcReservationStore store) {
        this.store = store;
    }

    private JdbcReservationStore prepared() {
        if (!prepared) {
            if (store.createTable()) {
                LOG.infof("%s created", store.describe());
            }
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
