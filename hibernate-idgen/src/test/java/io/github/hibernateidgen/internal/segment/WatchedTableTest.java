package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.calls.BoundedConnection;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;

/** Fetches from a table of numbers whose second row is seen by the update alone, and drivers that count no rows. */
class WatchedTableTest {

    @Entity(name = "Pallet")
    static class Pallet {
        @Id
        @SegmentId(table = true, sequence = "pallet_numbers", size = 10)
        Long id;
    }

    /** What a driver does when Hibernate updates the table of numbers. */
    private interface Driver {
        int update(Connection connection, PreparedStatement update) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            try {
                return handler.invoke(self, method, given);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    private final JdbcDataSource h2 = new JdbcDataSource();

    private Driver driver = (connection, update) -> update.executeUpdate();

    WatchedTableTest() {
        h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    private DataSource driver() {
        return proxy(
                DataSource.class,
                (source, called, none) -> called.getName().equals("getConnection")
                        ? driver(h2.getConnection())
                        : called.invoke(h2, none));
    }

    private Connection driver(Connection connection) {
        return proxy(Connection.class, (self, method, given) -> {
            Object answer = method.invoke(connection, given);
            return answer instanceof PreparedStatement statement
                            && given[0].toString().startsWith("update pallet_n")
                    ? proxy(
                            PreparedStatement.class,
                            (update, executed, values) -> executed.getName().equals("executeUpdate")
                                    ? driver.update(connection, statement)
                                    : executed.invoke(statement, values))
                    : answer;
        });
    }

    private SessionFactory start() {
        return Hibernate.onH2(Pallet.class)
                .without(AvailableSettings.JAKARTA_JDBC_URL)
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, driver())
                .with(IdgenSettings.SEGMENT_TIMEOUT, "2s")
                .start();
    }

    private static List<Long> save(SessionFactory factory, int count) {
        return factory.fromTransaction(session -> {
            List<Long> ids = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Pallet pallet = new Pallet();
                session.persist(pallet);
                ids.add(pallet.id);
            }
            return ids;
        });
    }

    private List<Long> rows() throws SQLException {
        try (Connection connection = h2.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select next_val from pallet_numbers")) {
            List<Long> rows = new ArrayList<>();
            while (row.next()) {
                rows.add(row.getLong(1));
            }
            return rows;
        }
    }

    private static void insert(Connection connection, String value) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into pallet_numbers (next_val) values (" + value + ")");
        }
    }

    /** Throws for the first id, and leaves the table as it was. */
    private void requireFailure(String message) throws SQLException {
        try (SessionFactory factory = start()) {
            assertThatThrownBy(() -> save(factory, 1))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageStartingWith("Pallet.id: table pallet_numbers returned no usable segment: ")
                    .hasMessageContaining(message);
            assertThat(rows()).containsExactly(1L);
        }
    }

    @Test
    void aRowThatComesBetweenTheReadAndTheUpdateFailsTheFetch() throws SQLException {
        driver = (connection, update) -> {
            insert(connection, "1");
            return update.executeUpdate();
        };
        requireFailure("it has the rows [1, 1], but each process reads any one of several rows");
    }

    @Test
    void updateThatChangesAThousandRowsIsShownInShort() throws SQLException {
        driver = (connection, update) -> 1_000;
        requireFailure("it has the rows [1, 1, 1, 1, 1, ...], but ");
    }

    @Test
    void driverThatCountsNoRowsServesATableWithOneRow() {
        driver = (connection, update) -> {
            update.executeUpdate();
            return -1;
        };
        try (SessionFactory factory = start()) {
            assertThat(save(factory, 100)).isSorted().doesNotHaveDuplicates().startsWith(1L);
        }
    }

    @Test
    void driverThatCountsNoRowsIsAskedForTheRows() throws SQLException {
        driver = (connection, update) -> {
            update.executeUpdate();
            insert(connection, "7");
            return -1;
        };
        requireFailure("it has the rows [11, 7], but each process reads any one of several rows");
    }

    @Test
    void driverThatCountsNoRowsMayNotIgnoreTheUpdate() throws SQLException {
        driver = (connection, update) -> -1;
        requireFailure("an update to [11] changed [-1] rows, and a read then shows [1]; check the table's triggers,"
                + " rules and row security");
    }

    /** As a later version of Hibernate might do. */
    @Test
    void resultThatStaysOpenIsFollowedByARead() throws SQLException {
        try (SessionFactory factory = start();
                Connection connection = h2.getConnection()) {
            SessionFactoryImplementor made = factory.unwrap(SessionFactoryImplementor.class);
            SegmentIdGenerator generator = (SegmentIdGenerator) made.getMappingMetamodel()
                    .getEntityDescriptor(Pallet.class.getName())
                    .getGenerator();
            connection.setAutoCommit(false);
            BoundedConnection bounded = new BoundedConnection(connection, Duration.ofSeconds(5));
            WatchedTable table = new WatchedTable(
                    new NumberTable(generator.getDatabaseStructure(), 10),
                    made.getSqlStringGenerationContext(),
                    bounded);
            insert(connection, "0");
            ResultSet row = table.connection()
                    .prepareStatement("select next_val from pallet_numbers order by next_val desc")
                    .executeQuery();
            assertThat(row.next()).isTrue();
            table.connection()
                    .prepareStatement("update pallet_numbers set next_val = 11 where next_val = 1")
                    .executeUpdate();
            assertThatThrownBy(() -> table.requireOneRow(1, 11))
                    .hasMessageStartingWith("it has the rows [11, 0], but ");
            connection.rollback();
        }
    }
}
