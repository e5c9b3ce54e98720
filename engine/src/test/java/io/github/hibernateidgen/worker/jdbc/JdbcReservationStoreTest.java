package io.github.hibernateidgen.worker.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.reservation.ReservationFailure.Help;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcReservationStoreTest {

    private static final StoredSlot FIRST = new StoredSlot(3, "first", 1000);
    private static final StoredSlot SECOND = new StoredSlot(3, "second", 2000);

    private static JdbcReservationStore store(ConnectionSource connections) {
        return new JdbcReservationStore(connections, JdbcTable.DEFAULT);
    }

    /** A store that need not ask for the table's place, which H2 can't answer as the product whose name it has. */
    private static JdbcReservationStore located(ConnectionSource connections) {
        return new JdbcReservationStore(connections, JdbcTable.of("\"PUBLIC\".\"IDGEN_WORKER\""));
    }

    /** A source like a pool whose connections have autocommit off. */
    private static ConnectionSource withoutAutoCommit(JdbcDataSource dataSource) {
        return ConnectionSource.of(() -> {
            Connection connection = dataSource.getConnection();
            connection.setAutoCommit(false);
            return connection;
        });
    }

    private static final String ROWS = "select \"WORKER_ID\", \"OWNER\", \"RESERVED_UNTIL\" from"
            + " \"PUBLIC\".\"IDGEN_WORKER\" where \"NAMESPACE\" = ? and \"WORKER_ID\" >= ? and \"WORKER_ID\" < ?";
    private static final String UPDATE = "update \"PUBLIC\".\"IDGEN_WORKER\" set \"OWNER\" = ?, \"RESERVED_UNTIL\" = ?"
            + " where \"NAMESPACE\" = ? and \"WORKER_ID\" = ? and \"OWNER\" = ? and \"RESERVED_UNTIL\" = ?";
    private static final String PLACE = "select 1 from \"PUBLIC\".\"IDGEN_WORKER\" where 1 = 0";
    /** Begins each transaction: when a server has answered it, the call has sent. */
    private static final String PING = "select 1";

    private static final String CLOCK = "select cast(extract(epoch from current_timestamp) * 1000 as bigint)";

    @Test
    void aRowThatIsNoReservationFailsAtOnce() throws SQLException {
        JdbcDataSource database = H2.databaseWithTable();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("insert into idgen_worker (namespace, worker_id, owner, reserved_until)"
                    + " values ('default', 3, 'of us', 1000)");
        }
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store(ConnectionSource.of(database)).read("default", 0, 64))
                .withMessageContaining(" could not be read: owner [of us] of worker [3] is not made of")
                .satisfies(failure -> assertThat(failure.isPermanent()).isTrue());
    }

    @Test
    void sendsOneStatementForAWriteAndTriesTheUpdateOnANewRow() throws SQLException {
        ProxiedDataSource connections = new ProxiedDataSource(ConnectionSource.of(H2.databaseWithTable()));
        JdbcReservationStore store = store(connections);
        store.read("default", 0, 64);
        store.compareAndSet("default", null, FIRST);
        store.compareAndSet("default", FIRST, SECOND);

        assertThat(connections.statements)
                .containsExactly(
                        PLACE,
                        PING,
                        ROWS,
                        CLOCK,
                        PING,
                        "insert into \"PUBLIC\".\"IDGEN_WORKER\" (\"OWNER\", \"RESERVED_UNTIL\", \"NAMESPACE\", \"WORKER_ID\")"
                                + " values (?, ?, ?, ?)",
                        UPDATE,
                        PING,
                        ROWS,
                        PING,
                        UPDATE);
        assertThat(connections.transactions()).isEqualTo(4);
        assertThat(connections.open).hasValue(0);
    }

    /** A claim of a number that was used before: one statement reads the rows, one the clock, and one writes; a ping before. */
    @Test
    void claimsAUsedNumberWithThreeStatements() throws SQLException {
        JdbcDataSource dataSource = H2.databaseWithTable();
        H2.execute(dataSource, row(0, "before"));
        ProxiedDataSource connections = new ProxiedDataSource(ConnectionSource.of(dataSource));
        ReservedWorkerSource source = new ReservedWorkerSource(store(connections), ReservationTerms.DEFAULT);
        source.attach(new OneNumber());

        assertThat(source.reservation().worker()).isZero();
        assertThat(connections.statements)
                .satisfiesExactly(
                        place -> assertThat(place).isEqualTo(PLACE),
                        ping -> assertThat(ping).isEqualTo(PING),
                        read -> assertThat(read).isEqualTo(ROWS),
                        clock -> assertThat(clock).isEqualTo(CLOCK),
                        ping -> assertThat(ping).isEqualTo(PING),
                        write -> assertThat(write).startsWith("update "));
        source.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"insert", "update"})
    void waitsForNoLockTwice(String kind) throws SQLException {
        ProxiedDataSource connections = new ProxiedDataSource(ConnectionSource.of(H2.databaseWithTable()));
        connections.nameProduct("PostgreSQL");
        JdbcReservationStore store = located(connections);
        store.read("default", 0, Long.MAX_VALUE).slots();
        StoredSlot expected = kind.equals("insert") ? null : FIRST;
        for (int round = 0; round < 2; round++) {
            connections.fail(sql -> sql.startsWith(kind), new SQLException("canceled due to lock timeout", "55P03"));
            connections.statements.clear();
            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> store.compareAndSet("default", expected, SECOND))
                    .withMessageContaining("lock timeout");
            assertThat(connections.statements)
                    .satisfiesExactly(
                            ping -> assertThat(ping).isEqualTo(PING),
                            write -> assertThat(write).startsWith(kind));
        }
    }

    private static final class OneNumber implements TickIssuer {
        @Override
        public Object scope() {
            return "one";
        }

        @Override
        public Object maker() {
            return this;
        }

        @Override
        public long workers() {
            return 1;
        }

        @Override
        public Duration lead() {
            return Duration.ZERO;
        }

        @Override
        public void requireFits(WorkerReservation reservation) {}

        @Override
        public Duration left(WorkerReservation reservation, long millis) {
            return Duration.ofMillis(Math.max(0, reservation.reservedUntil() - millis));
        }

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public long close() {
            return 0;
        }

        @Override
        public void reopen() {}
    }

    private static final String DONE = "commit";
    private static final String REFUSED = "rollback";

    /** Returns the calls of transactions: all end the transaction that is open, and then their own. */
    private static String calls(boolean autoCommit, String... ends) {
        return Stream.of(ends)
                .map(end -> autoCommit
                        ? "setAutoCommit(false) commit " + end + " setAutoCommit(true) close"
                        : "commit " + end + " close")
                .collect(Collectors.joining(" "));
    }

    private static String located(boolean autoCommit) {
        return autoCommit ? "setAutoCommit(false) commit setAutoCommit(true) " : "commit ";
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void commitsEachStatementAndLeavesAutoCommitAsItWas(boolean autoCommit) throws SQLException {
        JdbcDataSource dataSource = H2.databaseWithTable();
        ProxiedDataSource connections =
                new ProxiedDataSource(autoCommit ? ConnectionSource.of(dataSource) : withoutAutoCommit(dataSource));
        JdbcReservationStore store = store(connections);

        assertThat(store.compareAndSet("default", null, FIRST)).isTrue();
        assertThat(store.compareAndSet("default", null, SECOND)).isFalse();
        assertThat(store.compareAndSet("default", FIRST, SECOND)).isTrue();

        assertThat(store(ConnectionSource.of(dataSource))
                        .read("default", 0, Long.MAX_VALUE)
                        .slots())
                .containsExactly(SECOND);
        // The table is looked up with autocommit as it was, in a transaction of its own.
        assertThat(String.join(" ", connections.calls))
                .isEqualTo(located(autoCommit) + calls(autoCommit, DONE, DONE, REFUSED, DONE, DONE));
    }

    /** As drivers of MySQL and PostgreSQL do after {@code SET autocommit=0} or {@code BEGIN}. */
    @Test
    void commitsWhereTheDriverReportsAutoCommitByMistake() throws SQLException {
        JdbcDataSource dataSource = H2.databaseWithTable();
        AtomicBoolean believed = new AtomicBoolean();
        ConnectionSource mistaken = ConnectionSource.of(() -> {
            Connection connection = dataSource.getConnection();
            connection.setAutoCommit(false);
            believed.set(true);
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        switch (method.getName()) {
                            case "getAutoCommit" -> {
                                return believed.get();
                            }
                            case "setAutoCommit" -> believed.set((Boolean) arguments[0]);
                            case "close" -> connection.rollback();
                            default -> {}
                        }
                        return method.invoke(connection, arguments);
                    });
        });

        assertThat(store(mistaken).compareAndSet("default", null, FIRST)).isTrue();
        assertThat(store(mistaken).compareAndSet("default", FIRST, SECOND)).isTrue();
        assertThat(believed).as("restored to what it said").isTrue();
        assertThat(store(ConnectionSource.of(dataSource))
                        .read("default", 0, Long.MAX_VALUE)
                        .slots())
                .containsExactly(SECOND);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void saysThatTheOutcomeIsUnknownWhenTheAnswerIsLost(boolean autoCommit) throws SQLException {
        JdbcDataSource dataSource = H2.databaseWithTable();
        ProxiedDataSource connections =
                new ProxiedDataSource(autoCommit ? ConnectionSource.of(dataSource) : withoutAutoCommit(dataSource));
        JdbcReservationStore store = store(connections);
        connections.loseAnswers(true);

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.compareAndSet("default", null, FIRST))
                .withMessage("JDBC table PUBLIC.idgen_worker could not be written: the connection broke")
                .withCauseInstanceOf(SQLException.class);
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.compareAndSet("default", FIRST, SECOND));

        assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).containsExactly(SECOND);
        assertThat(connections.open).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({"0, 15000 20000 15000 0", "60000, 15000 20000 15000 60000", "5000, ''"})
    void waitsForAnAnswerForFifteenSecondsForTheFirstForTwentyAndLeavesTheConnectionAsItWas(int before, String set)
            throws SQLException {
        List<String> limits = new ArrayList<>();
        JdbcDataSource database = H2.databaseWithTable();
        ConnectionSource limited = ConnectionSource.of(() -> {
            Connection connection = database.getConnection();
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("setNetworkTimeout")) {
                            limits.add(String.valueOf(arguments[1]));
                        }
                        return switch (method.getName()) {
                            case "unwrap" -> proxy;
                            case "getNetworkTimeout" -> before;
                            default -> method.invoke(connection, arguments);
                        };
                    });
        });
        assertThat(new JdbcReservationStore(limited, JdbcTable.DEFAULT)
                        .read("default", 0, Long.MAX_VALUE)
                        .slots())
                .isEmpty();
        assertThat(String.join(" ", limits)).isEqualTo(set);
    }

    @ParameterizedTest
    @CsvSource({
        "unwrap, java.lang.AbstractMethodError",
        "unwrap, java.sql.SQLException",
        "getNetworkTimeout, java.lang.AbstractMethodError",
        "getNetworkTimeout, java.lang.UnsupportedOperationException",
        "getNetworkTimeout, java.sql.SQLFeatureNotSupportedException",
        "setNetworkTimeout, java.lang.AbstractMethodError",
        "setNetworkTimeout, java.sql.SQLFeatureNotSupportedException"
    })
    void doesWithoutALimitWhereTheDriverHasNone(String missing, Class<? extends Throwable> refusal)
            throws SQLException {
        JdbcDataSource database = H2.databaseWithTable();
        List<Connection> lent = new ArrayList<>();
        ConnectionSource old = ConnectionSource.of(() -> {
            Connection connection = database.getConnection();
            lent.add(connection);
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals(missing)) {
                            throw refusal.getDeclaredConstructor().newInstance();
                        }
                        return method.getName().equals("unwrap") ? proxy : method.invoke(connection, arguments);
                    });
        });
        JdbcReservationStore store = new JdbcReservationStore(old, JdbcTable.DEFAULT);

        assertThat(store.compareAndSet("default", null, FIRST)).isTrue();
        assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).containsExactly(FIRST);
        assertThat(lent).hasSize(3);
        for (Connection connection : lent) {
            assertThat(connection.isClosed()).isTrue();
        }
    }

    /** HSQLDB has no such limit, and HikariCP closes a connection that does not support a method that is called on it. */
    @Test
    void worksWithAPoolThatClosesConnectionsWithoutALimit() {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:hsqldb:mem:" + UUID.randomUUID());
            pool.setMinimumIdle(0);
            JdbcReservationStore store = store(ConnectionSource.of(pool));

            assertThat(store.createTable()).isTrue();
            assertThat(store.compareAndSet("default", null, FIRST)).isTrue();
        }
    }

    @Test
    void failsWhereThereIsNoConnection() {
        JdbcReservationStore store = store(ConnectionSource.of(() -> {
            throw new SQLException("pool is empty", "08001");
        }));

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.read("default", 0, Long.MAX_VALUE).slots())
                .withMessage("JDBC table idgen_worker could not be read: pool is empty");
    }

    /** The chain of causes is what pools have in common. */
    @Test
    void saysWhyAPoolHasNoConnection() throws SQLException {
        try (HikariDataSource stopped = new HikariDataSource();
                HikariDataSource full = new HikariDataSource()) {
            stopped.setJdbcUrl("jdbc:postgresql://127.0.0.1:1/no-server-has-this-port");
            full.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID());
            full.setMaximumPoolSize(1);
            for (HikariDataSource pool : List.of(stopped, full)) {
                pool.setConnectionTimeout(1_000);
                pool.setInitializationFailTimeout(-1);
            }
            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> store(ConnectionSource.of(stopped)).read("default", 0, 1))
                    .withMessageContaining(
                            " could not be read: no connection can be made or used; check whether the server is"
                                    + " stopped, or the network drops packets: HikariPool-")
                    .withMessageContaining("total=0")
                    .withMessageContaining("Connection to 127.0.0.1:1 refused");
            try (Connection held = full.getConnection()) {
                assertThat(held.isValid(1)).isTrue();
                assertThatExceptionOfType(ReservationStoreException.class)
                        .isThrownBy(() -> store(ConnectionSource.of(full)).read("default", 0, 1))
                        .withMessageContaining(
                                " could not be read: no connection was free in time, and the pool reports no"
                                        + " failure to make one; check whether all connections are in use, or a login hangs, as when the"
                                        + " network drops packets:"
                                        + " HikariPool-")
                        .withMessageContaining("active=1");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"PostgreSQL, 57014", "MySQL, HY000"})
    void namesALockWhereAStatementWasCanceled(String product, String state) throws SQLException {
        ProxiedDataSource connections = new ProxiedDataSource(ConnectionSource.of(H2.databaseWithTable()));
        connections.nameProduct(product);
        connections.fail(
                sql -> sql.startsWith("update"),
                state.equals("57014") ? new SQLException("canceled", state) : new SQLTimeoutException("late", state));
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> located(connections).compareAndSet("default", FIRST, SECOND))
                .withMessageEndingWith(
                        ". A server answers on the connection, and the statement took longer than its limit;"
                                + " check whether another transaction locks the table");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsNothingThatIsNotCommittedAndLeavesTheConnectionAsItWas(boolean autoCommit) throws SQLException {
        JdbcDataSource dataSource = H2.databaseWithTable();
        try (Connection other = dataSource.getConnection();
                Connection dirty = dataSource.getConnection()) {
            other.setAutoCommit(false);
            H2.execute(other, row(3, "uncommitted"));
            dirty.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
            dirty.setAutoCommit(autoCommit);

            assertThat(store(lent(dirty)).read("default", 0, Long.MAX_VALUE).slots())
                    .isEmpty();
            assertThat(dirty.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_UNCOMMITTED);

            other.commit();
            assertThat(store(lent(dirty)).read("default", 0, Long.MAX_VALUE).slots())
                    .hasSize(1);
        }
    }

    @Test
    void leavesTheConnectionAsItWasWhenAStatementFails() throws SQLException {
        try (Connection dirty = H2.database("").getConnection()) {
            dirty.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);

            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> store(lent(dirty))
                            .read("default", 0, Long.MAX_VALUE)
                            .slots());
            assertThat(dirty.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_UNCOMMITTED);
        }
    }

    /** The same connection each time, which stays open. */
    private static ConnectionSource lent(Connection connection) {
        return new ConnectionSource() {
            @Override
            public Connection open() {
                return connection;
            }

            @Override
            public void close(Connection lent) {}

            @Override
            public <T> T transact(Work<T> work) throws SQLException {
                return work.run();
            }

            @Override
            public boolean isCommittedByBorrower(Connection connection) {
                return true;
            }
        };
    }

    private static String row(long worker, String owner) {
        return "insert into idgen_worker (namespace, worker_id, owner, reserved_until) values ('default', " + worker
                + ", '" + owner + "', 1000)";
    }

    private static JdbcDataSource databaseWithoutKey() throws SQLException {
        JdbcDataSource dataSource = H2.database("");
        H2.execute(
                dataSource,
                "create table idgen_worker (namespace varchar(100) not null, worker_id bigint not null,"
                        + " owner varchar(100) not null, reserved_until bigint not null)");
        return dataSource;
    }

    @Test
    void refusesTwoRowsOfOneNumberWithTheStatementThatAddsTheKey() throws SQLException {
        JdbcDataSource dataSource = databaseWithoutKey();
        H2.execute(dataSource, row(3, "first"));
        H2.execute(dataSource, row(4, "beside"));
        JdbcReservationStore store = store(ConnectionSource.of(dataSource));
        assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).hasSize(2);
        H2.execute(dataSource, row(3, "second"));

        ReservationStoreException e = catchThrowableOfType(
                ReservationStoreException.class,
                () -> store.read("default", 0, Long.MAX_VALUE).slots());
        assertThat(e)
                .hasMessage(
                        "JDBC table PUBLIC.idgen_worker has more than one row of worker [3] in namespace [default], so it"
                                + " has no primary key; stop all processes, delete all rows of that number but the one with the"
                                + " latest reserved_until, and add the key with\n"
                                + "alter table \"PUBLIC\".\"IDGEN_WORKER\" add primary key (\"NAMESPACE\", \"WORKER_ID\")");
        assertThat(store.read("other", 0, Long.MAX_VALUE).slots()).isEmpty();

        H2.execute(dataSource, "delete from idgen_worker where owner = 'second'");
        String message = e.getMessage();
        H2.execute(dataSource, message.substring(message.indexOf("alter table")));
        assertThat(store.compareAndSet("default", null, FIRST)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void refusesANewRowBesideAnotherOfItsNumber(boolean autoCommit) throws SQLException {
        JdbcDataSource dataSource = databaseWithoutKey();
        JdbcReservationStore store =
                store(autoCommit ? ConnectionSource.of(dataSource) : withoutAutoCommit(dataSource));
        assertThat(store.compareAndSet("default", null, FIRST)).isTrue();

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.compareAndSet("default", null, SECOND))
                .withMessageContaining("alter table \"PUBLIC\".\"IDGEN_WORKER\" add primary key");
    }

    @Test
    void showsWhyARowCannotBeInsertedThatIsNotThere() throws SQLException {
        JdbcDataSource dataSource = H2.databaseWithTable();
        H2.execute(dataSource, "create unique index only_one_end on idgen_worker (reserved_until)");
        JdbcReservationStore store = store(ConnectionSource.of(dataSource));
        assertThat(store.compareAndSet("default", null, FIRST)).isTrue();

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.compareAndSet("default", null, new StoredSlot(4, "second", 1000)))
                .withMessageStartingWith("JDBC table PUBLIC.idgen_worker could not be written: Unique index")
                .withMessageContaining("ONLY_ONE_END")
                .withCauseInstanceOf(SQLException.class);
        assertThat(store.compareAndSet("default", null, SECOND)).isFalse();
    }

    @ParameterizedTest(name = "{0} with code {1} of {2}, a row there: {3}: {4}")
    @CsvSource({
        "INSERT, 2627, Microsoft SQL Server, true, LOST",
        "INSERT, 2601, Microsoft SQL Server, true, LOST",
        "INSERT, 2627, Microsoft SQL Server, false, THROWN",
        "INSERT, 1205, Microsoft SQL Server, false, LOST",
        "INSERT, 3960, Microsoft SQL Server, true, LOST",
        "UPDATE, 1205, Microsoft SQL Server, true, LOST",
        "UPDATE, 3960, Microsoft SQL Server, true, LOST",
        "UPDATE, 2627, Microsoft SQL Server, true, THROWN",
        "INSERT, 2628, Microsoft SQL Server, true, THROWN",
        "INSERT, 2627, H2, true, THROWN",
        "INSERT, 1205, MySQL, true, THROWN",
        "UPDATE, 1205, MariaDB, true, THROWN",
        "UPDATE, 3960, Oracle, true, THROWN"
    })
    void knowsSqlServersCodesWhateverTheSqlState(String kind, int code, String product, boolean there, String outcome)
            throws SQLException {
        JdbcDataSource dataSource = H2.databaseWithTable();
        H2.execute(dataSource, "set mode MSSQLServer"); // It reads names in brackets.
        if (there) {
            H2.execute(dataSource, row(3, "somebody"));
        }
        ProxiedDataSource connections = new ProxiedDataSource(ConnectionSource.of(dataSource));
        connections.nameProduct(product);
        connections.fail(sql -> sql.startsWith(kind.toLowerCase(Locale.ROOT)), new SQLException("no", "S0001", code));
        StoredSlot expected = kind.equals("INSERT") ? null : FIRST;

        if (outcome.equals("LOST")) {
            assertThat(located(connections).compareAndSet("default", expected, SECOND))
                    .isFalse();
        } else {
            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> located(connections).compareAndSet("default", expected, SECOND));
        }
    }

    @ParameterizedTest(name = "{0}: {1}.{2}")
    @CsvSource({
        "Microsoft SQL Server, shop, , [shop]..[idgen_worker]",
        "Microsoft SQL Server, shop, app, [shop].[app].[idgen_worker]",
        "Microsoft SQL Server, , app, [app].[idgen_worker]",
        "Microsoft SQL Server, , , [idgen_worker]",
        "MySQL, shop, , |shop|.|idgen_worker|",
        "MariaDB, shop, app, |shop|.|app|.|idgen_worker|",
        "PostgreSQL, shop, , |shop|.|idgen_worker|"
    })
    void namesTheTableAsTheDatabaseReadsIt(
            String product, @Nullable String catalog, @Nullable String schema, String name) throws SQLException {
        TableSql sql = TableSql.of(new JdbcTable(catalog, schema, "idgen_worker"), metaData(product, "|"));

        String select = "select |worker_id|, |owner|, |reserved_until| from " + name + " where |namespace| = ?";
        // Where QUOTED_IDENTIFIER is off a double quote begins text.
        assertThat(sql.selectSome().replaceFirst(" and .*", ""))
                .isEqualTo(product.contains("SQL Server") ? select.replaceAll("\\|(\\w+)\\|", "[$1]") : select);
        assertThat(sql.insert()).startsWith("insert into " + name + " (");
        assertThat(sql.update()).startsWith("update " + name + " set ");
        assertThat(sql.ddl()).startsWith("create table " + name + " (");
    }

    private static DatabaseMetaData metaData(String product, String quote) {
        return (DatabaseMetaData) Proxy.newProxyInstance(
                JdbcReservationStoreTest.class.getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getDatabaseProductName" -> product;
                    case "getIdentifierQuoteString" -> quote;
                    default -> false;
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isWithoutAClockWhereTheQueryFailsAndGoesOn(boolean autoCommit) throws SQLException {
        JdbcDataSource dataSource = H2.databaseWithTable();
        ProxiedDataSource connections =
                new ProxiedDataSource(autoCommit ? ConnectionSource.of(dataSource) : withoutAutoCommit(dataSource));
        connections.fail(sql -> sql.contains("epoch"), new SQLException("no such function", "42883"));
        JdbcReservationStore store = store(connections);

        assertThat(store.read("default", 0, 1).millis()).isEmpty();
        assertThat(store.compareAndSet("default", null, FIRST)).isTrue();
        assertThat(String.join(" ", connections.calls))
                .isEqualTo(located(autoCommit) + calls(autoCommit, DONE, DONE, DONE));
    }

    @Test
    void failsToTellTheClockWhereThereIsNoConnection() {
        JdbcReservationStore store = store(ConnectionSource.of(() -> {
            throw new SQLException("pool is empty", "08001");
        }));

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.read("default", 0, 1))
                .withMessage("JDBC table idgen_worker could not be read: pool is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01"})
    void hasLostARaceThatTheDatabaseRolledBack(String state) throws SQLException {
        ProxiedDataSource connections = new ProxiedDataSource(ConnectionSource.of(H2.databaseWithTable()));
        connections.fail(sql -> sql.startsWith("update"), new SQLException("deadlock", state));

        assertThat(store(connections).compareAndSet("default", FIRST, SECOND)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"40003", "23505", "08006"})
    void doesNotTakeAnUnknownOutcomeOfAnUpdateForALostRace(String state) {
        JdbcReservationStore store = store(ConnectionSource.of(() -> {
            throw new SQLException("who knows", state);
        }));

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.compareAndSet("default", FIRST, SECOND));
    }

    // A pool that is closed, or has no connection to spare, tells no SQLSTATE, and MySQL 42000 without its
    // schema
    @ParameterizedTest
    @CsvSource({", pool is closed", "42000, Unknown database", "90121, Database is already closed"})
    void neverTakesAMissingConnectionForAMissingTable(@Nullable String state, String message) throws SQLException {
        JdbcDataSource dataSource = H2.databaseWithTable();
        AtomicInteger opened = new AtomicInteger();
        JdbcReservationStore store = store(ConnectionSource.of(() -> {
            if (opened.getAndIncrement() > 0) {
                throw new SQLException(message, state);
            }
            return dataSource.getConnection();
        }));
        store.read("default", 0, Long.MAX_VALUE).slots();

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.read("default", 0, Long.MAX_VALUE).slots())
                .withMessage("JDBC table PUBLIC.idgen_worker could not be read: " + message);
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(store::createTable)
                .withMessage("JDBC table PUBLIC.idgen_worker could not be read: " + message);
    }

    @Test
    void neverTakesAClosedDatabaseForAMissingTable() throws SQLException {
        JdbcDataSource dataSource = H2.databaseWithTable();
        try (Connection connection = dataSource.getConnection()) {
            JdbcReservationStore store = store(lent(connection));
            store.read("default", 0, Long.MAX_VALUE).slots();
            H2.execute(dataSource, "shutdown");

            ReservationStoreException e = catchThrowableOfType(
                    ReservationStoreException.class,
                    () -> store.read("default", 0, Long.MAX_VALUE).slots());
            assertThat(e).hasMessageContaining("closed");
            assertThat(e.getMessage()).doesNotContain("create");
        }
    }

    // An administrator ends PostgreSQL, with the connection still open
    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, 57P01, false",
        "PostgreSQL, 42P01, true",
        "PostgreSQL, 25006, false",
        "MySQL, 42S02, true",
        "MySQL, 08S01, false",
        "Microsoft SQL Server, S0002, true",
        "H2, 42S04, true",
        "H2, 90079, true"
    })
    void advisesToCreateTheTableOnlyWhereItMayBeMissing(String product, String state, boolean advised)
            throws SQLException {
        ProxiedDataSource connections = new ProxiedDataSource(ConnectionSource.of(H2.databaseWithTable()));
        connections.nameProduct(product);
        connections.fail(sql -> sql.startsWith("select"), new SQLException("no", state));

        ReservationStoreException e = catchThrowableOfType(
                ReservationStoreException.class,
                () -> located(connections).read("default", 0, Long.MAX_VALUE).slots());
        assertThat(e.getMessage().contains("create it with")).isEqualTo(advised);
    }

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, 42501, 0, grant select",
        "MySQL, 42000, 1142, grant select",
        "MariaDB, 42000, 1142, grant select",
        "Microsoft SQL Server, S0005, 229, grant select",
        "Oracle, 42000, 1031, grant select",
        "DB2, 42501, -551, grant select",
        "HSQL Database Engine, 42501, -5501, create it with",
        "PostgreSQL, 25006, 0, read-only",
        "MySQL, HY000, 1290, read-only",
        "Microsoft SQL Server, S0002, 3906, read-only",
        "Oracle, 72000, 16000, read-only"
    })
    void remedyFollowsTheCause(String product, String state, int code, String remedy) throws SQLException {
        ProxiedDataSource connections = new ProxiedDataSource(ConnectionSource.of(H2.databaseWithTable()));
        connections.nameProduct(product);
        connections.fail(
                sql -> sql.startsWith("insert") || sql.startsWith("select"), new SQLException("no", state, code));
        JdbcReservationStore store = located(connections);

        assertThat(remedies(() -> store.read("default", 0, 1))).containsExactly(remedy);
        assertThat(remedies(() -> store.compareAndSet("default", null, new StoredSlot(1, "me", 2))))
                .isEqualTo(remedy.equals("create it with") ? List.of() : List.of(remedy));
    }

    private static List<String> remedies(ThrowingCallable call) {
        ReservationStoreException e = catchThrowableOfType(ReservationStoreException.class, call);
        Map<String, Help> texts =
                Map.of("grant select", Help.RIGHTS, "create it with", Help.TABLE, "read-only", Help.WRITES);
        List<String> remedies =
                texts.keySet().stream().filter(e.getMessage()::contains).toList();
        assertThat(e.help()).isEqualTo(remedies.isEmpty() ? Help.STORE : texts.get(remedies.get(0)));
        return remedies;
    }

    @Test
    void printsTheStatementThatCreatesAMissingTable() throws SQLException {
        JdbcDataSource dataSource = H2.database("");
        JdbcReservationStore store = store(ConnectionSource.of(dataSource));

        ReservationStoreException e = catchThrowableOfType(
                ReservationStoreException.class,
                () -> store.read("default", 0, Long.MAX_VALUE).slots());

        assertThat(e)
                .hasMessageStartingWith("JDBC table PUBLIC.idgen_worker could not be read: ")
                .hasMessageContaining("if the table is missing, create it with\ncreate table PUBLIC.idgen_worker (\n")
                .hasMessageEndingWith(");")
                .hasMessage(e.rule() + "; " + e.remedy());
        assertThat(e.remedy()).startsWith("if the table is missing, create it with\n");
        assertThat(e.help()).isEqualTo(Help.TABLE);
        H2.execute(dataSource, statement(e));
        assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).isEmpty();
    }

    @ParameterizedTest(name = "schema {0}, table {1}, made as {2}")
    @CsvSource({
        ", plain, create table PLAIN",
        ", Plain, create table plain",
        ", select, create table \"SELECT\"",
        "app, plain, create schema app; create table app.plain",
        ", \"Exact\", create table \"Exact\"",
        "my-App, \"Exact\", create schema \"my-App\"; create table \"my-App\".\"Exact\""
    })
    void quotesItsNamesAsTheDatabaseFoldedThem(@Nullable String schema, String name, String create)
            throws SQLException {
        JdbcDataSource dataSource = H2.database("");
        String columns = "(namespace varchar(100), worker_id bigint, owner varchar(100), reserved_until bigint)";
        H2.execute(dataSource, create + " " + columns);
        JdbcReservationStore store =
                new JdbcReservationStore(ConnectionSource.of(dataSource), new JdbcTable(null, schema, name));

        assertThat(store.compareAndSet("default", null, FIRST)).isTrue();
        assertThat(store.compareAndSet("default", FIRST, SECOND)).isTrue();
        assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).containsExactly(SECOND);
    }

    @Test
    void printsAStatementThatKeepsExactNames() throws SQLException {
        JdbcDataSource dataSource = H2.database("");
        JdbcReservationStore store =
                new JdbcReservationStore(ConnectionSource.of(dataSource), new JdbcTable(null, null, "\"Owner\""));

        ReservationStoreException e = catchThrowableOfType(
                ReservationStoreException.class,
                () -> store.read("default", 0, Long.MAX_VALUE).slots());

        H2.execute(dataSource, statement(e));
        assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({", plain", ", select", "my-App, worker-numbers", "my-App, \"Exact\""})
    void createsAMissingTableOnce(@Nullable String schema, String name) throws SQLException {
        JdbcDataSource dataSource = H2.database("");
        H2.execute(dataSource, "create schema \"my-App\"");
        JdbcTable table = new JdbcTable(null, schema, name);

        assertThat(new JdbcReservationStore(withoutAutoCommit(dataSource), table).createTable())
                .isTrue();

        JdbcReservationStore store = new JdbcReservationStore(ConnectionSource.of(dataSource), table);
        assertThat(store.compareAndSet("default", null, FIRST)).isTrue();
        assertThat(store.createTable()).isFalse();
        assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).containsExactly(FIRST);
    }

    @Test
    void takesTheTableThatAnotherProcessWasFasterToCreate() throws SQLException {
        JdbcDataSource dataSource = H2.database("");
        AtomicInteger lent = new AtomicInteger();
        JdbcReservationStore store = store(ConnectionSource.of(() -> {
            if (lent.incrementAndGet() == 2) {
                H2.execute(dataSource, JdbcDatabase.H2.ddl());
            }
            return dataSource.getConnection();
        }));

        assertThat(store.createTable()).isFalse();
        assertThat(lent).hasValue(3);
        assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).isEmpty();
    }

    @Test
    void saysWhyATableCouldNotBeCreatedAndHow() {
        JdbcReservationStore store =
                new JdbcReservationStore(ConnectionSource.of(H2.database("")), new JdbcTable(null, "nowhere", "ids"));

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(store::createTable)
                .withMessageStartingWith("JDBC table nowhere.ids could not be created: Schema \"NOWHERE\" not found")
                .withMessageContaining("create it with\ncreate table nowhere.ids (\n");
    }

    @Test
    void createsNothingWhereThereIsNoConnection() {
        JdbcReservationStore store = store(ConnectionSource.of(() -> {
            throw new SQLException("pool is empty", "08001");
        }));

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(store::createTable)
                .withMessage("JDBC table idgen_worker could not be read: pool is empty");
    }

    private static String statement(ReservationStoreException e) {
        String message = e.getMessage();
        int start = message.indexOf("create table");
        return message.substring(start, message.indexOf(';', start));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\"b", "a;drop", "1a", "a.b", "a'b", "a`b"})
    void refusesWhatIsNotAnIdentifier(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcTable(null, null, name))
                .withMessage("table name [" + name + "] is not an identifier; give a letter or _ and then up to 127 of"
                        + " the characters A-Z a-z 0-9 _ $ # -, or up to 128 other characters in double quotes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcTable(null, name, "t"))
                .withMessageStartingWith("schema name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcTable(name, null, "t"))
                .withMessageStartingWith("catalog name");
    }

    @ParameterizedTest
    @EnumSource(JdbcDatabase.class)
    void comesWithAScript(JdbcDatabase database) {
        assertThat(database.ddl())
                .startsWith("create table idgen_worker (\n    namespace varchar")
                .contains("    worker_id ", "    owner ", "    reserved_until ", "primary key (namespace, worker_id)")
                .endsWith(";\n");
    }

    @Test
    void recognizesTheDatabase() throws SQLException {
        try (Connection connection = H2.database("").getConnection()) {
            assertThat(JdbcDatabase.of(connection.getMetaData())).isEqualTo(JdbcDatabase.H2);
        }
    }
}
