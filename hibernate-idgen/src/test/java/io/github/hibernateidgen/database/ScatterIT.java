package io.github.hibernateidgen.database;

import static java.util.Comparator.comparingLong;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.IdRange;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.WorkerSource;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids with a scatter field where rows are kept by ranges of the key, and what they cost where they are not. */
class ScatterIT {

    private static final String FIELDS = "scatter:3, time:41, worker:6, sequence:12";
    private static final SnowflakeLayout LAYOUT =
            SnowflakeLayout.named("scattered").fields(FIELDS).build();

    @Entity(name = "Event")
    @Table(name = "idgen_event")
    static class Event {
        @Id
        @SnowflakeId(layout = "scattered")
        Long id;

        int ordinal;

        Event() {}

        Event(int ordinal) {
            this.ordinal = ordinal;
        }
    }

    /** Finds the rows of a span as docs/sharding.md describes it. */
    private record Events(Session session, SnowflakeLayout layout) {

        List<Event> between(Instant from, Instant to, int limit) {
            List<Event> events = new ArrayList<>();
            for (IdRange range : layout.ranges(from, to)) {
                events.addAll(session.createSelectionQuery(
                                "from Event e where e.id between :first and :last order by e.id", Event.class)
                        .setParameter("first", range.first())
                        .setParameter("last", range.last())
                        .setMaxResults(limit)
                        .list());
            }
            events.sort(comparingLong(event -> layout.timeOrdered(event.id)));
            return events.subList(0, Math.min(limit, events.size()));
        }
    }

    /** Eight partitions stand for eight ranges of a cluster: each gets its share, at its own end. */
    @Test
    void partitionsOfPostgreSqlGetEqualSharesAtTheirEnds() throws SQLException {
        RunningDatabase running = TestDatabase.POSTGRESQL.orSkip();
        int rows = 8_000;
        try (Connection connection = running.connect()) {
            execute(
                    connection,
                    "create table idgen_event (id bigint primary key, ordinal int) partition by range (id)");
            List<IdRange> buckets = LAYOUT.ranges(LAYOUT.epoch(), LAYOUT.end());
            for (int i = 0; i < buckets.size(); i++) {
                execute(
                        connection,
                        "create table idgen_event_" + i + " partition of idgen_event for values from ("
                                + buckets.get(i).first() + ") to ("
                                + (buckets.get(i).last() + 1) + ")");
            }
            try (SessionFactory factory = Hibernate.on(running.persistenceSettings(), Event.class)
                    .with(IdgenSettings.SNOWFLAKE_LAYOUTS + "scattered.fields", FIELDS)
                    .with(IdgenSettings.WORKER_ID, 5)
                    .start()) {
                Instant from = Instant.now();
                factory.inTransaction(session -> {
                    for (int i = 0; i < rows; i++) {
                        session.persist(new Event(i));
                        if (i % 100 == 99) {
                            session.flush();
                            session.clear();
                        }
                    }
                });
                Instant to = Instant.now().plusMillis(1);

                List<Long> counts = numbers(connection, "select count(*) from idgen_event group by tableoid");
                assertThat(counts)
                        .hasSize(8)
                        .allSatisfy(count -> assertThat((double) count).isCloseTo(rows / 8.0, withinPercentage(20)));
                assertThat(numbers(connection, """
                        select count(*) from (select id, lag(id) over (partition by tableoid order by ordinal) as before
                        from idgen_event) as inserted where id < before""")).containsExactly(0L);

                SnowflakeLayout layout =
                        Idgen.of(factory).attributes().get(0).layout().orElseThrow();
                List<Event> events =
                        factory.fromSession(session -> new Events(session, layout).between(from, to, rows));
                assertThat(events)
                        .extracting(event -> event.ordinal)
                        .hasSize(rows)
                        .isSorted();
                List<Event> first = factory.fromSession(session -> new Events(session, layout).between(from, to, 10));
                assertThat(first).extracting(event -> event.ordinal).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
            } finally {
                execute(connection, "drop table idgen_event");
            }
        }
    }

    /** Where a cluster can be had; its own splits follow the buckets. */
    @ParameterizedTest
    @EnumSource(names = {"COCKROACHDB", "TIDB", "YUGABYTEDB"})
    void bucketsOfAClusterGetEqualShares(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        int rows = 4_000;
        try (SessionFactory factory = Hibernate.on(running.persistenceSettings(), Event.class)
                        .with(IdgenSettings.SNOWFLAKE_LAYOUTS + "scattered.fields", FIELDS)
                        .with(IdgenSettings.WORKER_ID, 5)
                        .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                        .start();
                Connection connection = running.connect()) {
            List<IdRange> buckets = LAYOUT.ranges(LAYOUT.epoch(), LAYOUT.end());
            String starts = buckets.stream()
                    .skip(1)
                    .map(bucket -> "(" + bucket.first() + ")")
                    .collect(Collectors.joining(", "));
            switch (database) {
                case COCKROACHDB -> execute(connection, "alter table idgen_event split at values " + starts);
                case TIDB -> execute(connection, "split table idgen_event by " + starts);
                default -> {} // Split where the table is created, which Hibernate does here.
            }
            Instant from = Instant.now();
            factory.inTransaction(session -> {
                for (int i = 0; i < rows; i++) {
                    session.persist(new Event(i));
                }
            });
            for (IdRange bucket : buckets) {
                assertThat((double) numbers(
                                        connection,
                                        "select count(*) from idgen_event where id between " + bucket.first() + " and "
                                                + bucket.last())
                                .get(0))
                        .isCloseTo(rows / 8.0, withinPercentage(25));
            }
            Instant to = Instant.now().plusMillis(1);
            List<Event> events = factory.fromSession(session -> new Events(session, LAYOUT).between(from, to, rows));
            assertThat(events).extracting(event -> event.ordinal).hasSize(rows).isSorted();
        }
    }

    // What it costs on one server, as a count and not as a time.

    private static final int ROWS = 200_000;

    private interface Fill {
        double measure(Connection connection) throws SQLException;
    }

    @LongTest
    @Test
    void leavesOfPostgreSqlAreHalfFull() throws SQLException {
        RunningDatabase running = TestDatabase.POSTGRESQL.orSkip();
        try (Connection connection = running.connect()) {
            execute(connection, "create extension if not exists pgstattuple");
        }
        Fill density = connection ->
                Double.parseDouble(text(connection, "select avg_leaf_density from pgstatindex('idgen_scatter_pkey')"));
        assertThat(fill(running, 0, density)).isGreaterThan(88);
        for (int bits : new int[] {3, 4, 6}) {
            assertThat(fill(running, bits, density)).as("scatter:%d", bits).isBetween(45.0, 60.0);
        }
    }

    @LongTest
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void pagesOfInnoDbStayFull(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        Fill rowsPerLeaf = connection -> {
            execute(connection, "analyze table idgen_scatter");
            return ROWS / Double.parseDouble(text(connection, """
                    select stat_value from mysql.innodb_index_stats
                    where database_name = database() and table_name = 'idgen_scatter'
                    and index_name = 'PRIMARY' and stat_name = 'n_leaf_pages'"""));
        };
        double ordered = fill(running, 0, rowsPerLeaf);
        for (int bits : new int[] {3, 4, 6}) {
            assertThat(fill(running, bits, rowsPerLeaf))
                    .as("scatter:%d", bits)
                    .isCloseTo(ordered, withinPercentage(10));
        }
    }

    private static double fill(RunningDatabase running, int scatterBits, Fill fill) throws SQLException {
        SnowflakeLayout layout = SnowflakeLayout.named("measured")
                .fields((scatterBits == 0 ? "" : "scatter:" + scatterBits + ", ") + "time:41, worker:4, sequence:12")
                .build();
        SnowflakeGenerator generator = new SnowflakeGenerator(layout, WorkerSource.fixed(1));
        try (Connection connection = running.connect()) {
            execute(connection, "create table idgen_scatter (id bigint primary key, filler varchar(50))");
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement("insert into idgen_scatter values (?, 'a row of some size')")) {
                for (int row = 1; row <= ROWS; row++) {
                    insert.setLong(1, generator.nextId());
                    insert.addBatch();
                    if (row % 1_000 == 0) {
                        insert.executeBatch();
                        connection.commit();
                    }
                }
            }
            connection.setAutoCommit(true);
            double measured = fill.measure(connection);
            System.out.printf("scatter:%d on %s after %d rows: %.2f%n", scatterBits, running, ROWS, measured);
            return measured;
        } finally {
            try (Connection connection = running.connect()) {
                execute(connection, "drop table idgen_scatter");
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return result.getString(1);
        }
    }

    private static List<Long> numbers(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<Long> numbers = new ArrayList<>();
            while (result.next()) {
                numbers.add(result.getLong(1));
            }
            return numbers;
        }
    }
}
