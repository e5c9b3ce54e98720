package io.github.hibernateidgen.worker.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.TcpForwarder;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.Connection;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often the client of a pool waits for the server: for a read of 64 numbers with the clock, for a new number, and for a
 * renewal. A claim is one read and one write. A ping begins each transaction, so that a queue before the server is no part of the
 * statement.
 */
class RoundTripsIT {

    private static final JdbcTable TABLE = new JdbcTable(null, null, "idgen_worker_round_trips");
    private static final StoredSlot FIRST = new StoredSlot(3, "first", 1000);
    private static final StoredSlot SECOND = new StoredSlot(3, "second", 2000);

    private interface Call {
        void run();
    }

    @ParameterizedTest(name = "{0}, autocommit {1}: read {2}, new number {3}, renewal {4}")
    @CsvSource({
        "MYSQL, true, 8, 14, 6",
        "MYSQL, false, 6, 10, 4",
        "MARIADB, true, 7, 12, 5",
        "MARIADB, false, 5, 8, 3",
        "POSTGRESQL, true, 4, 7, 3",
        "POSTGRESQL, false, 4, 7, 3"
    })
    void sendsFewRequests(TestDatabase database, boolean autoCommit, int read, int insert, int update)
            throws Exception {
        RunningDatabase running = database.orSkip();
        Matcher url = Pattern.compile("//([^:/]+):(\\d+)").matcher(running.jdbcUrl());
        assertThat(url.find()).isTrue();
        new JdbcReservationStore(ConnectionSource.of(running::connect), TABLE).createTable();
        try (TcpForwarder network = new TcpForwarder(url.group(1), Integer.parseInt(url.group(2)));
                HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(url.replaceFirst("//" + network.host() + ":" + network.port()));
            pool.setUsername(running.user().isEmpty() ? null : running.user());
            pool.setPassword(running.password());
            pool.setAutoCommit(autoCommit);
            pool.setMaximumPoolSize(1);
            JdbcReservationStore store = new JdbcReservationStore(ConnectionSource.of(pool), TABLE);
            store.read("default", 0, Long.MAX_VALUE).slots();

            assertThat(roundTrips(network, () -> store.read("default", 0, 64)))
                    .as("read")
                    .isEqualTo(read);
            assertThat(roundTrips(network, () -> store.compareAndSet("default", null, FIRST)))
                    .as("new number")
                    .isEqualTo(insert);
            assertThat(roundTrips(network, () -> store.compareAndSet("default", FIRST, SECOND)))
                    .as("renewal")
                    .isEqualTo(update);
        } finally {
            try (Connection connection = running.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("drop table " + TABLE.name());
            }
        }
    }

    private static int roundTrips(TcpForwarder network, Call call) {
        long before = network.roundTrips();
        call.run();
        return (int) (network.roundTrips() - before);
    }
}
