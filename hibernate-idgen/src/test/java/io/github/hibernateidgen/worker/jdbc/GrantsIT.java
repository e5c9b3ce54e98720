package io.github.hibernateidgen.worker.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.LogCapture;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A database user that has the grants which docs/first-service.md lists, and no others. */
class GrantsIT {

    private static final String USER = "idgen_app";
    private static final String PASSWORD = "for-this-test";

    private static final String IGNORED_UPDATE =
            "the database accepted an update, but a read does not show it; check the"
                    + " table's triggers, rules and row security";

    @Entity(name = "granted")
    static class Granted {
        @Id
        @SnowflakeId
        Long id;
    }

    private final Deque<String> undo = new ArrayDeque<>();
    private RunningDatabase running;

    @AfterEach
    void dropAll() throws SQLException {
        while (!undo.isEmpty()) {
            execute(undo.pop());
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void prepare(TestDatabase database, String onWorkers) throws SQLException {
        running = database.orSkip();
        new JdbcReservationStore(ConnectionSource.of(running::connect), JdbcTable.of("idgen_worker")).createTable();
        undo.push("drop table idgen_worker");
        execute("create table granted (id bigint not null primary key)");
        undo.push("drop table granted");
        boolean isStandard = database != TestDatabase.MARIADB && database != TestDatabase.MYSQL;
        execute("create user " + USER + (isStandard ? " password '" : " identified by '") + PASSWORD + "'");
        undo.push("drop user " + USER);
        grant("select, insert", "granted");
        grant(onWorkers, "idgen_worker");
    }

    private void grant(String rights, String table) throws SQLException {
        execute("grant " + rights + " on " + table + " to " + USER);
        undo.push("revoke " + rights + " on " + table + " from " + USER);
    }

    private SessionFactory start() {
        return new Configuration()
                .addAnnotatedClass(Granted.class)
                .setProperty(
                        "jakarta.persistence.jdbc.url",
                        running.jdbcUrl().replace(";DB_CLOSE_DELAY=-1", "")) // Only an administrator may set this.
                .setProperty("jakarta.persistence.jdbc.user", USER)
                .setProperty("jakarta.persistence.jdbc.password", PASSWORD)
                .buildSessionFactory();
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void areEnoughToClaimAndRelease(TestDatabase database) throws SQLException {
        prepare(database, "select, insert, update");
        try (SessionFactory factory = start()) {
            factory.inTransaction(session -> session.persist(new Granted()));
            assertThat(number("select max(reserved_until) from idgen_worker"))
                    .isGreaterThan(System.currentTimeMillis());
        }
        assertThat(number("select count(*) from granted")).isEqualTo(1);
        assertThat(number("select max(reserved_until) from idgen_worker"))
                .as("after the release")
                .isLessThanOrEqualTo(System.currentTimeMillis());
    }

    /** Startup fails at once, because a wait cannot help. */
    private void failsAtOnce(String reason) {
        try (LogCapture log = new LogCapture()) {
            assertThatThrownBy(() -> start().close()).hasStackTraceContaining(reason);
            assertThat(log.warnings()).noneMatch(line -> line.startsWith("startup waits"));
        }
    }

    @ParameterizedTest(name = "{0} without {2}")
    @CsvSource({
        "H2, 'insert, update', select",
        "H2, 'select, update', insert",
        "H2, 'select, insert', update",
        "POSTGRESQL, 'insert, update', select",
        "POSTGRESQL, 'select, update', insert",
        "POSTGRESQL, 'select, insert', update",
        "MARIADB, 'insert, update', select",
        "MARIADB, 'select, update', insert",
        "MARIADB, 'select, insert', update",
        "MYSQL, 'insert, update', select",
        "MYSQL, 'select, update', insert",
        "MYSQL, 'select, insert', update"
    })
    void areAllNeeded(TestDatabase database, String granted, String missing) throws SQLException {
        prepare(database, granted);
        failsAtOnce("idgen_worker could not be " + (missing.equals("select") ? "read: " : "written: "));
    }

    /** The UPDATE succeeds, and changes no row, as if another process had been faster. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "alter table idgen_worker enable row level security;"
                        + " create policy idgen_read on idgen_worker for select using (true);"
                        + " create policy idgen_add on idgen_worker for insert with check (true)",
                "create rule idgen_rule as on update to idgen_worker do instead nothing",
                "create function idgen_ignore() returns trigger language plpgsql as 'begin return null; end';"
                        + " create trigger idgen_trigger before update on idgen_worker for each row"
                        + " execute function idgen_ignore()",
                "create function idgen_ignore() returns trigger language plpgsql as 'begin return old; end';"
                        + " create trigger idgen_trigger before update on idgen_worker for each row"
                        + " execute function idgen_ignore()"
            })
    void postgresThatIgnoresUpdatesIsNoticed(String ignoring) throws SQLException {
        prepare(TestDatabase.POSTGRESQL, "select, insert, update");
        undo.push("drop function if exists idgen_ignore() cascade");
        execute(ignoring);
        failsAtOnce(IGNORED_UPDATE);

        // A row that was used before is updated, and not inserted.
        execute("alter table idgen_worker disable row level security; alter table idgen_worker disable trigger user;"
                + " drop rule if exists idgen_rule on idgen_worker");
        execute("update idgen_worker set owner = 'before', reserved_until = 1");
        execute(
                ignoring.contains("return old")
                        ? "select 1"
                        : ignoring.startsWith("create function")
                                ? "alter table idgen_worker enable trigger user"
                                : ignoring.startsWith("create rule")
                                        ? ignoring
                                        : "alter table idgen_worker enable row level security");
        if (!ignoring.contains("return old")) {
            failsAtOnce(IGNORED_UPDATE);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alter table idgen_worker enable row level security;"
                        + " create policy idgen_add on idgen_worker for insert with check (true);"
                        + " create policy idgen_change on idgen_worker for update using (true)",
                "create rule idgen_rule as on insert to idgen_worker do instead nothing"
            })
    void postgresThatIgnoresInsertsOrHidesRowsIsNoticed(String ignoring) throws SQLException {
        prepare(TestDatabase.POSTGRESQL, "select, insert, update");
        execute(ignoring);
        failsAtOnce("the database accepted an insert, but a read does not show it");
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void triggerThatKeepsTheOldValuesIsNoticed(TestDatabase database) throws SQLException {
        prepare(database, "select, insert, update");
        execute("create trigger idgen_trigger before update on idgen_worker for each row"
                + " set new.owner = old.owner, new.reserved_until = old.reserved_until");
        failsAtOnce(IGNORED_UPDATE);
    }
}
