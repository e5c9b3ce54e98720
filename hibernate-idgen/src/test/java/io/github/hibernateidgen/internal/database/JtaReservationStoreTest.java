package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.github.hibernateidgen.test.ReservationStoreContract;
import io.github.hibernateidgen.testing.Jta;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Reservations through a pool of JTA, which refuses what is asked for outside of a transaction.
 *
 * <p>The contract holds there as elsewhere: what was answered is committed, and nothing else is.
 */
class JtaReservationStoreTest extends ReservationStoreContract {

    private static final StoredSlot FIRST = new StoredSlot(3, "first", 1000);
    private static final StoredSlot SECOND = new StoredSlot(3, "second", 2000);

    private final TransactionManager manager = Jta.manager();
    private final JdbcDataSource database = new JdbcDataSource();
    private AgroalDataSource pool;

    @BeforeEach
    void begin() throws SQLException {
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        execute(JdbcDatabase.H2.ddl());
        execute("create table orders (id bigint primary key)");
        pool = Jta.strictPool(database.getURL());
    }

    @AfterEach
    void end() throws Exception {
        pool.close();
        assertThat(manager.getStatus()).as("what this thread is left with").isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static ConnectionSource connections(DataSource dataSource, TransactionManager manager) {
        JdbcConnectionAccess access = (JdbcConnectionAccess) Proxy.newProxyInstance(
                JdbcConnectionAccess.class.getClassLoader(),
                new Class<?>[] {JdbcConnectionAccess.class},
                (self, method, arguments) -> {
                    if (method.getName().equals("obtainConnection")) {
                        return dataSource.getConnection();
                    }
                    ((Connection) arguments[0]).close();
                    return null;
                });
        return new BootstrapConnections(
                access, manager == null ? null : new JtaTransactions(manager), null, "", waited -> {});
    }

    private JdbcReservationStore storeIn(DataSource dataSource) {
        return new JdbcReservationStore(connections(dataSource, manager), JdbcTable.DEFAULT);
    }

    @Override
    protected ReservationStore store() {
        return storeIn(pool);
    }

    @Override
    protected boolean hasClock() {
        return true;
    }

    @Test
    void poolRefusesWhatIsOutsideOfATransaction() {
        assertThatThrownBy(() -> new JdbcReservationStore(connections(pool, null), JdbcTable.DEFAULT)
                        .read("default", 0, Long.MAX_VALUE)
                        .slots())
                .hasMessageContaining("Connection acquired without transaction");
    }

    @Test
    void callersTransactionIsSetAsideAndGoesOn() throws Exception {
        manager.begin();
        try (Connection mine = pool.getConnection();
                Statement statement = mine.createStatement()) {
            statement.execute("insert into orders (id) values (1)");
            var before = manager.getTransaction();

            assertThat(store().compareAndSet("default", null, FIRST)).isTrue();
            assertThat(store().compareAndSet("default", null, SECOND)).isFalse();
            assertThat(store().compareAndSet("default", FIRST, SECOND)).isTrue();

            assertThat(manager.getTransaction()).isEqualTo(before);
        } finally {
            manager.rollback();
        }
        assertThat(storeIn(database).read("default", 0, Long.MAX_VALUE).slots())
                .as("not rolled back with the caller's")
                .containsExactly(SECOND);
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("select id from orders")) {
            assertThat(rows.next()).as("committed with ours").isFalse();
        }
    }

    @Test
    void callersTransactionGoesOnAfterAFailure() throws Exception {
        execute("drop table idgen_worker");
        manager.begin();
        try {
            var before = manager.getTransaction();
            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> store().read("default", 0, Long.MAX_VALUE).slots())
                    .withMessageContaining("create table");
            assertThat(manager.getTransaction()).isEqualTo(before);
            assertThat(manager.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        } finally {
            manager.rollback();
        }
    }

    @Test
    void transactionThatIsNotCommittedLeavesTheOutcomeOpen() {
        DataSource doomed = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    Connection connection = pool.getConnection();
                    manager.setRollbackOnly();
                    return connection;
                });
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> storeIn(doomed).compareAndSet("default", null, FIRST))
                .withMessageContaining("its transaction could not be committed");
        assertThat(store().read("default", 0, Long.MAX_VALUE).slots()).isEmpty();
    }

    /** A pool that knows nothing of JTA: nobody else would commit, and the number would be another's, too. */
    @Test
    void connectionsOutsideOfJtaAreCommittedThroughThemselves() throws SQLException {
        DataSource withoutAutoCommit = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    Connection connection = database.getConnection();
                    connection.setAutoCommit(false);
                    return connection;
                });
        assertThat(storeIn(withoutAutoCommit).compareAndSet("default", null, FIRST))
                .isTrue();
        assertThat(storeIn(withoutAutoCommit).compareAndSet("default", FIRST, SECOND))
                .isTrue();
        assertThat(storeIn(database).read("default", 0, Long.MAX_VALUE).slots()).containsExactly(SECOND);
    }

    @Test
    void tableIsMadeOutsideOfJtaWhereThePoolLetsUs() throws SQLException {
        execute("drop table idgen_worker");
        assertThat(storeIn(database).createTable()).isTrue();
        assertThat(storeIn(database).createTable()).isFalse();
        execute("drop table idgen_worker");
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> storeIn(pool).createTable())
                .withMessageContaining("Connection acquired without transaction")
                .withMessageContaining("create table");
    }
}
