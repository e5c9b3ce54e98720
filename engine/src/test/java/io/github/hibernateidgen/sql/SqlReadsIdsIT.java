package io.github.hibernateidgen.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.IdRange;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.TestSeed;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The SQL of the scripts in docs/sql against the ids that the engines make, on each server that is here. */
class SqlReadsIdsIT {

    private static final Instant NOVEMBER = Instant.parse("2026-11-01T00:00:00Z");
    private static final Instant DECEMBER = Instant.parse("2026-12-01T00:00:00Z");
    private static final Instant JANUARY = Instant.parse("2027-01-01T00:00:00Z");

    /** The time of the others has two parts, which the statements do not put together. */
    private static List<SnowflakeLayout> withTimeFirst() {
        return SnowflakeLayout.readyMade().stream()
                .filter(layout -> layout.turn().equals(layout.tick()))
                .toList();
    }

    @Test
    void thePageHasTheNumbersOfEachReadyMadeLayout() throws Exception {
        Map<String, SqlPage.Numbers> numbers = new HashMap<>();
        for (SnowflakeLayout layout : withTimeFirst()) {
            long divisor = layout.range(
                            layout.epoch().plusMillis(1), layout.epoch().plusMillis(2))
                    .first();
            numbers.put(
                    layout.name(),
                    new SqlPage.Numbers(
                            Long.numberOfTrailingZeros(divisor),
                            Long.toString(divisor),
                            Long.toString(layout.epoch().toEpochMilli())));
        }
        assertThat(SqlPage.layouts()).isEqualTo(numbers);
    }

    @Test
    void thePageShowsStatementsOfTheScript() throws Exception {
        SqlPage script = SqlPage.section("postgresql.sql", "Snowflake ids");
        assertThat(Files.readString(Path.of("..", "docs", "sql.md"))).contains(script.time(), script.span());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "POSTGRESQL, postgresql.sql",
        "MARIADB, mysql-mariadb.sql",
        "MYSQL, mysql-mariadb.sql",
        "SQL_SERVER, sql-server.sql",
        "ORACLE, oracle.sql"
    })
    void readsSnowflakeIds(TestDatabase database, String script) throws Exception {
        RunningDatabase running = database.orSkip();
        Map<String, SqlPage.Numbers> layouts = SqlPage.layouts();
        SqlPage page = SqlPage.section(script, "Snowflake ids");
        try (Connection connection = running.connect()) {
            for (SnowflakeLayout layout : withTimeFirst()) {
                IdRange november = layout.range(NOVEMBER, DECEMBER);
                IdRange december = layout.range(DECEMBER, JANUARY);
                Map<Object, Instant> ids = new LinkedHashMap<>();
                Stream.of(november.first() - 1, november.first(), november.last(), december.first(), december.last())
                        .forEach(id -> ids.put(id, layout.instant(id)));
                TestSeed.random()
                        .longs(200, november.first(), november.last())
                        .forEach(id -> ids.put(id, layout.instant(id)));
                new Reading(database, connection, "orders", database == TestDatabase.ORACLE ? "number(19)" : "bigint")
                        .reads(page.with(layouts.get("standard"), layouts.get(layout.name())), ids);
            }
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "POSTGRESQL, postgresql.sql, uuid, BYTES",
        "MARIADB, mysql-mariadb.sql, binary(16), BYTES",
        "MYSQL, mysql-mariadb.sql, binary(16), BYTES",
        "MARIADB, mysql-mariadb.sql, uuid, MARIADB",
        "SQL_SERVER, sql-server.sql, uniqueidentifier, SQL_SERVER",
        "ORACLE, oracle.sql, raw(16), BYTES"
    })
    void readsCombGuids(TestDatabase database, String script, String type, GuidOrder order) throws Exception {
        RunningDatabase running = database.orSkip();
        Map<Object, Instant> ids = new LinkedHashMap<>();
        for (UUID id : guids(order)) {
            ids.put(
                    type.endsWith(")") ? bytes(id) : database == TestDatabase.POSTGRESQL ? id : id.toString(),
                    order.instant(id));
        }
        try (Connection connection = running.connect()) {
            new Reading(database, connection, "invoices", type)
                    .reads(SqlPage.section(script, "COMB GUIDs in " + type + ", order " + order), ids);
        }
    }

    /** The first and the last of months, and others, with all bits that a GUID may have. */
    private static List<UUID> guids(GuidOrder order) {
        List<UUID> guids = new ArrayList<>(List.of(
                order.last(NOVEMBER.minusMillis(1)),
                order.first(NOVEMBER),
                order.last(DECEMBER.minusMillis(1)),
                order.first(DECEMBER),
                order.last(JANUARY.minusMillis(1))));
        Random random = TestSeed.random();
        for (int i = 0; i < 200; i++) {
            Instant instant = NOVEMBER.plusMillis(random.nextLong(DECEMBER.toEpochMilli() - NOVEMBER.toEpochMilli()));
            guids.add(random.nextBoolean() ? order.first(instant) : order.last(instant));
        }
        return guids.stream().distinct().toList();
    }

    private static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    /**
     * One section, on one column.
     *
     * @param table the name that the page has for the table; that with partitions is called {@code _by_month}
     * @param type the column's
     */
    private record Reading(TestDatabase database, Connection connection, String table, String type) {

        void reads(SqlPage page, Map<Object, Instant> ids) throws SQLException {
            try {
                execute("create table " + table + " (id " + type + " primary key)");
                insert(table, ids);
                assertThat(times(page.time())).as(page.time()).isEqualTo(byText(ids));
                assertThat(select(page.span())).as(page.span()).isEqualTo(keys(ids, NOVEMBER, DECEMBER));

                for (String sql : page.partitions()) {
                    execute(sql);
                }
                ids.values().removeIf(time -> time.isBefore(NOVEMBER));
                insert(table + "_by_month", ids);
                assertThat(select(partition(2026, 11))).isEqualTo(keys(ids, NOVEMBER, DECEMBER));
                assertThat(select(partition(2026, 12))).isEqualTo(keys(ids, DECEMBER, JANUARY));
            } finally {
                drop();
            }
        }

        /** A query for the rows of one partition, by the name or the number that the page gives to it. */
        private String partition(int year, int month) {
            return switch (database) {
                case POSTGRESQL -> "select id from " + table + "_" + year + "_" + month;
                case SQL_SERVER ->
                    "select id from " + table + "_by_month where $partition." + function() + "(id) = " + (month - 9);
                default -> "select id from " + table + "_by_month partition (p" + year + "_" + month + ")";
            };
        }

        private String function() {
            return type.equals("uniqueidentifier") ? "guid_months" : "months";
        }

        private void insert(String into, Map<Object, Instant> ids) throws SQLException {
            try (PreparedStatement insert = connection.prepareStatement("insert into " + into + " values (?)")) {
                for (Object id : ids.keySet()) {
                    insert.setObject(1, id);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        }

        private Map<String, Instant> times(String sql) throws SQLException {
            Map<String, Instant> times = new HashMap<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    times.put(text(rows.getObject(1)), time(rows.getString(2)));
                }
            }
            return times;
        }

        private static Instant time(String text) {
            return LocalDateTime.parse(text.strip().replace(' ', 'T')).toInstant(ZoneOffset.UTC);
        }

        private List<String> select(String sql) throws SQLException {
            List<String> ids = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    ids.add(text(rows.getObject(1)));
                }
            }
            return ids.stream().sorted().toList();
        }

        private static List<String> keys(Map<Object, Instant> ids, Instant from, Instant to) {
            return ids.entrySet().stream()
                    .filter(id -> !id.getValue().isBefore(from) && id.getValue().isBefore(to))
                    .map(id -> text(id.getKey()))
                    .sorted()
                    .toList();
        }

        private static Map<String, Instant> byText(Map<Object, Instant> ids) {
            return ids.entrySet().stream().collect(Collectors.toMap(id -> text(id.getKey()), Map.Entry::getValue));
        }

        private static String text(Object id) {
            return id instanceof byte[] bytes
                    ? java.util.HexFormat.of().formatHex(bytes)
                    : id.toString().toLowerCase();
        }

        private void drop() throws SQLException {
            execute("drop table if exists " + table);
            execute("drop table if exists " + table + "_by_month");
            if (database == TestDatabase.SQL_SERVER) {
                execute("if exists (select * from sys.partition_schemes where name = '" + function()
                        + "') drop partition scheme " + function());
                execute("if exists (select * from sys.partition_functions where name = '" + function()
                        + "') drop partition function " + function());
            }
        }

        private void execute(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }
}
