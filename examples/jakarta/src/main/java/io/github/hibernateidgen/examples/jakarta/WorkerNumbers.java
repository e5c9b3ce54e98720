package io.github.hibernateidgen.examples.jakarta;

import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.util.function.Supplier;
import org.h2.jdbcx.JdbcConnectionPool;

/**
 * Worker numbers in a database of their own: a class that {@code hibernate.idgen.worker.source} names. The library makes an object
 * of it for the persistence unit, and closes it when the number is released.
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
