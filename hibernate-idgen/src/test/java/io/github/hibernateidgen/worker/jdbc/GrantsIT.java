package io.github.hibernateidgen.worker.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
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
import org.junit.jupiter.params.provider.EnumSource;

/** A database user that has the grants which docs/checklist.md lists, and no others. */
class GrantsIT {

    private static final String USER = "idgen_app";
    private static final String PASSWORD = "for-this-test";

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
        new JdbcReservationStore(running::connect, JdbcTable.of("idgen_worker")).createTable();
        undo.push("drop table idgen_worker");
        execute("create table granted (id bigint not null primary key)");
        undo.push("drop table granted");
        execute("create user " + USER + (database == TestDatabase.POSTGRESQL ? " password '" : " identified by '")
                + PASSWORD + "'");
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
                .setProperty("jakarta.persistence.jdbc.url", running.jdbcUrl())
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
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
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

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void areNamedWhereTheyAreMissing(TestDatabase database) throws SQLException {
        prepare(database, "select");
        assertThatThrownBy(() -> {
                    try (SessionFactory factory = start()) {
                        factory.inTransaction(session -> session.persist(new Granted()));
                    }
                })
                .hasStackTraceContaining("idgen_worker could not be written: ")
                .hasStackTraceContaining("denied");
    }
}
