package io.github.hibernateidgen.worker.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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

    /** A source like a pool whose connections have autocommit off. */
    private static ConnectionSource withoutAutoCommit(JdbcDataSource dataSource) {
        return () -> {
            Connection connection = dataSource.getConnection();
            connection.setAutoCommit(false);
            return connection;
        };
    }

    @Test
    void sendsOneStatementForEachCall() throws SQLException {
        ProxiedDataSource connections = new ProxiedDataSource(ConnectionSource.of(H2.databaseWithTable()));
        JdbcReservationStore store = store(connections);
        store.read("default");
        store.compareAndSet("default", null, FIRST);
        store.compareAndSet("default", FIRST, SECOND);

        assertThat(connections.statements)
                .containsExactly(
                        "select \"WORKER_ID\", \"OWNER\", \"RESERVED_UNTIL\" from \"IDGEN_WORKER\" where \"NAMESPACE\" = ?",
                        "insert into \"IDGEN_WORKER\" (\"OWNER\", \"RESERVED_UNTIL\", \"NAMESPACE\", \"WORKER_ID\")"
                                + " values (?, ?, ?, ?)",
                        "update \"IDGEN_WORKER\" set \"OWNER\" = ?, \"RESERVED_UNTIL\" = ? where \"NAMESPACE\" = ?"
                                + " and \"WORKER_ID\" = ? and \"OWNER\" = ? and \"RESERVED_UNTIL\" = ?");
        assertThat(connections.calls).containsExactly("close", "close", "close");
        assertThat(connections.open).hasValue(0);
    }

    @Test
    void commitsWhereAutoCommitIsOffAndLeavesItOff() throws SQLException {
        JdbcDataSource dataSource = H2.databaseWithTable();
        ProxiedDataSource connections = new ProxiedDataSource(withoutAutoCommit(dataSource));
        JdbcReservationStore store = store(connections);

        assertThat(store.compareAndSet("default", null, FIRST)).isTrue();
        assertThat(store.compareAndSet("default", null, SECOND)).isFalse();
        assertThat(store.compareAndSet("default", FIRST, SECOND)).isTrue();

        assertThat(store(ConnectionSource.of(dataSource)).read("default")).containsExactly(SECOND);
        assertThat(connections.calls).containsExactly("commit", "close", "rollback", "close", "commit", "close");
    }

    @Test
    void saysThatTheOutcomeIsUnknownWhenTheAnswerIsLost() throws SQLException {
        ProxiedDataSource connections = new ProxiedDataSource(ConnectionSource.of(H2.databaseWithTable()));
        JdbcReservationStore store = store(connections);
        connections.loseAnswers(true);

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.compareAndSet("default", null, FIRST))
                .withMessage("JDBC table idgen_worker could not be written: the connection broke")
                .withCauseInstanceOf(SQLException.class);
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.compareAndSet("default", FIRST, SECOND));

        assertThat(store.read("default")).containsExactly(SECOND);
        assertThat(connections.open).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({"0, 10000 0", "60000, 10000 60000", "5000, ''"})
    void waitsForAServerForTenSecondsAtMostAndLeavesTheConnectionAsItWas(int before, String set) throws SQLException {
        List<String> limits = new ArrayList<>();
        JdbcDataSource database = H2.databaseWithTable();
        ConnectionSource limited = () -> {
            Connection connection = database.getConnection();
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("setNetworkTimeout")) {
                            limits.add(String.valueOf(arguments[1]));
                        }
                        return method.getName().equals("getNetworkTimeout")
                                ? before
                                : method.invoke(connection, arguments);
                    });
        };
        assertThat(new JdbcReservationStore(limited, JdbcTable.DEFAULT).read("default"))
                .isEmpty();
        assertThat(String.join(" ", limits)).isEqualTo(set);
    }

    @ParameterizedTest
    @CsvSource({
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
        ConnectionSource old = () -> {
            Connection connection = database.getConnection();
            lent.add(connection);
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals(missing)) {
                            throw refusal.getDeclaredConstructor().newInstance();
                        }
                        return method.invoke(connection, arguments);
                    });
        };
        JdbcReservationStore store = new JdbcReservationStore(old, JdbcTable.DEFAULT);

        assertThat(store.compareAndSet("default", null, FIRST)).isTrue();
        assertThat(store.read("default")).containsExactly(FIRST);
        assertThat(lent).hasSize(2);
        for (Connection connection : lent) {
            assertThat(connection.isClosed()).isTrue();
        }
    }

    @Test
    void failsWhereThereIsNoConnection() {
        JdbcReservationStore store = store(() -> {
            throw new SQLException("pool is empty", "08001");
        });

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.read("default"))
                .withMessage("JDBC table idgen_worker could not be read: pool is empty");
    }

    // Issue 9, 10
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isWithoutAClockWhereTheQueryFailsAndGoesOn(boolean autoCommit) throws SQLException {
        JdbcDataSource dataSource = H2.databaseWithTable();
        ProxiedDataSource connections =
                new ProxiedDataSource(autoCommit ? ConnectionSource.of(dataSource) : withoutAutoCommit(dataSource));
        connections.fail(sql -> sql.contains("epoch"), new SQLException("no such function", "42883"));
        JdbcReservationStore store = store(connections);

        assertThat(store.millis("default")).isEmpty();
        assertThat(store.compareAndSet("default", null, FIRST)).isTrue();
        assertThat(connections.calls)
                .containsExactlyElementsOf(
                        autoCommit ? List.of("close", "close") : List.of("rollback", "close", "commit", "close"));
    }

    @Test
    void failsToTellTheClockWhereThereIsNoConnection() {
        JdbcReservationStore store = store(() -> {
            throw new SQLException("pool is empty", "08001");
        });

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.millis("default"))
                .withMessage("JDBC table idgen_worker could not be read: pool is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01"})
    void hasLostARaceThatTheDatabaseRolledBack(String state) {
        JdbcReservationStore store = store(() -> {
            throw new SQLException("deadlock", state);
        });

        assertThat(store.compareAndSet("default", FIRST, SECOND)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"40003", "23505", "08006"})
    void doesNotTakeAnUnknownOutcomeOfAnUpdateForALostRace(String state) {
        JdbcReservationStore store = store(() -> {
            throw new SQLException("who knows", state);
        });

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.compareAndSet("default", FIRST, SECOND));
    }

    @Test
    void printsTheStatementThatCreatesAMissingTable() throws SQLException {
        JdbcDataSource dataSource = H2.database("");
        JdbcReservationStore store = store(ConnectionSource.of(dataSource));

        ReservationStoreException e =
                catchThrowableOfType(ReservationStoreException.class, () -> store.read("default"));

        assertThat(e)
                .hasMessageStartingWith("JDBC table idgen_worker could not be read: ")
                .hasMessageContaining("If the table is missing, create it with\ncreate table \"IDGEN_WORKER\" (\n")
                .hasMessageEndingWith("or choose another source of worker numbers: a number for each process in"
                        + " hibernate.idgen.worker.id, or another store in hibernate.idgen.worker.source");
        H2.execute(dataSource, statement(e));
        assertThat(store.read("default")).isEmpty();
    }

    @ParameterizedTest(name = "schema {0}, table {1}, exact {2}, made as {3}{4}")
    @CsvSource({
        ", plain, false, create table PLAIN",
        ", Plain, false, create table plain",
        ", select, false, create table \"SELECT\"",
        "app, plain, false, create schema app; create table app.plain",
        ", Exact, true, create table \"Exact\"",
        "my-App, Exact, true, create schema \"my-App\"; create table \"my-App\".\"Exact\""
    })
    void quotesItsNamesAsTheDatabaseFoldedThem(@Nullable String schema, String name, boolean exact, String create)
            throws SQLException {
        JdbcDataSource dataSource = H2.database("");
        String columns = exact
                ? "(\"namespace\" varchar(100), \"worker_id\" bigint, \"owner\" varchar(100), \"reserved_until\" bigint)"
                : "(namespace varchar(100), worker_id bigint, owner varchar(100), reserved_until bigint)";
        H2.execute(dataSource, create + " " + columns);
        JdbcReservationStore store =
                new JdbcReservationStore(ConnectionSource.of(dataSource), new JdbcTable(null, schema, name, exact));

        assertThat(store.compareAndSet("default", null, FIRST)).isTrue();
        assertThat(store.compareAndSet("default", FIRST, SECOND)).isTrue();
        assertThat(store.read("default")).containsExactly(SECOND);
    }

    @Test
    void printsAStatementThatKeepsExactNames() throws SQLException {
        JdbcDataSource dataSource = H2.database("");
        JdbcReservationStore store =
                new JdbcReservationStore(ConnectionSource.of(dataSource), new JdbcTable(null, null, "Owner", true));

        ReservationStoreException e =
                catchThrowableOfType(ReservationStoreException.class, () -> store.read("default"));

        H2.execute(dataSource, statement(e));
        assertThat(store.read("default")).isEmpty();
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
                .isThrownBy(() -> new JdbcTable(null, null, name, false))
                .withMessage("table name [" + name + "] is not an identifier; give a letter or _ and then up to 127 of"
                        + " the characters A-Z a-z 0-9 _ $ # -");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcTable(null, name, "t", false))
                .withMessageStartingWith("schema name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcTable(name, null, "t", false))
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
