package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables with ids above the ids that their layout makes now, as startup finds them. */
@Timeout(120)
class HighestSnowflakesIT {

    @Entity(name = "Freight")
    @Table(name = "freight")
    static class Freight {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Vessel")
    @Table(name = "vessel")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    static class Vessel {
        @Id
        @SnowflakeId
        long id;
    }

    @Entity(name = "Ferry")
    @Table(name = "ferry")
    static class Ferry extends Vessel {}

    @Entity(name = "Quay")
    @Table(name = "quay")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Quay {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Dock")
    @Table(name = "dock")
    static class Dock extends Quay {}

    /** The layout of TSIDs: a time of 42 bits from 2020 on. */
    private static final long TSID =
            (System.currentTimeMillis() - Instant.parse("2020-01-01T00:00:00Z").toEpochMilli()) << 22;

    private final List<String> created = new ArrayList<>();
    private RunningDatabase running;

    private void execute(String sql) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void create(String... tables) throws SQLException {
        for (String table : tables) {
            execute("create table " + table + " (id bigint not null primary key)");
            created.add(table);
        }
    }

    private Hibernate hibernate(Class<?>... entities) {
        return Hibernate.on(running.persistenceSettings(), entities)
                .with(AvailableSettings.HBM2DDL_AUTO, "none")
                .with(IdgenSettings.WORKER_ID, 5);
    }

    private static List<String> warnings(Hibernate hibernate) {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = hibernate.start()) {
            assertThat(factory.isOpen()).isTrue();
            return log.warnings();
        }
    }

    @AfterEach
    void dropTables() throws SQLException {
        for (String table : created) {
            execute("drop table " + table);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "HSQLDB", "POSTGRESQL", "MARIADB", "MYSQL"})
    void rowsOfAnotherGeneratorAreWarnedOf(TestDatabase database) throws SQLException {
        running = database.orSkip();
        create("freight");
        execute("insert into freight (id) values (-7)");
        assertThat(warnings(hibernate(Freight.class))).isEmpty();
        try (SessionFactory factory = hibernate(Freight.class).start()) {
            factory.inTransaction(session -> session.persist(new Freight()));
        }
        assertThat(warnings(hibernate(Freight.class))).isEmpty();

        execute("insert into freight (id) values (" + TSID + ")");
        assertThat(warnings(hibernate(Freight.class)))
                .singleElement()
                .asString()
                .contains(
                        "Freight.id has the id [" + TSID + "] in the database, which is [1461 days] after the ids that")
                .contains("layout [standard] makes now", "fails with a duplicate key")
                .contains(" in hibernate.idgen.snowflake.layout, or ")
                .endsWith("docs/migrating/between-layouts.md#ids-above-the-ids-of-a-layout");
        assertThat(warnings(hibernate(Freight.class)
                        .with("hibernate.idgen.snowflake.layouts.tsid.fields", "time:41, worker:10, sequence:12")
                        .with("hibernate.idgen.snowflake.layouts.tsid.epoch", "2020-01-01T00:00:00Z")
                        .with("hibernate.idgen.snowflake.layout", "tsid")))
                .as("the layout that made the rows")
                .isEmpty();
    }

    @Test
    void narrowerLayoutIsWarnedOf() throws SQLException {
        running = TestDatabase.POSTGRESQL.orSkip();
        create("freight");
        long id = SnowflakeLayout.STANDARD.firstId(Instant.now());
        execute("insert into freight (id) values (" + id + ")");
        assertThat(warnings(hibernate(Freight.class).with(IdgenSettings.SNOWFLAKE_LAYOUT, "short")))
                .singleElement()
                .asString()
                .contains("[" + id + "] in the database, which is above all ids of layout [short]. ");
    }

    @Test
    void idsOfAClockThatIsAheadAreToleratedForTwoHours() throws SQLException {
        running = TestDatabase.POSTGRESQL.orSkip();
        create("freight");
        for (int minutes : new int[] {110, 200}) {
            execute("insert into freight (id) values ("
                    + SnowflakeLayout.STANDARD.firstId(Instant.now().plus(Duration.ofMinutes(minutes))) + ")");
            assertThat(warnings(hibernate(Freight.class))).hasSize(minutes > 120 ? 1 : 0);
        }
    }

    @Test
    void allTablesOfAHierarchyAreRead() throws SQLException {
        running = TestDatabase.POSTGRESQL.orSkip();
        create("vessel", "ferry", "quay", "dock");
        execute("insert into ferry (id) values (" + TSID + ")");
        execute("insert into quay (id) values (" + TSID + ")");
        assertThat(warnings(hibernate(Vessel.class, Ferry.class, Quay.class, Dock.class)))
                .hasSize(2)
                .anyMatch(line -> line.startsWith("Vessel.id has the id [" + TSID))
                .anyMatch(line -> line.startsWith("Quay.id has the id [" + TSID));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"time:25, worker:10, lane:4, time:16, sequence:8", "scatter:3, time:41, worker:7, sequence:12"})
    void layoutsWhoseHighestIdIsNotTheLatestAreSkipped(String fields) throws SQLException {
        running = TestDatabase.POSTGRESQL.orSkip();
        create("freight");
        execute("insert into freight (id) values (" + Long.MAX_VALUE + ")");
        assertThat(warnings(hibernate(Freight.class)
                        .with("hibernate.idgen.snowflake.layouts.other.fields", fields)
                        .with(IdgenSettings.SNOWFLAKE_LAYOUT, "other")))
                .isEmpty();
    }

    @Test
    void partitionedTableIsSkipped() throws SQLException {
        running = TestDatabase.POSTGRESQL.orSkip();
        execute("create table freight (id bigint not null primary key) partition by range (id)");
        created.add("freight");
        execute("create table freight_all partition of freight default");
        execute("insert into freight (id) values (" + TSID + ")");
        assertThat(warnings(hibernate(Freight.class))).isEmpty();
    }

    /** The other tables are read after a table that does not exist, also in a pool whose autocommit is off. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void missingTableStopsNothing(boolean autocommit) throws SQLException {
        running = TestDatabase.POSTGRESQL.orSkip();
        create("quay", "dock");
        execute("insert into quay (id) values (" + TSID + ")");
        assertThat(warnings(hibernate(Freight.class, Quay.class, Dock.class)
                        .with(AvailableSettings.AUTOCOMMIT, autocommit)
                        .with(AvailableSettings.CONNECTION_PROVIDER_DISABLES_AUTOCOMMIT, !autocommit)))
                .singleElement()
                .asString()
                .startsWith("Quay.id has the id");
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void lockedTableStopsNothing(TestDatabase database) throws SQLException {
        running = database.orSkip();
        create("freight", "quay", "dock");
        try (Connection other = running.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute(
                    database == TestDatabase.POSTGRESQL
                            ? "lock table freight, quay in access exclusive mode"
                            : "lock tables freight write, quay write");
            long started = System.nanoTime();
            assertThat(warnings(hibernate(Freight.class, Quay.class, Dock.class)))
                    .isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(40));
            if (database != TestDatabase.POSTGRESQL) {
                statement.execute("unlock tables");
            }
            other.rollback();
        }
    }
}
