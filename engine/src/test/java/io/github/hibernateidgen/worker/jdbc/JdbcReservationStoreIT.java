package io.github.hibernateidgen.worker.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.test.ReservationStoreContract;
import io.github.hibernateidgen.testing.Threads;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract on each database, in a table made by its script. SQLite lets one connection write at a time. */
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
class JdbcReservationStoreIT extends ReservationStoreContract {

    private final RunningDatabase running;

    JdbcReservationStoreIT(TestDatabase database) {
        running = database.orSkip();
    }

    @BeforeEach
    void createTable() {
        assertThat(new JdbcReservationStore(ConnectionSource.of(this::withoutAutoCommit), JdbcTable.DEFAULT)
                        .createTable())
                .isTrue();
    }

    private Connection withoutAutoCommit() throws SQLException {
        Connection connection = running.connect();
        connection.setAutoCommit(false);
        return connection;
    }

    @AfterEach
    void dropTable() throws SQLException {
        try (Connection connection = running.connect()) {
            execute(connection, "drop table idgen_worker");
        }
    }

    @Override
    protected ReservationStore store() {
        return new JdbcReservationStore(ConnectionSource.of(running::connect), JdbcTable.DEFAULT);
    }

    @Override
    protected boolean hasClock() {
        return true;
    }

    /** Also where the server, and not the driver, tells the isolation level. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsNoRowThatIsNotCommitted(boolean autoCommit) throws SQLException {
        assumeFalse(
                running.productName().matches("HSQL.*|Microsoft.*"), "its readers wait until the other has committed");
        ConnectionSource uncommitted = ConnectionSource.of(() -> {
            Connection connection = running.connect();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
            connection.setAutoCommit(autoCommit);
            return connection;
        });
        JdbcReservationStore store = new JdbcReservationStore(uncommitted, JdbcTable.DEFAULT);
        try (Connection other = withoutAutoCommit()) {
            execute(
                    other,
                    "insert into idgen_worker (namespace, worker_id, owner, reserved_until)"
                            + " values ('dirty', 3, 'uncommitted', 1000)");

            assertThat(store.read("dirty", 0, 64).slots()).isEmpty();
            other.commit();
        }
        assertThat(store.read("dirty", 0, 64).slots()).hasSize(1);
    }

    /** A table that was made by hand may have none. */
    @Test
    void refusesTwoRowsOfANumberWhereTheTableHasNoKey() throws SQLException {
        createTableInPlace("(?s),\\s*(constraint \\w+ )?primary key \\(namespace, worker_id\\)", "");
        ReservationStore store = store();
        assertThat(store.read("keyless", 0, Long.MAX_VALUE).slots()).isEmpty();
        assertThat(store.compareAndSet("keyless", null, new StoredSlot(3, "first", 1000)))
                .isTrue();
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.compareAndSet("keyless", null, new StoredSlot(3, "second", 1000)))
                .withMessageContaining("has no primary key");
    }

    @Test
    void claimsWhereTheKeyIsDeferrable() throws SQLException {
        assumeTrue(running.productName().equals("PostgreSQL"), "other databases have no such keys");
        createTableInPlace("(?s)primary key \\(namespace, worker_id\\)", "$0 deferrable");
        ReservationStore store = store();
        assertThat(store.read("deferred", 0, Long.MAX_VALUE).slots()).isEmpty();
        StoredSlot first = new StoredSlot(3, "first", 1000);
        assertThat(store.compareAndSet("deferred", null, first)).isTrue();
        assertThat(store.compareAndSet("deferred", null, new StoredSlot(3, "second", 1000)))
                .isFalse();
        assertThat(store.read("deferred", 0, Long.MAX_VALUE).slots()).containsExactly(first);
    }

    /** Otherwise the server keeps the statement of each call that was given up, and its session, while a row is locked. */
    @Test
    void endsTheStatementOfACallThatIsGivenUp() throws Exception {
        assumeFalse(running.productName().startsWith("HSQL"), "neither a cancel nor an abort ends its wait for a lock");
        ReservationStore store = store();
        StoredSlot first = new StoredSlot(3, "first", 1000);
        store.read("locked", 0, 64);
        assertThat(store.compareAndSet("locked", null, first)).isTrue();
        CountDownLatch ended = new CountDownLatch(1);
        BoundedCall<Boolean> call = new BoundedCall<>(
                "locked",
                Duration.ofMillis(300),
                () -> store.compareAndSet("locked", first, new StoredSlot(3, "second", 2000)),
                ended::countDown);
        try (Connection other = withoutAutoCommit()) {
            execute(other, "update idgen_worker set owner = 'other' where namespace = 'locked'");
            call.start();
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> call.await(Duration.ofSeconds(30), () -> {}));
            // A statement that stays on the server would write the row after the rollback.
            assertThat(ended.await(12, TimeUnit.SECONDS)).isTrue();
            other.rollback();
        }
        assertThat(store.compareAndSet("locked", first, new StoredSlot(3, "third", 3000)))
                .isTrue();
    }

    private void createTableInPlace(String pattern, String replacement) throws SQLException {
        dropTable();
        try (Connection connection = running.connect()) {
            execute(
                    connection,
                    JdbcDatabase.of(connection.getMetaData())
                            .ddl()
                            .replaceFirst(pattern, replacement)
                            .strip()
                            .replaceFirst(";$", ""));
        }
    }

    /** A start need not wait for these. */
    @Test
    void saysThatAMissingTableAndARefusedLoginDoNotPass() throws SQLException {
        assertLasts(ConnectionSource.of(running::connect), new JdbcTable(null, null, "no_such_table"));
        assumeFalse(running.database() == TestDatabase.HSQLDB, "its server in this process takes any account");
        assertLasts(
                ConnectionSource.of(
                        () -> DriverManager.getConnection(running.jdbcUrl(), "nobody_of_that_name", "wrong")),
                JdbcTable.DEFAULT);
    }

    private static void assertLasts(ConnectionSource connections, JdbcTable table) {
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> new JdbcReservationStore(connections, table).read("default", 0, 64))
                .satisfies(failure -> assertThat(failure.isPermanent())
                        .as(failure.getMessage())
                        .isTrue());
    }

    @Test
    void isCreatedByOneOfSeveralThatStartAtOnce() throws Exception {
        dropTable();
        assertThat(Threads.callTogether(
                        4,
                        () -> new JdbcReservationStore(ConnectionSource.of(running::connect), JdbcTable.DEFAULT)
                                .createTable()))
                .containsExactlyInAnyOrder(true, false, false, false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+09:00", "-08:00"})
    void tellsItsClockInUtcWhateverTheTimeZoneOfTheSession(String zone) {
        ConnectionSource abroad = ConnectionSource.of(() -> {
            Connection connection = running.connect();
            execute(connection, setTimeZone(zone));
            return connection;
        });

        assertThat(new JdbcReservationStore(abroad, JdbcTable.DEFAULT)
                        .read("default", 0, 1)
                        .millis()
                        .orElseThrow())
                .isCloseTo(System.currentTimeMillis(), within(60_000L));
    }

    private String setTimeZone(String zone) {
        return switch (running.database()) {
            case MARIADB, MYSQL, TIDB -> "set time_zone = '" + zone + "'";
            case ORACLE -> "alter session set time_zone = '" + zone + "'";
            case H2 -> "set time zone '" + zone + "'";
            // PostgreSQL counts the hours west of UTC in such a zone; which way does not matter here.
            case HSQLDB, POSTGRESQL, YUGABYTEDB ->
                "set time zone interval '" + zone.replace("+", "") + "' hour to minute";
            case SQL_SERVER, SQLITE, COCKROACHDB -> "select 1";
        };
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
