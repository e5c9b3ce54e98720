package io.github.hibernateidgen.worker.jdbc;

import io.github.hibernateidgen.test.ReservationStoreContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract with a driver that returns -1 for the rows of an update, as SQL Server's does after SET NOCOUNT ON. */
@ParameterizedClass
@ValueSource(booleans = {true, false})
class UncountedReservationStoreTest extends ReservationStoreContract {

    private final ConnectionSource connections;

    UncountedReservationStoreTest(boolean autoCommit) throws SQLException {
        var dataSource = H2.databaseWithTable();
        connections = new ProxiedDataSource(ConnectionSource.of(() -> {
                    var connection = dataSource.getConnection();
                    connection.setAutoCommit(autoCommit);
                    return connection;
                }))
                .withoutCounts();
    }

    /** As a store that has just been made, and as a store that knows its driver. */
    @Override
    protected ReservationStore store() {
        return new JdbcReservationStore(connections, JdbcTable.DEFAULT);
    }

    @Override
    protected boolean hasClock() {
        return true;
    }
}
