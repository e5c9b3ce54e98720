package io.github.hibernateidgen.benchmarks.database;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Records samples: prints each sample and adds it to a file at once. The samples of other databases in that file are kept. */
final class Recorder {

    private final Path file;
    private final String part;
    private final String command;
    private final Map<String, String> run = new TreeMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private final Set<Database> described = EnumSet.noneOf(Database.class);

    Recorder(Path folder, String part, String command) {
        this.file = folder.resolve("database-" + part + ".json");
        this.part = part;
        this.command = command;
        if (Files.exists(file)) {
            Results earlier = Results.read(file);
            run.putAll(earlier.run());
            samples.addAll(earlier.samples());
        }
        run.put("java", Runtime.version().toString());
        run.put("processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        run.put("hibernate", org.hibernate.Version.getVersionString());
    }

    /** Records the server's version and durability. Removes the samples of earlier runs on this database. */
    void describe(Database database, Server server) throws SQLException {
        if (described.add(database)) {
            samples.removeIf(sample -> sample.database().equals(database.label()));
            run.put(database.label() + ", command", command);
            run.put(database.label() + ", began", now());
        }
        run.put(database.label(), server.version() + "; " + server.description());
    }

    /**
     * Records the server's version and durability. Keeps the samples of earlier runs, except for cases that are measured
     * again.
     */
    void describeFurther(Database database, Server server) throws SQLException {
        if (described.add(database)) {
            run.merge(database.label() + ", command", command, (before, here) -> before + "; " + here);
            run.putIfAbsent(database.label() + ", began", now());
        }
        run.put(database.label(), server.version() + "; " + server.description());
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    void add(Database database, String kind, Map<String, ?> at, Map<String, Double> values) {
        Sample sample = new Sample(part, database.label(), kind, new LinkedHashMap<>(at), values);
        samples.removeIf(sample::isSameCase);
        samples.add(sample);
        System.out.printf("%s %-10s %-16s %s %s%n", part, database.label(), kind, at, rounded(sample.values()));
        run.put(database.label() + ", ended", now());
        new Results(run, samples).write(file);
    }

    private static Map<String, String> rounded(Map<String, Double> values) {
        Map<String, String> rounded = new TreeMap<>();
        values.forEach((name, value) -> rounded.put(name, "%.2f".formatted(value)));
        return rounded;
    }

    static Map<String, Double> values(Pages pages) {
        Map<String, Double> values = new TreeMap<>();
        values.put("indexBytes", pages.indexBytes());
        values.put("tableBytes", pages.tableBytes());
        values.put("rowsPerLeaf", pages.rowsPerLeaf());
        values.put("density", pages.density());
        return values;
    }
}
