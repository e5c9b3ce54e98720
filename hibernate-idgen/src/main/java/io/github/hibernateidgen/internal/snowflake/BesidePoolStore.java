package io.github.hibernateidgen.internal.snowflake;

import io.github.hibernateidgen.internal.database.OwnConnections;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import org.jspecify.annotations.Nullable;

/**
 * A table of reservations that is written on a connection beside the pool. A number is claimed on a connection of the pool, as
 * long as the other connection is not proven to reach the same rows. The proof is the replacement of a content that this process
 * itself has written on the pool's connection: no other process writes this content. If the content can't be replaced, the
 * pool's answer counts, and it decides whether the connection leads elsewhere.
 *
 * <p>Thread-safe.
 */
final class BesidePoolStore implements ReservationStore {

    private final ReservationStore pool;
    private final JdbcReservationStore table;
    private final OwnConnections connections;

    private volatile @Nullable JdbcReservationStore own;
    private volatile @Nullable StoredSlot written;
    private volatile boolean isProven;

    /**
     * Makes the store.
     *
     * @param pool the table on connections of the pool
     * @param table finds the table, on connections of the pool
     * @param connections lend the connection beside the pool, or the pool's
     */
    BesidePoolStore(ReservationStore pool, JdbcReservationStore table, OwnConnections connections) {
        this.pool = pool;
        this.table = table;
        this.connections = connections;
    }

    /** Returns the table on connections beside the pool: the same table, whatever the schema of the connection is. */
    private JdbcReservationStore own() {
        JdbcReservationStore made = own;
        if (made == null) {
            made = new JdbcReservationStore(connections, table.locate(), table.describe());
            own = made;
        }
        return made;
    }

    @Override
    public StoredSlots read(String namespace, long from, long to) {
        if (!isProven) {
            return pool.read(namespace, from, to);
        }
        try {
            StoredSlots slots = own().read(namespace, from, to);
            connections.succeeded();
            return slots;
        } catch (RuntimeException e) {
            connections.failed(e);
            throw e;
        }
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        boolean isOwn = isProven || (expected != null && expected.equals(written));
        boolean applied =
                isOwn ? replace(namespace, expected, update) : pool.compareAndSet(namespace, expected, update);
        if (applied) {
            written = update;
        }
        return applied;
    }

    private boolean replace(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        String problem = "a renewal does not find its row there";
        try {
            boolean applied = own().compareAndSet(namespace, expected, update);
            boolean wasOwn = connections.succeeded();
            if (applied && wasOwn) {
                isProven = true;
            }
            if (isProven || !wasOwn) {
                return applied;
            }
        } catch (RuntimeException e) {
            boolean wasOwn = connections.failed(e);
            if (isProven || !wasOwn || !(e instanceof ReservationStoreException known && known.isPermanent())) {
                throw e;
            }
            problem = String.valueOf(e.getMessage());
        }
        boolean applied = pool.compareAndSet(namespace, expected, update);
        if (applied) {
            connections.reject(problem);
        }
        return applied;
    }

    @Override
    public String describe() {
        return table.describe();
    }
}
