package io.github.hibernateidgen.worker.jdbc;

import io.github.hibernateidgen.test.ReservationStoreContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcDataSource;

class H2ReservationStoreTest extends ReservationStoreContract {

    private final JdbcDataSource dataSource;

    H2ReservationStoreTest() throws SQLException {
        dataSource = H2.databaseWithTable();
    }

    @Override
    protected ReservationStore store() {
        return new JdbcReservationStore(ConnectionSource.of(dataSource), JdbcTable.DEFAULT);
    }

    @Override
    protected boolean hasClock() {
        return true;
    }
}
