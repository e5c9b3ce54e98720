package io.github.hibernateidgen.benchmarks.database;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Table;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Short saturated applications on H2: that requests are counted, and that the tables have what was measured. */
class SaturatedTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(names = {"SEQUENCE_50", "TABLE_50", "SNOWFLAKE", "COMB", "SEGMENT_50"})
    void requestsInsertRows(Contender kind) throws Exception {
        try (Server server = Database.H2.server(folder.resolve("server"))) {
            server.start(Server.Setup.RELAXED);
            try (Application application =
                    new Application(server, Database.H2, kind, Application.Pool.HIKARI, 9, "create", null)) {
                Map<String, Double> values = new Requests(application, 4, false).closed(server, 1);
                assertThat(values.get("failures")).isZero();
                assertThat(values.get("descents")).isZero();
                assertThat(values.get("sessions")).isBetween(1.0, 10.0);
                assertRows(server, application, values);
            }
        }
    }

    @Test
    void requestsInTransactionsOfJtaInsertRows() throws Exception {
        try (Server server = Database.H2.server(folder.resolve("server"))) {
            server.start(Server.Setup.RELAXED);
            new Application(server, Database.H2, Contender.SEGMENT_50, Application.Pool.HIKARI, 3, "create", null)
                    .close();
            try (Application application = new Application(
                    server, Database.H2, Contender.SEGMENT_50, Application.Pool.AGROAL_JTA, 3, "none", null)) {
                Map<String, Double> values = new Requests(application, 4, false).closed(server, 1);
                assertThat(values.get("failures")).isZero();
                assertRows(server, application, values);
            }
        }
    }

    private static void assertRows(Server server, Application application, Map<String, Double> values)
            throws SQLException {
        Contender kind = application.contender();
        String table = kind.row().getAnnotation(Table.class).name();
        try (Connection connection = server.connect()) {
            assertThat(Server.number(connection, "select count(*) from " + table))
                    .isEqualTo(values.get("rows"))
                    .isGreaterThanOrEqualTo(values.get("rowsPerSecond"))
                    .isPositive();
            if (kind.isNumbered()) {
                assertThat(Server.number(connection, "select max(id) from " + table))
                        .isEqualTo(application.highestNumber());
            }
        }
    }

    @Test
    void tablesShowRatiosOfPairedRoundsAndBurstsThatNeverEnd() {
        Samples samples = new Samples(List.of(
                cell("SEQUENCE(50)", 1, 100),
                cell("SEQUENCE(50)", 2, 400),
                cell("@SegmentId", 1, 90),
                cell("@SegmentId", 2, 400),
                burst("SEQUENCE(50)", Map.of("secondsUntilBack", 0.5, "longestSeconds", 0.6)),
                burst("@SegmentId", Map.of("longestSeconds", 17.5, "waiting", 8000.0))));
        Results results = new Results(Map.of(), samples.all());
        assertThat(SaturatedTables.cells(results))
                .contains(
                        "| 200 x 10 | `@SegmentId` | 245 (90-400) | 0.95 (0.90-1.00) | 2.0 (to 2.0) | 10 | 7 | 2 | 0 |");
        assertThat(SaturatedTables.burst(results))
                .contains("| SEQUENCE(50) | 0.5 | 0.6 (to 0.6) |")
                .contains("| `@SegmentId` | never | 17.5 (to 17.5) | 8000 |");
        assertThat(SaturatedTables.digest(results))
                .contains("| id | 200 x 10 |")
                .contains("| SEQUENCE(50) | 250 rows/s | 2.0 | 0.5 |")
                .contains("| `@SegmentId` | 0.95 | 2.0 | never |");
        assertThat(SaturatedTables.beside(results)).hasLineCount(2);
    }

    private static Sample cell(String kind, int round, double rate) {
        return new Sample(
                "saturated",
                "PostgreSQL",
                kind,
                Map.of("scenario", "cells", "threads", 200, "connections", 10, "round", round),
                Map.of(
                        "rowsPerSecond", rate,
                        "longestSeconds", 2.0,
                        "sessions", 10.0,
                        "dropped", 7.0,
                        "descents", 1.0,
                        "failures", 0.0));
    }

    private static Sample burst(String kind, Map<String, Double> values) {
        return new Sample(
                "saturated",
                "PostgreSQL",
                kind,
                Map.of("scenario", "burst", "threads", 200, "connections", 10, "round", 1),
                values);
    }
}
