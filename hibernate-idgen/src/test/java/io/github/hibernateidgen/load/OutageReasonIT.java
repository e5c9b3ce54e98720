package io.github.hibernateidgen.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.TcpForwarder;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the log says of outages under load: a reader must learn the cause from its lines alone. */
@Timeout(180)
class OutageReasonIT {

    private static final JdbcTable TABLE = new JdbcTable(null, null, "idgen_worker_reason");
    private static final int CONNECTIONS = 3;
    private static final Duration WINDOW = Duration.ofSeconds(9);

    private final RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
    private final ExecutorService requests = Executors.newCachedThreadPool();
    private final LogCapture log = new LogCapture();
    private TcpForwarder network;
    private HikariDataSource pool;
    private ReservedWorkerSource source;

    @BeforeEach
    void start() throws Exception {
        Matcher url = Pattern.compile("//([^:/]+):(\\d+)").matcher(database.jdbcUrl());
        assertThat(url.find()).isTrue();
        network = new TcpForwarder(url.group(1), Integer.parseInt(url.group(2)));
        pool = new HikariDataSource();
        pool.setPoolName("shop");
        pool.setJdbcUrl(url.replaceFirst("//" + network.host() + ":" + network.port()));
        pool.setUsername(database.user().isEmpty() ? null : database.user());
        pool.setPassword(database.password());
        pool.setMaximumPoolSize(CONNECTIONS);
        pool.setConnectionTimeout(4_000);
        JdbcReservationStore store = new JdbcReservationStore(pool, TABLE);
        store.createTable();
        source = new ReservedWorkerSource(store, ReservationTerms.DEFAULT.withWindow(WINDOW), InstantSource.system());
        source.claim();
    }

    @AfterEach
    void end() throws Exception {
        requests.shutdownNow();
        network.breakConnections();
        requests.awaitTermination(1, TimeUnit.MINUTES);
        source.close();
        pool.close();
        network.close();
        log.close();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table " + TABLE.name());
        }
    }

    /** Requests of an application, which go on during the outage. */
    private void load(int threads, double seconds) {
        for (int i = 0; i < threads; i++) {
            requests.execute(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    try (Connection connection = pool.getConnection();
                            Statement statement = connection.createStatement()) {
                        statement.execute("select pg_sleep(" + seconds + ")");
                    } catch (SQLException e) {
                        // The next request.
                    }
                    try {
                        Thread.sleep(2);
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            });
        }
    }

    /** Waits for a warning, and returns the warnings so far: their lines and the exceptions beside them. */
    private String warnings(Predicate<String> wanted) throws InterruptedException {
        for (int tries = 0; tries < 600; tries++) {
            List<String> lines = log.records().stream()
                    .filter(entry -> entry.getLevel().equals(Level.WARNING))
                    .map(entry -> entry.getMessage() + " | "
                            + (entry.getThrown() == null
                                    ? ""
                                    : entry.getThrown().getMessage()))
                    .toList();
            if (lines.stream().anyMatch(wanted)) {
                return lines.stream().collect(Collectors.joining("\n"));
            }
            Thread.sleep(100);
        }
        throw new AssertionError("no such warning: " + log.warnings());
    }

    private static String shown(String outage, String lines) {
        System.out.println(outage + ":\n" + lines);
        return lines;
    }

    @Test
    void aStoppedServerIsNamed() throws Exception {
        load(6, 0.05);
        network.breakConnections();
        assertThat(shown("stopped", warnings(line -> line.contains("no connection can be made or used"))))
                .contains(
                        "check whether the server is stopped, or the network drops packets: shop - Connection is not available",
                        "total=0")
                .doesNotContain("are in use, [", "locks");
    }

    @Test
    void aFullPoolIsNamed() throws Exception {
        load(12, 3);
        assertThat(shown("full", warnings(line -> line.contains("has given no connection"))))
                .contains("all connections of its pool [shop] are in use, [3]")
                .doesNotContain("connection can be made", "locks", "stopped", "drops packets");
    }

    @Test
    void aLockIsNamed() throws Exception {
        load(2, 0.05);
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("lock table " + TABLE.name() + " in share mode");
            assertThat(shown("locked", warnings(line -> true)))
                    .containsPattern("check whether another transaction locks (its rows|the table)")
                    .doesNotContain("in use", "connection can be made", "drops packets");
            other.rollback();
        }
    }

    /** A proxy that goes silent, as a firewall that drops packets. */
    @Test
    void aSilentNetworkIsNamed() throws Exception {
        load(2, 0.05);
        network.fallSilent();
        assertThat(shown(
                        "silent",
                        warnings(line -> line.contains("does not answer on") || line.contains("drops packets"))))
                .doesNotContain("locks");
    }
}
