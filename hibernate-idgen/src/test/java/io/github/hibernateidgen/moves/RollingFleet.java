package io.github.hibernateidgen.moves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.RunningDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Processes of one application, each a {@link RollingPod}, on one database. Not thread-safe. */
final class RollingFleet implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** On average. */
    static final int ROWS_OF_A_UNIT = 1 + RollingPod.LARGEST_UNIT / 2;

    private final RunningDatabase database;
    private final Path folder;
    private final int rowsPerSecond;
    private final List<Pod> all = new ArrayList<>();

    /** What the processes of one kind have said, and the rows that are in the tables. */
    record Written(int rows, int units, int repeated, int longestMillis, List<String> errors) {}

    /** Of which so many rows a second are to be written by each process. */
    RollingFleet(RunningDatabase database, Path folder, int rowsPerSecond) throws IOException {
        this.database = database;
        this.folder = Files.createDirectories(folder);
        this.rowsPerSecond = rowsPerSecond;
    }

    /** A process that runs, or has. */
    final class Pod {

        private final RollingPod.Ids ids;
        private final Path outcomes;
        private final Path log;
        private final Process process;

        private Pod(RollingPod.Ids ids, String name, Map<String, Object> settings) throws IOException {
            this.ids = ids;
            this.outcomes = folder.resolve(name + ".rows");
            this.log = folder.resolve(name + ".log");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx128m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Drolling.node=" + all.size(),
                    "-cp",
                    // Surefire's JVM has one jar on its class path, which names the others.
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                    RollingPod.class.getName(),
                    ids.name(),
                    name,
                    outcomes.toString(),
                    "" + ROWS_OF_A_UNIT * RollingPod.THREADS * 1000 / rowsPerSecond));
            settings.forEach((setting, value) -> command.addAll(List.of(setting, value.toString())));
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        }

        /** Waits until it has committed so many more units. */
        void awaitUnits(int count) throws IOException, InterruptedException {
            long wanted = (Files.exists(outcomes) ? lines().size() : 0) + count;
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!Files.exists(outcomes) || lines().size() < wanted) {
                assertThat(process.isAlive()).as(this::toString).isTrue();
                assertThat(System.nanoTime()).as(this::toString).isLessThan(deadline);
                Thread.sleep(20);
            }
        }

        /** Those that were written to their end. */
        private List<String> lines() throws IOException {
            String text = Files.readString(outcomes);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        }

        /** {@code kill -9}, with transactions open. */
        void kill() {
            process.destroyForcibly();
            process.onExit().join();
        }

        /** Lets it end its units and close its session factory. */
        void end() throws IOException, InterruptedException {
            process.getOutputStream().close();
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as(this::toString)
                    .isTrue();
            assertThat(process.exitValue()).as(this::toString).isZero();
        }

        @Override
        public String toString() {
            try {
                List<String> said = Files.exists(log) ? Files.readAllLines(log) : List.of();
                return log + ":\n" + String.join("\n", said.subList(Math.max(0, said.size() - 15), said.size()));
            } catch (IOException e) {
                return log + ": " + e;
            }
        }
    }

    /** Starts a process, and waits until it has written rows. */
    Pod start(RollingPod.Ids ids, Map<String, Object> settings) throws IOException, InterruptedException {
        Map<String, Object> all = new HashMap<>(database.persistenceSettings());
        all.putAll(settings);
        Pod pod = new Pod(ids, "pod-" + this.all.size() + "-" + ids, all);
        this.all.add(pod);
        pod.awaitUnits(10);
        return pod;
    }

    /** What the processes with such ids have said so far. */
    Written written(RollingPod.Ids ids) throws IOException {
        int rows = 0;
        int units = 0;
        int repeated = 0;
        int longest = 0;
        List<String> errors = new ArrayList<>();
        for (Pod pod : all) {
            if (pod.ids != ids) {
                continue;
            }
            for (String line : pod.lines()) {
                String[] words = line.split(" ");
                switch (words[0]) {
                    case "+" -> {
                        units++;
                        rows += words.length / 2 - 1;
                        longest = Math.max(longest, Integer.parseInt(words[words.length - 1]));
                    }
                    case "~" -> repeated++;
                    default -> errors.add(line);
                }
            }
        }
        return new Written(rows, units, repeated, longest, errors);
    }

    /** The ids of the rows that the processes with such ids have committed, where these are numbers. */
    List<Long> numbers(RollingPod.Ids ids) throws IOException {
        List<Long> numbers = new ArrayList<>();
        for (Pod pod : all) {
            if (pod.ids == ids) {
                for (String line : pod.lines()) {
                    String[] words = line.split(" ");
                    for (int i = 1; words[0].equals("+") && i + 1 < words.length; i += 2) {
                        numbers.add(Long.parseLong(words[i]));
                    }
                }
            }
        }
        return numbers;
    }

    /** Each row that a process was told is committed has the id that it was told, no id came twice, and each pet its owner. */
    void assertRowsAreWhole() throws IOException, SQLException {
        Map<String, String> nameOf = new HashMap<>();
        int committed = 0;
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String table : List.of("owners", "pets")) {
                try (ResultSet row = statement.executeQuery("select id, name from " + table)) {
                    while (row.next()) {
                        assertThat(nameOf.put(table + " " + row.getString(1), row.getString(2)))
                                .isNull();
                    }
                }
            }
            for (Pod pod : all) {
                for (String line : pod.lines()) {
                    String[] words = line.split(" ");
                    if (!words[0].equals("+")) {
                        continue;
                    }
                    for (int i = 1; i + 1 < words.length; i += 2) {
                        String table = i == 1 ? "owners " : "pets ";
                        assertThat(nameOf.remove(table + words[i]))
                                .as("%s%s of %s", table, words[i], pod.outcomes)
                                .isEqualTo(words[i + 1]);
                        committed++;
                    }
                }
            }
            try (ResultSet wrong =
                    statement.executeQuery("select count(*) from pets p left join owners o on o.id = p.owner_id"
                            + " where o.name is null or o.name <> p.owner_name")) {
                wrong.next();
                assertThat(wrong.getInt(1)).as("pets of another owner").isZero();
            }
        }
        // The units of a process that was killed between the commit and its line.
        assertThat(nameOf.size())
                .as("%s committed rows, and others", committed)
                .isLessThanOrEqualTo(all.size() * RollingPod.THREADS * RollingPod.LARGEST_UNIT);
    }

    /** Kills those that run. */
    @Override
    public void close() {
        all.forEach(Pod::kill);
    }
}
