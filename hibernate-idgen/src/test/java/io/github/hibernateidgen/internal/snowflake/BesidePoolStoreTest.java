package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.internal.database.BesidePool;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When the connection beside the pool counts as proven, and when as elsewhere. Its URL is a server's, and its database H2. */
@Timeout(30)
class BesidePoolStoreTest {

    private static final StoredSlot FIRST = new StoredSlot(1, "a", 1000);
    private static final StoredSlot SECOND = new StoredSlot(1, "b", 2000);
    private static final StoredSlot THIRD = new StoredSlot(1, "c", 3000);

    private final JdbcDataSource database = h2();
    private final JdbcDataSource elsewhere = h2();
    private final AtomicInteger conflicts = new AtomicInteger();
    private final AtomicInteger updatesBeside = new AtomicInteger();
    private BesidePool connections;

    private static JdbcDataSource h2() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return database;
    }

    private BesidePoolStore beside(JdbcDataSource own) {
        new JdbcReservationStore(own).createTable();
        connections = BesidePool.of(() -> remote(database, false), () -> remote(own, true));
        JdbcReservationStore table = new JdbcReservationStore(connections.pool(), JdbcTable.DEFAULT);
        table.createTable();
        return new BesidePoolStore(table, table, connections.own());
    }

    @AfterEach
    void close() {
        connections.own().close();
    }

    private Connection remote(JdbcDataSource source, boolean isOwn) throws SQLException {
        Connection real = source.getConnection();
        return proxy(Connection.class, (self, method, arguments) -> {
            if (isOwn && method.getName().equals("prepareStatement") && ((String) arguments[0]).startsWith("update")) {
                updatesBeside.incrementAndGet();
                if (conflicts.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    throw new SQLException("could not serialize access", "40001");
                }
            }
            return switch (method.getName()) {
                case "hashCode" -> System.identityHashCode(self);
                case "equals" -> self == arguments[0];
                case "getMetaData" -> remote(real.getMetaData());
                case "getCatalog" -> "SHOP";
                default -> passed(real, method, arguments);
            };
        });
    }

    private static DatabaseMetaData remote(DatabaseMetaData real) {
        return proxy(
                DatabaseMetaData.class,
                (self, method, arguments) ->
                        method.getName().equals("getURL") ? "jdbc:h2:tcp://db/shop" : passed(real, method, arguments));
    }

    private static Object passed(Object real, java.lang.reflect.Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T proxy(Class<T> type, java.lang.reflect.InvocationHandler handler) {
        return (T) Proxy.newProxyInstance(BesidePoolStoreTest.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    /** A serialization failure or a deadlock: the pool's connection then replaces what this connection could replace. */
    @Test
    void aConflictIsNotAnotherPlaceAndTheNextRenewalIsTheProof() {
        BesidePoolStore store = beside(database);
        assertThat(store.compareAndSet("n", null, FIRST)).isTrue();
        conflicts.set(1);
        assertThat(store.compareAndSet("n", FIRST, SECOND)).isTrue();
        assertThat(updatesBeside).hasValue(1);
        assertThat(connections.own().usesPool()).isFalse();
        assertThat(store.compareAndSet("n", SECOND, THIRD)).isTrue();
        assertThat(updatesBeside).hasValue(2);
        assertThat(store.compareAndSet("n", null, new StoredSlot(2, "d", 1000))).isTrue();
        assertThat(updatesBeside).as("the claim is beside the pool").hasValueGreaterThan(2);
    }

    @Test
    void aTableWithoutTheRowIsAnotherPlace() {
        BesidePoolStore store = beside(elsewhere);
        assertThat(store.compareAndSet("n", null, FIRST)).isTrue();
        assertThat(store.compareAndSet("n", FIRST, SECOND)).isTrue();
        assertThat(updatesBeside).hasValue(1);
        assertThat(connections.own().usesPool()).isTrue();
        assertThat(store.read("n", 0, 10).slots()).containsExactly(SECOND);
    }
}
