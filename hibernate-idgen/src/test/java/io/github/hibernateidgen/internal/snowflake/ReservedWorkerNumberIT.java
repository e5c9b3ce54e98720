package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.Ticket;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The worker number that Hibernate's settings lead to, on real servers. */
class ReservedWorkerNumberIT {

    private static Hibernate on(RunningDatabase running, String action) {
        return Hibernate.on(running.persistenceSettings(), Ticket.class).with(AvailableSettings.HBM2DDL_AUTO, action);
    }

    private static long worker(SessionFactory factory) {
        Ticket ticket = new Ticket();
        factory.inTransaction(session -> session.persist(ticket));
        return SnowflakeLayout.STANDARD.split(ticket.id).worker();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SQLITE", "COCKROACHDB", "TIDB", "YUGABYTEDB"})
    void schemaToolsAndTheScriptMakeTheSameTable(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        on(running, "create-drop").start().close(); // Drops what other tests have left.
        try {
            try (SessionFactory one = on(running, "update").start();
                    SessionFactory other = on(running, "update").start()) {
                assertThat(workers(running))
                        .containsExactlyInAnyOrder(worker(one), worker(other))
                        .doesNotHaveDuplicates();
            }
            try (SessionFactory factory = on(running, "validate").start()) {
                assertThat(workers(running)).contains(worker(factory));
            }
            execute(running, "drop table idgen_worker");
            execute(running, ddl(running));
            try (LogCapture log = new LogCapture()) {
                on(running, "validate").start().close();
                on(running, "update").start().close();
                assertThat(log.warnings()).isEmpty();
            }
        } finally {
            on(running, "create-drop").start().close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRESQL"})
    void aLayoutWithLanesIsNamedWhereTheDatabaseIsInnoDb(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        try (LogCapture log = new LogCapture();
                SessionFactory factory = on(running, "update").start()) {
            assertThat(worker(factory)).isNotNegative();
            assertThat(log.messages().stream()
                            .filter(line -> line.contains("ids of [standard]: if several threads")
                                    && line.contains("snowflake.layout=innodb"))
                            .count())
                    .isEqualTo(database == TestDatabase.POSTGRESQL ? 0 : 1);
        } finally {
            on(running, "create-drop").start().close();
        }
    }

    /** MySQL and MariaDB call it a database or a schema, and Hibernate a catalog; each database reads it with one dot. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void tableOfAnotherSchemaIsMadeByTheLibraryAndByTheSchemaTools(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        execute(running, "create schema idgen_elsewhere");
        try {
            for (String maker : List.of("create", "schema-tools")) {
                try (LogCapture log = new LogCapture();
                        SessionFactory factory = on(running, "update")
                                .with(IdgenSettings.WORKER_JDBC_TABLE, "idgen_elsewhere.numbers")
                                .with(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, maker)
                                .start()) {
                    assertThat(workers(running, "idgen_elsewhere.numbers")).containsExactly(worker(factory));
                    assertThat(log.messages()).anyMatch(line -> line.contains("[JDBC table idgen_elsewhere.numbers]"));
                }
                execute(running, "drop table idgen_elsewhere.numbers");
            }
        } finally {
            execute(running, "drop schema idgen_elsewhere");
            on(running, "create-drop").start().close();
        }
    }

    private static String ddl(RunningDatabase running) throws SQLException {
        try (Connection connection = running.connect()) {
            return JdbcDatabase.of(connection.getMetaData()).ddl().replace(";", "");
        }
    }

    private static void execute(RunningDatabase running, String sql) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<Long> workers(RunningDatabase running) throws SQLException {
        return workers(running, "idgen_worker");
    }

    private static List<Long> workers(RunningDatabase running, String table) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select worker_id from " + table)) {
            List<Long> workers = new ArrayList<>();
            while (rows.next()) {
                workers.add(rows.getLong(1));
            }
            return workers;
        }
    }
}
