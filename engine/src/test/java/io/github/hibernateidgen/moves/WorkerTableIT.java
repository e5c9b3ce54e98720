package io.github.hibernateidgen.moves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The statements for the table of worker numbers in docs/migrating/from-snowflake.md, without PostgreSQL's, which {@link MoveIT}
 * runs, in docs/sql and in docs/runbooks.md.
 */
class WorkerTableIT {

    private static final long MILLIS = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();
    private static final long ID = (MILLIS - 1577836800000L) << 22 | 700 << 12 | 5;

    @ParameterizedTest
    @EnumSource(names = {"H2", "MARIADB", "MYSQL", "SQL_SERVER", "ORACLE"})
    void takesTheStatementsOfTheGuide(TestDatabase database) throws Exception {
        RunningDatabase running = database.orSkip();
        List<String> statements = statements(database);
        assertThat(statements).hasSize(database == TestDatabase.SQL_SERVER ? 2 : 1);
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    database == TestDatabase.ORACLE
                            ? "create table posts (id number(19) primary key)"
                            : "create table posts (id bigint primary key)");
            assertThat(new JdbcReservationStore(ConnectionSource.of(running::connect), JdbcTable.DEFAULT).createTable())
                    .isTrue();
            try {
                floorsOfAll(statement, statements);
                blocked(statement);
                freed(statement);
            } finally {
                statement.execute("drop table posts");
                statement.execute("drop table idgen_worker");
            }
        }
    }

    private static List<String> statements(TestDatabase database) throws Exception {
        boolean neverRan = database == TestDatabase.SQL_SERVER || database == TestDatabase.ORACLE;
        List<List<String>> blocks = neverRan
                ? List.of(lastBlock("sql/sql-server.sql"), lastBlock("sql/oracle.sql"))
                : Guide.section("from-snowflake", "The table of worker numbers in other databases")
                        .sql();
        assertThat(blocks).hasSize(2);
        return blocks.get(database == TestDatabase.H2 || database == TestDatabase.ORACLE ? 1 : 0);
    }

    private static List<String> lastBlock(String script) throws Exception {
        List<List<String>> blocks = Guide.script(script);
        return blocks.get(blocks.size() - 1);
    }

    /** Of the numbers that have a row the later floor holds. */
    private static void floorsOfAll(Statement statement, List<String> all) throws SQLException {
        statement.execute("insert into posts values (" + ID + ")");
        statement.execute("insert into idgen_worker values ('default', 3, 'earlier', 5)");
        statement.execute("insert into idgen_worker values ('default', 4, 'later', " + (MILLIS + 1000) + ")");
        for (String sql : all) {
            statement.execute(sql);
        }
        assertThat(numbers(
                        statement,
                        "select worker_id from idgen_worker where owner = 'old-generator' order by worker_id"))
                .hasSize(1024)
                .startsWith(0L, 1L)
                .endsWith(1023L);
        assertThat(numbers(statement, "select distinct reserved_until from idgen_worker order by reserved_until"))
                .containsExactly(MILLIS + 1, MILLIS + 1000);
        assertThat(numbers(statement, "select reserved_until from idgen_worker where worker_id = 4"))
                .containsExactly(MILLIS + 1000);
    }

    private static void blocked(Statement statement) throws Exception {
        String sql = Guide.section("from-snowflake", "While old processes still make ids")
                .sql()
                .get(0)
                .get(0);
        long tomorrow = Instant.now().plus(Duration.ofDays(1)).toEpochMilli();
        statement.execute(sql.strip().replace(":millis", String.valueOf(tomorrow)));
        assertThat(numbers(
                        statement,
                        "select worker_id from idgen_worker where reserved_until = " + tomorrow
                                + " order by worker_id"))
                .hasSize(32)
                .startsWith(0L)
                .endsWith(31L);
    }

    /** A statement that is repeated takes the number from no process that has claimed it in between. */
    private static void freed(Statement statement) throws Exception {
        long ahead = numbers(statement, "select reserved_until from idgen_worker where worker_id = 3")
                .get(0);
        String sql = Guide.section("../runbooks", "A number is reserved far ahead")
                .sql()
                .get(0)
                .get(0)
                .replace(":millis", String.valueOf(MILLIS))
                .replace(":number", "3")
                .replace(":ahead", String.valueOf(ahead));
        assertThat(statement.executeUpdate(sql)).isOne();
        assertThat(numbers(statement, "select reserved_until from idgen_worker where worker_id = 3"))
                .containsExactly(MILLIS);
        statement.execute("update idgen_worker set owner = 'running', reserved_until = " + (MILLIS + 60_000)
                + " where worker_id = 3");
        assertThat(statement.executeUpdate(sql)).isZero();
    }

    private static List<Long> numbers(Statement statement, String sql) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
        }
        return numbers;
    }
}
