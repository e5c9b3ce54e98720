package io.github.hibernateidgen.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A data source that looks a database up by a key of the thread, as Spring's {@code AbstractRoutingDataSource} does. The
 * threads of this library have no key. Two session factories are two processes.
 */
class RoutingDataSourceTest {

    @Entity(name = "Numbered")
    static class Numbered {
        @Id
        @SegmentId(size = 10)
        Long id;
    }

    @Entity(name = "Flake")
    static class Flake {
        @Id
        @SnowflakeId
        Long id;

        @CombGuid
        UUID reference;
    }

    /** The worker numbers of running processes. */
    private static final String RESERVED = "select worker_id from idgen_worker where reserved_until > 1000 * "
            + "(extract(epoch from current_timestamp) + 10)";

    private final ThreadLocal<@Nullable DataSource> key = new ThreadLocal<>();
    private final JdbcDataSource red = database();
    private final JdbcDataSource blue = database();

    private static JdbcDataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return database;
    }

    @AfterEach
    void forgetTheKey() {
        key.remove();
    }

    /** Routes by the thread's key, and without a key to the default target, if there is one. */
    private DataSource routing(@Nullable DataSource defaultTarget) {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    DataSource target = key.get() == null ? defaultTarget : key.get();
                    if (target == null) {
                        throw new IllegalStateException("Cannot determine target DataSource for lookup key [null]");
                    }
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Hibernate on(DataSource database, Class<?> entity) {
        return Hibernate.onH2(entity)
                .without(AvailableSettings.JAKARTA_JDBC_URL)
                .without(IdgenSettings.WORKER_ID)
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, database)
                .with(AvailableSettings.HBM2DDL_AUTO, "update")
                .with(IdgenSettings.SEGMENT_TIMEOUT, "2s");
    }

    private void makeTables(Class<?> entity) {
        on(red, entity).start().close();
        on(blue, entity).start().close();
    }

    /** Persists a row before its session has a connection, so the number comes from a thread of this library. */
    private static Long withoutConnection(SessionFactory factory) {
        try (Session session = factory.openSession()) {
            Numbered row = new Numbered();
            session.persist(row);
            session.beginTransaction();
            session.getTransaction().commit();
            return row.id;
        }
    }

    private static List<Long> column(DataSource database, String query) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<Long> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getLong(1));
            }
            return values;
        }
    }

    @Test
    void segmentsMixTheCountersOfBothDatabases() throws SQLException {
        makeTables(Numbered.class);
        DataSource routing = routing(red);
        key.set(blue);
        try (SessionFactory one = on(routing, Numbered.class).start();
                SessionFactory other = on(routing, Numbered.class).start()) {
            assertThat(withoutConnection(one)).isEqualTo(1);
            assertThat(column(blue, "select id from Numbered")).containsExactly(1L);
            assertThat(column(blue, "select base_value from information_schema.sequences"))
                    .as("the number came from the default target")
                    .containsExactly(1L);
            assertThatThrownBy(() -> other.inTransaction(session -> session.persist(new Numbered())))
                    .as("a caller with a connection takes the next value of its own database")
                    .isInstanceOf(ConstraintViolationException.class);
        }
    }

    @Test
    void segmentsWithoutADefaultTargetThrow() {
        makeTables(Numbered.class);
        key.set(blue);
        try (SessionFactory factory = on(routing(null), Numbered.class).start()) {
            assertThatThrownBy(() -> withoutConnection(factory))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageContaining("Cannot determine target DataSource for lookup key [null]");
        }
    }

    /** Returns the ids of rows that both processes write to both databases in turn. */
    private List<Object> flakes(SessionFactory... processes) {
        List<Object> ids = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            key.set(i % 2 == 0 ? red : blue);
            for (SessionFactory process : processes) {
                process.inTransaction(session -> {
                    Flake row = new Flake();
                    session.persist(row);
                    session.flush();
                    ids.add(row.id);
                    ids.add(row.reference);
                });
            }
        }
        return ids;
    }

    @Test
    void workerNumbersAreReservedInTheDefaultTarget() throws SQLException {
        makeTables(Flake.class);
        List<Long> unused = column(blue, "select worker_id from idgen_worker");
        DataSource routing = routing(red);
        key.set(blue);
        try (SessionFactory one = on(routing, Flake.class).start();
                SessionFactory other = on(routing, Flake.class).start()) {
            assertThat(column(red, RESERVED)).hasSize(2);
            assertThat(column(blue, "select worker_id from idgen_worker")).isEqualTo(unused);
            assertThat(flakes(one, other)).hasSize(400).doesNotHaveDuplicates();
        }
    }

    @Test
    void processesWithDifferentDefaultTargetsReserveOneNumber() throws SQLException {
        makeTables(Flake.class);
        try (SessionFactory one = on(routing(red), Flake.class)
                        .with(IdgenSettings.WORKER_RANGE, "5-5")
                        .start();
                SessionFactory other = on(routing(blue), Flake.class)
                        .with(IdgenSettings.WORKER_RANGE, "5-5")
                        .start()) {
            assertThat(column(red, RESERVED)).containsExactly(5L);
            assertThat(column(blue, RESERVED)).containsExactly(5L);
            assertThat(one.isOpen() && other.isOpen()).isTrue();
        }
    }

    @Test
    void aStoreInOneDatabaseKeepsProcessesApart() throws SQLException {
        makeTables(Flake.class);
        key.set(blue);
        try (SessionFactory one = on(routing(red), Flake.class)
                        .with(IdgenSettings.WORKER_SOURCE, new JdbcReservationStore(red))
                        .with(IdgenSettings.WORKER_RANGE, "5-6")
                        .start();
                SessionFactory other = on(routing(blue), Flake.class)
                        .with(IdgenSettings.WORKER_SOURCE, new JdbcReservationStore(red))
                        .with(IdgenSettings.WORKER_RANGE, "5-6")
                        .start()) {
            assertThat(column(red, RESERVED)).containsExactlyInAnyOrder(5L, 6L);
            assertThat(flakes(one, other)).hasSize(400).doesNotHaveDuplicates();
        }
    }
}
