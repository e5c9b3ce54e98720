package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.jdbc.connections.spi.AbstractDataSourceBasedMultiTenantConnectionProviderImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Applications whose pools lend connections in the schema of the last tenant. Two session factories with a pool each write
 * the same rows of a tenant, and each schema has a table of worker numbers.
 */
@Timeout(120)
class DriftingSchemaIT {

    private static final String TENANT = "idgen_tenant";

    @Entity(name = "crate")
    static class Crate {
        @Id
        @SnowflakeId
        Long id;
    }

    private enum Way {
        SET_SCHEMA {
            @Override
            void enter(Connection connection) throws SQLException {
                connection.setSchema(
                        connection.getMetaData().storesUpperCaseIdentifiers() ? TENANT.toUpperCase() : TENANT);
            }
        },
        SET_CATALOG {
            @Override
            void enter(Connection connection) throws SQLException {
                connection.setCatalog(TENANT);
            }
        },
        SET_SEARCH_PATH {
            @Override
            void enter(Connection connection) throws SQLException {
                execute(connection, "set search_path to " + TENANT);
            }
        },
        USE {
            @Override
            void enter(Connection connection) throws SQLException {
                execute(connection, "use " + TENANT);
            }
        };

        abstract void enter(Connection connection) throws SQLException;
    }

    private static final class Tenants extends AbstractDataSourceBasedMultiTenantConnectionProviderImpl<Object> {

        private static final long serialVersionUID = 1L;

        private final transient DataSource pool;
        private final Way way;

        Tenants(DataSource pool, Way way) {
            this.pool = pool;
            this.way = way;
        }

        @Override
        protected DataSource selectAnyDataSource() {
            return pool;
        }

        @Override
        protected DataSource selectDataSource(Object tenant) {
            return pool;
        }

        @Override
        public Connection getConnection(Object tenant) throws SQLException {
            Connection connection = super.getConnection(tenant);
            way.enter(connection);
            return connection;
        }
    }

    private final List<HikariDataSource> pools = new ArrayList<>();
    private RunningDatabase running;

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = running.connect()) {
            execute(connection, sql);
        }
    }

    private long number(String query) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    private void createTables(TestDatabase database) throws SQLException {
        running = database.orSkip();
        execute("create schema " + TENANT);
        for (String schema : List.of("", TENANT + ".")) {
            execute("create table " + schema + "crate (id bigint not null primary key)");
            new JdbcReservationStore(ConnectionSource.of(running::connect), JdbcTable.of(schema + "idgen_worker"))
                    .createTable();
        }
    }

    @AfterEach
    void dropTables() throws SQLException {
        pools.forEach(HikariDataSource::close);
        if (running != null) {
            for (String schema : List.of("", TENANT + ".")) {
                execute("drop table " + schema + "crate");
                execute("drop table " + schema + "idgen_worker");
            }
            execute("drop schema " + TENANT);
        }
    }

    private HikariDataSource pool() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(running.jdbcUrl());
        pool.setUsername(running.user().isEmpty() ? null : running.user());
        pool.setPassword(running.password());
        pool.setMaximumPoolSize(2);
        pools.add(pool);
        return pool;
    }

    private static Hibernate hibernate() {
        return Hibernate.on(Map.of(), Crate.class)
                .with(IdgenSettings.SNOWFLAKE_LAYOUTS + "tiny.fields", "time:41, worker:1, sequence:12")
                .with(IdgenSettings.SNOWFLAKE_LAYOUT, "tiny")
                .with(IdgenSettings.WORKER_WINDOW, "3s");
    }

    private SessionFactory start(Way way, String claim) {
        return hibernate()
                .with(AvailableSettings.MULTI_TENANT_CONNECTION_PROVIDER, new Tenants(pool(), way))
                .with(IdgenSettings.WORKER_CLAIM, claim)
                .start();
    }

    /** Leaves each connection of a pool of two in the tenant's schema. */
    private static void drift(SessionFactory factory) {
        try (Session one = tenant(factory);
                Session other = tenant(factory)) {
            for (Session session : List.of(one, other)) {
                session.beginTransaction();
                session.createNativeQuery("select count(*) from crate", Long.class)
                        .getSingleResult();
            }
            one.getTransaction().commit();
            other.getTransaction().commit();
        }
    }

    private static Session tenant(SessionFactory factory) {
        return factory.withOptions().tenantIdentifier((Object) TENANT).openSession();
    }

    private static List<Long> save(SessionFactory factory) {
        List<Long> ids = new ArrayList<>();
        try (Session session = tenant(factory)) {
            session.beginTransaction();
            for (int i = 0; i < 50; i++) {
                Crate crate = new Crate();
                session.persist(crate);
                ids.add(crate.id);
            }
            session.getTransaction().commit();
        }
        return ids;
    }

    @ParameterizedTest(name = "{0}, {1}, a number is claimed at {2}")
    @CsvSource({
        "H2, SET_SCHEMA, start",
        "H2, SET_SCHEMA, first-id",
        "HSQLDB, SET_SCHEMA, start",
        "POSTGRESQL, SET_SCHEMA, start",
        "POSTGRESQL, SET_SEARCH_PATH, start",
        "POSTGRESQL, SET_SEARCH_PATH, first-id",
        "MARIADB, SET_CATALOG, start",
        "MARIADB, SET_CATALOG, first-id",
        "MARIADB, USE, start",
        "MYSQL, SET_CATALOG, start",
        "MYSQL, USE, first-id"
    })
    void allNumbersAreInTheTableThatStartupFound(TestDatabase database, Way way, String claim) throws Exception {
        createTables(database);
        Set<Long> ids = new HashSet<>();
        int saved = 0;
        try (LogCapture log = new LogCapture();
                SessionFactory first = start(way, claim)) {
            drift(first);
            saved += save(first).stream().filter(ids::add).count();
            try (SessionFactory second = start(way, claim)) {
                drift(second);
                // Each reservation is renewed several times meanwhile.
                for (int round = 0; round < 30; round++) {
                    saved += save(first).stream().filter(ids::add).count();
                    saved += save(second).stream().filter(ids::add).count();
                    Thread.sleep(50);
                }
                assertThat(number("select count(*) from idgen_worker where reserved_until > "
                                + System.currentTimeMillis()))
                        .isEqualTo(2);
            }
            assertThat(log.messages().stream().filter(line -> line.contains("is reserved for this process")))
                    .hasSize(2)
                    .allMatch(line -> line.matches(".*\\[JDBC table [^\\].]+\\.idgen_worker\\].*"))
                    .noneMatch(line -> line.contains(TENANT + "."));
        }
        assertThat(saved).isEqualTo(61 * 50);
        assertThat(number("select count(*) from " + TENANT + ".idgen_worker"))
                .as("reservations in the tenant's schema")
                .isZero();
        assertThat(number("select count(*) from " + TENANT + ".crate")).isEqualTo(saved);
    }

    /** A rollback takes the pool's schema back from a connection without autocommit. */
    @Test
    void schemaOfThePoolThatARollbackUndoes() throws Exception {
        createTables(TestDatabase.POSTGRESQL);
        Set<Long> ids = new HashSet<>();
        List<SessionFactory> started = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                HikariDataSource pool = pool();
                pool.setAutoCommit(false);
                pool.setSchema(TENANT);
                try (Connection one = pool.getConnection();
                        Connection other = pool.getConnection()) {
                    execute(one, "select 1");
                    (i == 0 ? one : other).rollback();
                    (i == 0 ? other : one).commit();
                }
                try {
                    started.add(hibernate()
                            .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool)
                            .start());
                } catch (RuntimeException e) {
                    assertThat(e).hasStackTraceContaining(IdgenSettings.WORKER_JDBC_TABLE);
                }
            }
            int made = 0;
            for (int round = 0; round < 30; round++) {
                for (SessionFactory factory : started) {
                    ids.add((Long) Hibernate.nextId(factory, Crate.class));
                    made++;
                }
                Thread.sleep(50);
            }
            assertThat(ids).hasSize(made);
        } finally {
            started.forEach(SessionFactory::close);
        }
        assertThat(List.of(
                        number("select count(*) from idgen_worker"),
                        number("select count(*) from " + TENANT + ".idgen_worker")))
                .as("tables with reservations")
                .contains(0L);
    }

    @Test
    void tableThatARollbackChangesIsRejected() throws Exception {
        createTables(TestDatabase.POSTGRESQL);
        JdbcReservationStore pending =
                new JdbcReservationStore(ConnectionSource.of(this::withPendingSchema), JdbcTable.DEFAULT);
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> pending.read("default", 0, 1))
                .withMessageContaining("schemas [" + TENANT + "] and [public] both have a table")
                .withMessageContaining("name the table with its schema or database")
                .matches(ReservationStoreException::isPermanent);

        execute("drop table " + TENANT + ".idgen_worker");
        try {
            assertThat(pending.locate()).hasToString("public.idgen_worker");
        } finally {
            new JdbcReservationStore(ConnectionSource.of(running::connect), JdbcTable.of(TENANT + ".idgen_worker"))
                    .createTable();
        }
    }

    private Connection withPendingSchema() throws SQLException {
        Connection connection = running.connect();
        connection.setAutoCommit(false);
        connection.setSchema(TENANT);
        return connection;
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void connectionsWithoutADatabaseNeedItsName(TestDatabase database) throws Exception {
        createTables(database);
        String url = running.jdbcUrl().replaceFirst("(//[^/]+/)\\w+", "$1");
        JdbcReservationStore store = new JdbcReservationStore(
                ConnectionSource.of(() -> DriverManager.getConnection(url, running.user(), running.password())),
                JdbcTable.DEFAULT);
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.read("default", 0, 1))
                .withMessageContaining(
                        "the connection has no current database; name the table with its schema or database")
                .matches(ReservationStoreException::isPermanent);
    }

    /** PostgreSQL looks into each schema of the {@code search_path}. */
    @Test
    void tableInTheSecondSchemaOfTheSearchPathIsFound() throws Exception {
        createTables(TestDatabase.POSTGRESQL);
        execute("drop table " + TENANT + ".idgen_worker");
        HikariDataSource pool = pool();
        pool.setConnectionInitSql("set search_path to " + TENANT + ", public");
        try (LogCapture log = new LogCapture();
                SessionFactory factory = hibernate()
                        .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool)
                        .start()) {
            assertThat(Hibernate.nextId(factory, Crate.class)).isNotNull();
            assertThat(number("select count(*) from public.idgen_worker")).isOne();
            assertThat(log.messages()).anyMatch(line -> line.contains("[JDBC table public.idgen_worker] is reserved"));
        } finally {
            new JdbcReservationStore(ConnectionSource.of(running::connect), JdbcTable.of(TENANT + ".idgen_worker"))
                    .createTable();
        }
    }
}
