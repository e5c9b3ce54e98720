package io.github.hibernateidgen.examples.jakarta;

import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.util.function.Supplier;
import org.h2.jdbcx.JdbcConnectionPool;

/**
 * Keeps worker numbers in a separate database. The setting {@code hibernate.idgen.worker.source} names this class. The
 * library creates an object of this class for the persistence unit, and closes it after it has released the number.
 */
public class WorkerNumbers implements Supplier<ReservationStore>, AutoCloseable {

    private final JdbcConnectionPool pool =
            JdbcConnectionPool.create("jdbc:h2:mem:workers;DB_CLOSE_DELAY=-1", "sa", "");

    @Override
    public ReservationStore get() {
        JdbcReservationStore store = new JdbcReservationStore(pool);
        store.createTable();
        return store;
    }

    @Override
    public void close() {
        pool.dispose();
    }
}
