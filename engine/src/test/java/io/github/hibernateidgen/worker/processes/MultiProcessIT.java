package io.github.hibernateidgen.worker.processes;

import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The contract on a table of PostgreSQL. */
@LongTest
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no SIGSTOP, which freezes the processes")
class MultiProcessIT extends MultiProcessContract {

    private static final String TABLE = "idgen_worker_processes";

    /** Connects a process. */
    public static final class Client implements Supplier<ReservationStore> {

        @Override
        public ReservationStore get() {
            return TableClient.connect(Address.told(), TABLE);
        }
    }

    @Override
    protected StoreServer start() throws SQLException {
        RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
        execute(database, JdbcDatabase.POSTGRESQL.ddl().replace("idgen_worker", TABLE));
        return new StoreServer() {
            @Override
            public Address address() {
                return new Address(database.jdbcUrl(), database.user(), database.password());
            }

            @Override
            public void close() throws SQLException {
                execute(database, "drop table " + TABLE);
            }
        };
    }

    @Override
    protected Class<Client> client() {
        return Client.class;
    }

    private static void execute(RunningDatabase database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
