package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables of numbers with more than one row, as after a script that ran again, and without any row. */
class NumberTableIT {

    @Entity(name = "Parcel")
    @Table(name = "parcel")
    static class Parcel {
        @Id
        @SegmentId(table = true, sequence = "parcel_numbers", size = 10)
        Long id;
    }

    @Entity(name = "Letter")
    @Table(name = "letter")
    static class Letter {
        @Id
        @SegmentId(table = true, sequence = "parcel_numbers", size = 10)
        String id;
    }

    private RunningDatabase running;

    private void execute(String... statements) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private List<Long> rows() throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select next_val from parcel_numbers order by next_val")) {
            List<Long> rows = new ArrayList<>();
            while (row.next()) {
                rows.add(row.getLong(1));
            }
            return rows;
        }
    }

    private Hibernate hibernate(Class<?>... entities) {
        return Hibernate.on(running.persistenceSettings(), entities)
                .with(AvailableSettings.HBM2DDL_AUTO, "update")
                .with(IdgenSettings.COLUMN_CHECK, "off");
    }

    private static List<Long> save(SessionFactory factory, int count) {
        return factory.fromTransaction(session -> {
            List<Long> ids = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Parcel parcel = new Parcel();
                session.persist(parcel);
                ids.add(parcel.id);
            }
            return ids;
        });
    }

    /** Saves rows until that fails; a transaction that fails keeps none. */
    private static Throwable saveUntilItFails(SessionFactory factory, List<Long> saved) {
        return catchThrowable(() -> {
            for (int i = 0; i < 100; i++) {
                saved.addAll(save(factory, 1));
            }
        });
    }

    @AfterEach
    void dropTables() {
        if (running != null) {
            hibernate(Parcel.class, Letter.class)
                    .with(AvailableSettings.HBM2DDL_AUTO, "drop")
                    .start()
                    .close();
        }
    }

    /** Returns the statements below the first line of a message. */
    private static String[] statements(String message) {
        return message.substring(message.indexOf('\n') + 1).split(";\\s*");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "HSQLDB", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aScriptThatRanAgainStopsTheStartUntilItsRowIsGone(TestDatabase database) throws SQLException {
        running = database.orSkip();
        List<Long> saved = new ArrayList<>();
        try (SessionFactory factory = hibernate(Parcel.class).start()) {
            saved.addAll(save(factory, 200));
        }
        long before = rows().get(0);
        execute("insert into parcel_numbers (next_val) values (1)");
        for (Class<?> entity : List.of(Parcel.class, Letter.class)) {
            Throwable failure = catchThrowable(() -> hibernate(entity).start().close());
            assertThat(failure)
                    .isInstanceOf(IdgenConfigurationException.class)
                    .hasMessageMatching(
                            "(?s)" + entity.getSimpleName() + "\\.id \\[(" + before + ", 1|1, " + before + ")\\]: .*")
                    .hasMessageContaining("are the rows of table parcel_numbers, but ");
        }
        Throwable failure = catchThrowable(() -> hibernate(Parcel.class).start().close());
        execute(statements(failure.getMessage()));
        assertThat(rows()).containsExactly(before + 10);
        try (SessionFactory factory = hibernate(Parcel.class).start()) {
            saved.addAll(save(factory, 200));
        }
        assertThat(saved).doesNotHaveDuplicates().isSorted();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void rowsWithOneValueStopTheStartToo(TestDatabase database) throws SQLException {
        running = database.orSkip();
        hibernate(Parcel.class).start().close();
        for (int i = 0; i < 7; i++) {
            execute("insert into parcel_numbers (next_val) values (1)");
        }
        Throwable failure = catchThrowable(() -> hibernate(Parcel.class).start().close());
        assertThat(failure).hasMessageStartingWith("Parcel.id [1, 1, 1, 1, 1, ...]: ");
        execute(statements(failure.getMessage()));
        assertThat(rows()).containsExactly(11L);
        hibernate(Parcel.class).start().close();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "HSQLDB", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aRowThatIsAddedUnderARunningProcessEndsItsNumbersUntilTheRowIsGone(TestDatabase database) throws SQLException {
        running = database.orSkip();
        try (SessionFactory factory = hibernate(Parcel.class)
                .with(IdgenSettings.SEGMENT_TIMEOUT, "2s")
                .start()) {
            List<Long> saved = new ArrayList<>(save(factory, 35));
            execute("insert into parcel_numbers (next_val) values (1)");
            // A fetch that is under way meanwhile may have seen one row.
            Throwable failure = saveUntilItFails(factory, saved);
            assertThat(failure)
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageStartingWith("Parcel.id: table parcel_numbers returned no usable segment: ")
                    .hasMessageContaining("it has the rows [")
                    .hasMessageContaining("insert into parcel_numbers (next_val) select max(next_val) + 10");
            assertThat(saved).doesNotHaveDuplicates().isSorted();
            List<Long> left = rows();
            assertThat(left).hasSize(2).startsWith(1L);
            assertThat(saveUntilItFails(factory, saved)).isInstanceOf(IdentifierGenerationException.class);
            assertThat(rows()).as("nothing is committed by a fetch that fails").isEqualTo(left);

            execute(statements(failure.getMessage()));
            assertThat(rows()).containsExactly(left.get(1) + 10);
            saved.addAll(save(factory, 100));
            assertThat(saved).doesNotHaveDuplicates().isSorted();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "HSQLDB", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aTableWithoutARowIsWarnedOfAndNamesTheInsert(TestDatabase database) throws SQLException {
        running = database.orSkip();
        hibernate(Parcel.class).start().close();
        execute("delete from parcel_numbers");
        try (LogCapture log = new LogCapture();
                SessionFactory factory = hibernate(Parcel.class)
                        .with(IdgenSettings.SEGMENT_TIMEOUT, "2s")
                        .start()) {
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .startsWith("Parcel.id gets no number: table parcel_numbers has no row; insert the value [1]");
            Throwable failure = catchThrowable(() -> save(factory, 1));
            assertThat(failure)
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageStartingWith("Parcel.id: table parcel_numbers returned no usable segment: ")
                    .hasMessageContaining(
                            "it has no row; insert the value [1], or, if there are ids, a value that exceeds"
                                    + " the highest by [10] or more, with\ninsert into parcel_numbers (next_val) values (1);");
            execute(statements(failure.getMessage()));
            assertThat(save(factory, 12)).startsWith(1L).isSorted().doesNotHaveDuplicates();
        }
    }
}
