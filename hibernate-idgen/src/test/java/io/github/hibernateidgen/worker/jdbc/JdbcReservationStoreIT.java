package io.github.hibernateidgen.worker.jdbc;

import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract on each database, in a table made by its script. SQLite lets one connection write at a time. */
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
class JdbcReservationStoreIT extends ReservationStoreContract {

    private final RunningDatabase running;

    JdbcReservationStoreIT(TestDatabase database) {
        running = database.orSkip();
    }

    @BeforeEach
    void createTable() throws SQLException {
        try (Connection connection = running.connect()) {
            execute(connection, JdbcDatabase.of(connection.getMetaData()).ddl().replace(";", ""));
        }
    }

    @AfterEach
    void dropTable() throws SQLException {
        try (Connection connection = running.connect()) {
            execute(connection, "drop table idgen_worker");
        }
    }

    @Override
    protected ReservationStore store() {
        return new JdbcReservationStore(running::connect, JdbcTable.DEFAULT);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
