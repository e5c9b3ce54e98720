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
 * pool's answer counts. If the pool has replaced it, and the other connection does not show that, it leads elsewhere.
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
            rejectUnlessShown(namespace, update, problem);
        }
        return applied;
    }

    /**
     * Rejects the other connection unless it shows a content that the pool's connection has just written: after a conflict of
     * transactions, the other connection does not replace a content that it can replace. A content that is shown is no proof,
     * because a copy of the table may show it. The next renewal attempts the proof again.
     */
    private void rejectUnlessShown(String namespace, StoredSlot written, String problem) {
        boolean isElsewhere;
        try {
            StoredSlots there = own().read(namespace, written.worker(), written.worker() + 1);
            isElsewhere = connections.succeeded() && !there.slots().contains(written);
        } catch (RuntimeException e) {
            boolean wasOwn = connections.failed(e);
            isElsewhere = wasOwn && e instanceof ReservationStoreException known && known.isPermanent();
        }
        if (isElsewhere) {
            connections.reject(problem);
        }
    }

    @Override
    public String describe() {
        return table.describe();
    }
}
