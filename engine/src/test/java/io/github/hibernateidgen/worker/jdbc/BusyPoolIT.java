package io.github.hibernateidgen.worker.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Worker numbers in the database of a service at its worst hour: the pool is in use, or somebody locks the table. */
@Timeout(900)
class BusyPoolIT {

    private static final JdbcTable TABLE = new JdbcTable(null, null, "idgen_worker_busy");
    private static final Duration WINDOW = Duration.ofSeconds(6);

    private final RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();

    @BeforeEach
    void createTable() throws SQLException {
        execute(JdbcDatabase.POSTGRESQL.ddl().replace("idgen_worker", TABLE.name()));
    }

    @AfterEach
    void dropTable() throws SQLException {
        execute("drop table " + TABLE.name());
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private HikariDataSource pool(int size) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(database.jdbcUrl());
        if (!database.user().isEmpty()) {
            pool.setUsername(database.user());
            pool.setPassword(database.password());
        }
        pool.setMaximumPoolSize(size);
        return pool;
    }

    /** A renewal waits for some 7.5 s in the queue: longer than a call may take, 2.5 s, and shorter than ids last, 10 s. */
    @LongTest
    @Test
    void idsGoOnWhileTransactionsHoldThePool() throws Exception {
        makesIdsBehind(50, 2, Duration.ofMillis(300), Duration.ofSeconds(15), Duration.ofSeconds(45));
    }

    /** The defaults, and 200 threads with transactions of 600 ms over a pool of 10: some 11 s in the queue. */
    @LongTest
    @Test
    void idsGoOnInAServiceAtItsWorstHour() throws Exception {
        makesIdsBehind(200, 10, Duration.ofMillis(600), Duration.ofSeconds(60), Duration.ofSeconds(150));
    }

    private void makesIdsBehind(int threads, int connections, Duration transaction, Duration window, Duration time)
            throws Exception {
        AtomicBoolean busy = new AtomicBoolean(true);
        try (HikariDataSource pool = pool(connections);
                ReservedWorkerSource source = new ReservedWorkerSource(
                        new JdbcReservationStore(pool, TABLE), ReservationTerms.DEFAULT.withWindow(window))) {
            SnowflakeGenerator generator = new SnowflakeGenerator(SnowflakeLayout.STANDARD, source);
            source.claim();
            List<Thread> requests = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Thread request = new Thread(() -> {
                    while (busy.get()) {
                        try (Connection connection = pool.getConnection()) {
                            Thread.sleep(transaction.toMillis());
                        } catch (SQLException | InterruptedException e) {
                            // The next request.
                        }
                        pauseBetweenRequests();
                    }
                });
                request.start();
                requests.add(request);
            }
            int reported = 0;
            int ended = 0;
            long end = System.nanoTime() + time.toNanos();
            while (System.nanoTime() < end) {
                reported += source.status().failure().isPresent() ? 1 : 0;
                try {
                    generator.nextId();
                } catch (ReservationEndedException e) {
                    ended++;
                }
                Thread.sleep(100);
            }
            busy.set(false);
            System.out.println(threads + " threads over a pool of " + connections + " for " + time.toSeconds()
                    + " s: no ids in " + ended + " tenths of a second, health reports a wait in " + reported);
            assertThat(ended).isZero();
            assertThat(reported).as("a long wait is reported before ids end").isPositive();
            for (Thread request : requests) {
                request.join();
            }
        }
    }

    /**
     * HikariCP lets a thread that returns a connection and borrows again at once overtake all that wait, because the connection
     * is free until the first of them has woken up.
     */
    private static void pauseBetweenRequests() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As by {@code create index}; each source gives its statement up again and again, and then another life begins. */
    static List<Boolean> withTransactionsAndInLongTestsWithout() {
        return LongTest.RUN ? List.of(true, false) : List.of(false);
    }

    @ParameterizedTest
    @MethodSource("withTransactionsAndInLongTestsWithout")
    void leavesNoStatementBehindWhileTheTableIsLocked(boolean autoCommit) throws Exception {
        int processes = 5;
        int seconds = LongTest.RUN ? 300 : 14;
        List<ReservedWorkerSource> sources = new ArrayList<>();
        ConnectionSource connections = ConnectionSource.of(() -> {
            Connection connection = database.connect();
            connection.setAutoCommit(autoCommit);
            return connection;
        });
        int most = 0;
        try (Connection locking = database.connect();
                Statement lock = locking.createStatement()) {
            for (int i = 0; i < processes; i++) {
                sources.add(claimed(connections));
            }
            locking.setAutoCommit(false);
            lock.execute("lock table " + TABLE.name() + " in share mode");
            for (int second = 0; second < seconds; second++) {
                if (second == seconds / 2) { // A restart.
                    sources.forEach(ReservedWorkerSource::close);
                    sources.clear();
                    for (int i = 0; i < processes; i++) {
                        sources.add(started(connections));
                    }
                }
                most = Math.max(most, sessions());
                Thread.sleep(1_000);
            }
            System.out.println("autocommit " + autoCommit + ": up to " + most + " sessions of " + processes
                    + " processes on the locked table");
            assertThat(most).isBetween(1, 2 * processes);
            locking.rollback();
            for (ReservedWorkerSource source : sources) {
                source.claim();
            }
        } finally {
            sources.forEach(ReservedWorkerSource::close);
        }
    }

    private static ReservedWorkerSource claimed(ConnectionSource connections) {
        ReservedWorkerSource source = started(connections);
        source.claim();
        return source;
    }

    private static ReservedWorkerSource started(ConnectionSource connections) {
        ReservedWorkerSource source = new ReservedWorkerSource(
                new JdbcReservationStore(connections, TABLE),
                ReservationTerms.DEFAULT.withWindow(WINDOW).withTimeout(Duration.ofMillis(100)));
        new SnowflakeGenerator(SnowflakeLayout.STANDARD, source);
        Thread starts = new Thread(() -> {
            try {
                source.claim();
            } catch (IllegalStateException e) {
                // The table is locked, or the source is closed.
            }
        });
        starts.setDaemon(true);
        starts.start();
        return source;
    }

    private int sessions() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from pg_stat_activity where state <> 'idle'"
                        + " and pid <> pg_backend_pid() and (query like 'update%" + TABLE.name() + "%' or query like"
                        + " 'insert%" + TABLE.name() + "%')")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Its state is 01000, too, as that of a commit which no standby has acknowledged. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void acceptsTheWarningOfAnAuditTrigger(boolean autoCommit) throws SQLException {
        execute(
                "create function busy_audit() returns trigger language plpgsql as $$ begin"
                        + " raise warning 'canceling wait for synchronous replication'; return null; end $$",
                "create constraint trigger busy_audit after insert or update on " + TABLE.name()
                        + " deferrable initially deferred for each row execute function busy_audit()");
        try {
            JdbcReservationStore store = new JdbcReservationStore(
                    ConnectionSource.of(() -> {
                        Connection connection = database.connect();
                        connection.setAutoCommit(autoCommit);
                        return connection;
                    }),
                    TABLE);
            StoredSlot first = new StoredSlot(3, "first", 1000);
            assertThat(store.compareAndSet("default", null, first)).isTrue();
            assertThat(store.compareAndSet("default", first, new StoredSlot(3, "second", 2000)))
                    .isTrue();
        } finally {
            execute("drop function busy_audit cascade");
        }
    }
}
