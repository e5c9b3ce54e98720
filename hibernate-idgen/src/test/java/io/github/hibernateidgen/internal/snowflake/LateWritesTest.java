package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.Ticket;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
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
        "jdbc:h2:file:FOLDER/a, 500ms, true",
        "jdbc:h2:file:FOLDER/a, 2s, false",
        "jdbc:h2:file:FOLDER/a;WRITE_DELAY=0, , true",
        "jdbc:h2:mem:MEMORY;DB_CLOSE_DELAY=-1, , false",
        "jdbc:hsqldb:file:FOLDER/b, , true",
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
                        .matches("(?s)JDBC table PUBLIC\\.(PUBLIC\\.)?idgen_worker is in a database that writes .*"
                                + "up to \\[500 ms] later\\..*set hibernate\\.idgen\\.worker\\.settle to 2s, or .*"));
    }

    @Test
    void asksTheDatabaseThatHasTheTable() throws SQLException {
        JdbcDataSource beside = new JdbcDataSource();
        beside.setURL("jdbc:h2:file:" + folder.resolve("beside"));
        try (Connection connection = beside.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(JdbcDatabase.H2.ddl());
            assertThat(warnings(Hibernate.onH2(Ticket.class)
                            .without(IdgenSettings.WORKER_ID)
                            .with(IdgenSettings.WORKER_SOURCE, new JdbcReservationStore(beside))))
                    .singleElement()
                    .asString()
                    .contains("up to [500 ms] later");
            statement.execute("set write_delay 5000");
            assertThat(warnings(Hibernate.onH2(Ticket.class)
                            .without(IdgenSettings.WORKER_ID)
                            .with(IdgenSettings.WORKER_SOURCE, new JdbcReservationStore(beside))))
                    .singleElement()
                    .asString()
                    .contains("up to [5000 ms] later", "settle to 7s");
        }
    }

    private static List<String> warnings(Hibernate hibernate) {
        try (LogCapture log = new LogCapture()) {
            hibernate.start().close();
            return log.warnings();
        }
    }
}
