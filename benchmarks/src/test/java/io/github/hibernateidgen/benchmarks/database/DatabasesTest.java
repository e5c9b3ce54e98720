package io.github.hibernateidgen.benchmarks.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.hibernateidgen.benchmarks.database.Arrivals.Cause;
import io.github.hibernateidgen.benchmarks.database.Arrivals.Ids;
import io.github.hibernateidgen.benchmarks.database.Arrivals.Traffic;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.testing.LongTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A few rows of each kind on H2: that the program runs, counts what it should, and reads what it wrote. */
class DatabasesTest {

    private static final int ROWS = 600;

    @TempDir
    private Path folder;

    @Test
    void onlySequencesAskForIdsAndOnlyIdentityIsNotBatched() throws Exception {
        Recorder recorder = new Recorder(folder, "insert", "a test");
        try (Server server = Database.H2.server(folder.resolve("server"))) {
            server.start(Server.Setup.MEASURED);
            new InsertRounds(recorder, ROWS, 1, 1).run(Database.H2, server, Arrays.asList(Kind.values()));
        }
        Samples samples =
                new Samples(Results.read(folder.resolve("database-insert.json")).samples());
        for (Kind kind : Kind.values()) {
            double batches = kind == Kind.IDENTITY ? 0 : ROWS / Inserts.BATCH;
            assertThat(samples.of(kind.label()).value("batches").median())
                    .as("batches of " + kind)
                    .isEqualTo(batches);
        }
        assertThat(samples.of(Kind.IDENTITY.label()).value("singles").median()).isEqualTo(ROWS);
        assertThat(samples.of(Kind.SEQUENCE_50.label()).value("singles").median())
                .isEqualTo(ROWS / 50.0);
        for (Kind kind : List.of(Kind.SNOWFLAKE, Kind.COMB, Kind.VERSION_7, Kind.RANDOM)) {
            assertThat(samples.of(kind.label()).value("singles").median())
                    .as("statements of " + kind)
                    .isZero();
        }
        assertThat(Tables.insert(new Results(Map.of(), samples.all())))
                .contains("`@SnowflakeId` | ")
                .contains(" | 12 + 0 | ");
    }

    @LongTest
    @Test
    void rowsOfRowsAreMeasured() throws Exception {
        Recorder recorder = new Recorder(folder, "children", "a test");
        try (Server server = Database.H2.server(folder.resolve("server"))) {
            server.start(Server.Setup.MEASURED);
            new Children(recorder, 100, 1, 1).run(Database.H2, server, List.of(Kind.COMB));
        }
        Sample sample =
                Results.read(folder.resolve("database-children.json")).samples().get(0);
        assertThat(sample.values().get("rowsPerLeaf")).isBetween(1.0, 100.0);
    }

    @Test
    void tablesGrowBetweenMeasurements() throws Exception {
        Recorder recorder = new Recorder(folder, "growth", "a test");
        try (Server server = Database.H2.server(folder.resolve("server"))) {
            new Growth(recorder, List.of(1000L, 3000L), 500, 1, 1, 1)
                    .run(Database.H2, server, List.of(Kind.SEQUENCE_1000, Kind.SNOWFLAKE, Kind.COMB));
        }
        Samples samples =
                new Samples(Results.read(folder.resolve("database-growth.json")).samples());
        assertThat(samples.numbers("rows")).containsExactly(1000L, 3000L);
        assertThat(samples.all()).hasSize(6);
    }

    @LongTest
    @Test
    void severalConnectionsInsertAtOnce() throws Exception {
        Recorder recorder = new Recorder(folder, "growth", "a test");
        try (Server server = Database.H2.server(folder.resolve("server"))) {
            new Growth(recorder, List.of(1000L), 500, 2, 1, 1)
                    .run(Database.H2, server, List.of(Kind.SEQUENCE_1000, Kind.SNOWFLAKE));
        }
        Results results = Results.read(folder.resolve("database-growth.json"));
        assertThat(results.samples()).hasSize(2);
        assertThat(Tables.connections(results)).contains("| SEQUENCE(1000) |");
    }

    @LongTest
    @Test
    void threadsOfProcessesInsertAtOnce() throws Exception {
        Recorder recorder = new Recorder(folder, "threads", "a test");
        try (Server server = Database.H2.server(folder.resolve("server"))) {
            server.start(Server.Setup.MEASURED);
            Threads threads = new Threads(recorder, 300, 60, 1);
            threads.run(
                    Database.H2,
                    server,
                    List.of(Kind.SNOWFLAKE, Kind.HYPERSISTENCE),
                    List.of(new Threads.Load(2, 3, 10, 1, 2, 0)));
        }
        Results results = Results.read(folder.resolve("database-threads.json"));
        assertThat(results.samples())
                .hasSize(2)
                .allSatisfy(sample -> assertThat(sample.values())
                        .containsEntry("inserted", 300.0)
                        .hasEntrySatisfying("fill", fill -> assertThat(fill).isBetween(30.0, 300.0))
                        .hasEntrySatisfying(
                                "childFill", fill -> assertThat(fill).isBetween(30.0, 300.0)));
        assertThat(Tables.childrenOfThreads(results)).contains("| 2 x 3 | 10 | 0 to 1 | ");
    }

    @LongTest
    @Test
    void aRateIsKept() throws Exception {
        Recorder recorder = new Recorder(folder, "threads", "a test");
        try (Server server = Database.H2.server(folder.resolve("server"))) {
            server.start(Server.Setup.MEASURED);
            new Threads(recorder, 1_000_000, 3, 1)
                    .run(Database.H2, server, List.of(Kind.SNOWFLAKE), List.of(new Threads.Load(1, 4, 1, 0, 0, 100)));
        }
        Sample sample =
                Results.read(folder.resolve("database-threads.json")).samples().get(0);
        assertThat(sample.values().get("rowsPerSecond")).isBetween(50.0, 150.0);
        assertThat(sample.values().get("seconds")).isBetween(2.9, 8.0);
    }

    @LongTest
    @Test
    void simulatedTurnsAreMeasured() throws Exception {
        Recorder recorder = new Recorder(folder, "lengths", "a test");
        try (Server server = Database.H2.server(folder.resolve("server"))) {
            server.start(Server.Setup.TIGHT);
            new TurnLengths(recorder, 500, 1).run(Database.H2, server);
        }
        Results results = Results.read(folder.resolve("database-lengths.json"));
        assertThat(Tables.lengths(results))
                .contains("| turns of 66 s | of 4 min | of 17 min | of 70 min | time first |");
        Samples slow = new Samples(results.samples()).at("processes", 3).at("rate", 1);
        assertThat(slow.at("turnBits", 16).value("turns").median()).isBetween(2.0, 3.5);
    }

    @LongTest
    @Test
    void fullLeavesOfSeveralWritersAreMeasured() throws Exception {
        Recorder recorder = new Recorder(folder, "writers", "a test");
        try (Server server = Database.H2.server(folder.resolve("server"))) {
            server.start(Server.Setup.TIGHT);
            Writers writers = new Writers(recorder, 3000, 1);
            writers.run(Database.H2, server, Ids.SNOWFLAKE, new Traffic(3, 10, 20, Cause.CLOCKS), 0);
            writers.run(Database.H2, server, Ids.RANDOM_UUID, new Traffic(3, 10, 0, Cause.CLOCKS), 0);
        }
        Results results = Results.read(folder.resolve("database-writers.json"));
        assertThat(results.samples())
                .hasSize(2)
                .allSatisfy(sample -> assertThat(sample.values()).containsKeys("rowsPerLeaf", "missesPerThousandRows"));
        assertThat(Tables.writers(results)).contains("| 400 |");
    }

    @ParameterizedTest
    @CsvSource({"CLOCKS, 7", "HOLDING, 7"})
    void rowsAreLateByTheSpreadAndNoMore(Cause cause, long latest) {
        Traffic traffic = new Traffic(3, 10, 7, cause);
        List<Long> late = lateness(traffic, 9000);
        assertThat(late.stream().mapToLong(Long::longValue).max().orElseThrow()).isEqualTo(latest);
        assertThat(lateness(new Traffic(3, 10, 0, cause), 9000)).containsOnly(0L);
    }

    /** How many milliseconds each id is below the highest of those before it. */
    private static List<Long> lateness(Traffic traffic, int rows) {
        Arrivals arrivals = new Arrivals(Ids.SNOWFLAKE, GuidOrder.BYTES, traffic, 1);
        List<Long> late = new ArrayList<>();
        HashSet<Object> seen = new HashSet<>();
        long highest = 0;
        for (int row = 0; row < rows; row++) {
            long id = (long) arrivals.get();
            assertThat(seen.add(id)).isTrue();
            highest = Math.max(highest, id >>> 22);
            late.add(highest - (id >>> 22));
        }
        return late;
    }

    @Test
    void medianAndRatioAreThoseOfRounds() {
        List<Sample> samples = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            samples.add(new Sample("p", "H2", "a", Map.of("round", round), Map.of("v", 10.0 * round)));
            samples.add(new Sample("p", "H2", "b", Map.of("round", round), Map.of("v", 20.0 * round + round)));
        }
        Samples all = new Samples(samples);
        assertThat(all.of("a").value("v")).isEqualTo(new Spread(20, 10, 15, 25, 30));
        assertThat(all.of("b").ratioTo(all.of("a"), "v").median()).isCloseTo(2.1, within(1e-9));
    }
}
