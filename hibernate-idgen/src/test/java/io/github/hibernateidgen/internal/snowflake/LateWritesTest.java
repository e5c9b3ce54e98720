package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.Ticket;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.hibernate.cfg.AvailableSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The warning of a database that confirms commits before it writes them to its files. */
class LateWritesTest {

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}, settle {1}: warned {2}")
    @CsvSource({
        "jdbc:h2:file:FOLDER/a, , true",
        "jdbc:h2:file:FOLDER/a, 2s, true",
        "jdbc:h2:file:FOLDER/a;WRITE_DELAY=0, , true",
        "jdbc:h2:mem:MEMORY;DB_CLOSE_DELAY=-1, , false",
        "jdbc:hsqldb:file:FOLDER/b, , true",
        "jdbc:hsqldb:file:FOLDER/b, 500ms, true",
        "jdbc:hsqldb:file:FOLDER/b, 2s, false",
        "jdbc:hsqldb:file:FOLDER/b;hsqldb.write_delay=false, , false",
        "jdbc:hsqldb:mem:MEMORY, , false"
    })
    void warnsWhereNothingMakesUpForTheDelay(String url, @Nullable String settle, boolean warned) {
        Hibernate hibernate = Hibernate.onH2(Ticket.class)
                .without(IdgenSettings.WORKER_ID)
                .with(
                        AvailableSettings.JAKARTA_JDBC_URL,
                        url.replace("FOLDER", folder.toString())
                                .replace("MEMORY", UUID.randomUUID().toString()));
        List<String> warnings =
                warnings(settle == null ? hibernate : hibernate.with(IdgenSettings.WORKER_SETTLE, settle));

        assertThat(warnings)
                .hasSize(warned ? 1 : 0)
                .allSatisfy(warning -> assertThat(warning)
                        .startsWith("JDBC table PUBLIC.")
                        .contains(
                                url.contains("h2")
                                        ? "is in a database of H2 2.5 on files, which can lose commits"
                                        : "up to [500 ms] later. If",
                                url.contains("h2")
                                        ? "use H2 2.4, another database, or another store: hibernate.idgen.worker.source"
                                        : "set hibernate.idgen.worker.settle to 2s, or add"));
    }

    /** HSQLDB's delay is a setting of the database. */
    @Test
    void asksTheDatabaseThatHasTheTable() throws SQLException {
        ConnectionSource beside = ConnectionSource.of(
                () -> DriverManager.getConnection("jdbc:hsqldb:file:" + folder.resolve("beside"), "SA", ""));
        try (Connection connection = beside.open();
                Statement statement = connection.createStatement()) {
            statement.execute(JdbcDatabase.HSQLDB.ddl());
            assertThat(warningOf(beside)).contains("up to [500 ms] later", "settle to 2s, or add");
            statement.execute("set files write delay 10");
            assertThat(warningOf(beside))
                    .contains(
                            "up to [10000 ms] later",
                            "settle to 12s, and hibernate.idgen.worker.window to 36s, or add");
        }
    }

    private static String warningOf(ConnectionSource beside) {
        List<String> warnings = warnings(Hibernate.onH2(Ticket.class)
                .without(IdgenSettings.WORKER_ID)
                .with(IdgenSettings.WORKER_WINDOW, "30s")
                .with(IdgenSettings.WORKER_SOURCE, new JdbcReservationStore(beside, JdbcTable.DEFAULT)));
        assertThat(warnings).hasSize(1);
        return warnings.get(0);
    }

    private static List<String> warnings(Hibernate hibernate) {
        try (LogCapture log = new LogCapture()) {
            hibernate.start().close();
            return log.warnings();
        }
    }
}
