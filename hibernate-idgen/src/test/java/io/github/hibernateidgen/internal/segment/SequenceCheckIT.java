package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
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
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sequences that are behind the ids in use, or end before the column does, as startup finds them. */
class SequenceCheckIT {

    @Entity(name = "Bill")
    @Table(name = "bill")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    static class Bill {
        @Id
        @SegmentId(sequence = "bill_seq")
        Long id;
    }

    @Entity(name = "Reminder")
    @Table(name = "reminder")
    static class Reminder extends Bill {}

    private RunningDatabase running;

    private void execute(String sql) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String action = "update";

    private Hibernate hibernate() {
        return Hibernate.on(running.persistenceSettings(), Bill.class, Reminder.class)
                .with(AvailableSettings.HBM2DDL_AUTO, action)
                .with(IdgenSettings.COLUMN_CHECK, "off");
    }

    private static void save(SessionFactory factory, int count) {
        factory.inTransaction(session -> {
            for (int i = 0; i < count; i++) {
                session.persist(i % 2 == 0 ? new Bill() : new Reminder());
            }
        });
    }

    /** Without the warning of two tables that share ids, of which {@link KeyCheckIT} knows. */
    private static List<String> warnings(LogCapture log) {
        return log.warnings().stream()
                .filter(line -> !line.contains("no unique key keeps two rows of [bill, reminder]"))
                .toList();
    }

    private List<String> warningsOfAStart(int saved) {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = hibernate().start()) {
            save(factory, saved);
            return warnings(log);
        }
    }

    private List<String> debugLinesOfAStart() {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = hibernate().start()) {
            assertThat(factory.isOpen()).isTrue();
            assertThat(warnings(log)).isEmpty();
            return log.messages().stream()
                    .filter(line -> line.contains("Bill.id is not compared with its sequence"))
                    .toList();
        }
    }

    @AfterEach
    void dropTables() {
        if (running != null) {
            hibernate()
                    .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                    .start()
                    .close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "HSQLDB", "POSTGRESQL", "MARIADB", "MYSQL"})
    void sequenceBehindTheRowsIsWarnedOf(TestDatabase database) throws SQLException {
        running = database.orSkip();
        try (SessionFactory first = hibernate().start()) {
            for (int saved : new int[] {0, 1, 49, 50, 51, 120}) {
                save(first, saved);
                assertThat(warningsOfAStart(saved)).as("after " + saved).isEmpty();
            }
        }
        execute("insert into reminder (id) values (70000)");
        assertThat(warningsOfAStart(0))
                .singleElement()
                .asString()
                .contains("Bill.id has an id [70000] in the database, but the next number of ", "bill_seq is [")
                .contains("restart the sequence or table above [70000]");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void sequenceThatEndsBeforeTheColumnIsWarnedOf(TestDatabase database) throws SQLException {
        running = database.orSkip();
        hibernate().start().close();
        execute("alter sequence bill_seq maxvalue 2147483647");
        assertThat(warningsOfAStart(1))
                .singleElement()
                .asString()
                .contains(
                        "Bill.id gets no number above [2147483647], where sequence bill_seq ends, but column id of type")
                .contains("holds up to [9223372036854775807]");

        execute("alter sequence bill_seq restart with 2147482900");
        assertThat(warningsOfAStart(1))
                .hasSize(2)
                .last()
                .asString()
                .contains("Bill.id has reached [21474828")
                .contains("sequence bill_seq holds at most [2147483647]");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "HSQLDB", "POSTGRESQL", "MARIADB"})
    void endOfANarrowColumnIsWarnedOf(TestDatabase database) throws SQLException {
        running = database.orSkip();
        action = "none"; // Hibernate would widen the columns.
        for (String table : List.of("bill", "reminder")) {
            execute("create table " + table + " (id integer not null primary key)");
        }
        execute("create sequence bill_seq " + (database == TestDatabase.HSQLDB ? "as bigint " : "")
                + "start with 2147482900 increment by 50");
        assertThat(warningsOfAStart(1))
                .singleElement()
                .asString()
                .contains("Bill.id has reached [21474828")
                .contains("the column in the database holds at most [2147483647]");
    }

    @Test
    void partitionedTableIsSkipped() throws SQLException {
        running = TestDatabase.POSTGRESQL.orSkip();
        execute("create table bill (id bigint not null primary key) partition by range (id)");
        execute("create table bill_all partition of bill default");
        assertThat(debugLinesOfAStart()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "HSQLDB", "POSTGRESQL", "MARIADB", "MYSQL"})
    void missingTableStopsNothing(TestDatabase database) throws SQLException {
        running = database.orSkip();
        hibernate().start().close();
        execute("drop table reminder");
        try (LogCapture log = new LogCapture();
                SessionFactory factory =
                        hibernate().with(AvailableSettings.HBM2DDL_AUTO, "none").start()) {
            assertThat(factory.isOpen()).isTrue();
            assertThat(warnings(log)).isEmpty();
            assertThat(log.messages()).anyMatch(line -> line.startsWith("Bill.id is not compared with its sequence: "));
        }
    }
}
