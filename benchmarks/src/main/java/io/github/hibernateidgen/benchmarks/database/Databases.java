package io.github.hibernateidgen.benchmarks.database;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the cost of each kind of id in the database. A separate program, because JMH measures code and not servers. */
@Command(
        name = "Databases",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures inserts by kind of id, on servers of its own.")
public final class Databases extends Measurement {

    /** The parts that can be measured. */
    enum Part {
        insert,
        children,
        writers,
        lengths,
        growth,
        large,
        threads
    }

    @Parameters(arity = "1..*", description = "Any of ${COMPLETION-CANDIDATES}.")
    private List<Part> parts = List.of();

    @Option(
            names = "--databases",
            split = ",",
            description = "Any of ${COMPLETION-CANDIDATES}; all that the part is for.")
    private List<Database> databases = List.of();

    @Option(names = "--kinds", split = ",", description = "Any of ${COMPLETION-CANDIDATES}; all that the part is for.")
    private List<Kind> kinds = List.of();

    @Option(names = "--rows", description = "Rows of a case; ${DEFAULT-VALUE}: the part's own number.")
    private int rows;

    @Option(
            names = "--sizes",
            split = ",",
            defaultValue = "100000,1000000,5000000",
            description = "Rows that tables hold before each measurement of growth; ${DEFAULT-VALUE}.")
    private List<Long> sizes = List.of();

    @Option(
            names = "--connections",
            defaultValue = "1",
            description = "Session factories that insert at the same time in growth; ${DEFAULT-VALUE}.")
    private int connections;

    @Option(
            names = "--writers",
            split = ",",
            defaultValue = "1x8,1x32,3x4,3x16",
            description = "Processes x threads of each process in threads; ${DEFAULT-VALUE}.")
    private List<String> writers = List.of();

    @Option(
            names = "--units",
            split = ",",
            defaultValue = "1,10,100",
            description = "Rows of a unit of work in threads; ${DEFAULT-VALUE}.")
    private List<Integer> units = List.of();

    @Option(
            names = "--held",
            split = ",",
            defaultValue = "0,10",
            description = "Maximum milliseconds from the ids to the flush in threads; ${DEFAULT-VALUE}.")
    private List<Integer> held = List.of();

    @Option(names = "--lines", defaultValue = "0", description = "Child rows of each row in threads; ${DEFAULT-VALUE}.")
    private int lines;

    @Option(
            names = "--rate",
            defaultValue = "0",
            description = "Rows per second of a process in threads; ${DEFAULT-VALUE}: the maximum.")
    private double rate;

    @Option(
            names = "--seconds",
            defaultValue = "75",
            description = "Seconds after which a case of threads ends with fewer rows; ${DEFAULT-VALUE}.")
    private long seconds;

    @Option(names = "--seed", defaultValue = "11", description = "Seed of the sequence of cases; ${DEFAULT-VALUE}.")
    private long seed;

    private Databases() {}

    public static void main(String[] args) {
        new Databases().run(args);
    }

    @Override
    public Integer call() throws Exception {
        for (Part part : parts) {
            Recorder recorder = new Recorder(results, part.name(), command);
            for (Database database : databases(part)) {
                Path folder = Programs.ROOT.resolve(
                        database.name() + "-" + ProcessHandle.current().pid());
                try (Server server = database.server(folder)) {
                    run(part, recorder, database, server);
                }
            }
        }
        return 0;
    }

    private void run(Part part, Recorder recorder, Database database, Server server) throws Exception {
        switch (part) {
            case insert -> {
                server.start(Server.Setup.MEASURED);
                new InsertRounds(recorder, rows(60_000), rounds, seed).run(database, server, kinds(Kind.values()));
            }
            case children -> {
                server.start(Server.Setup.MEASURED);
                new Children(recorder, rows(20_000), rounds, seed)
                        .run(
                                database,
                                server,
                                kinds(
                                        Kind.SEQUENCE_1000,
                                        Kind.SNOWFLAKE,
                                        Kind.COMB,
                                        Kind.VERSION_7,
                                        Kind.RANDOM,
                                        Kind.WRONG_ORDER));
            }
            case writers -> {
                server.start(Server.Setup.TIGHT);
                new Writers(recorder, rows(200_000), seed).run(database, server);
            }
            case lengths -> {
                server.start(Server.Setup.RELAXED);
                new TurnLengths(recorder, rows(200_000), seed).run(database, server);
            }
            case threads -> {
                server.start(durable ? Server.Setup.MEASURED : Server.Setup.RELAXED);
                new Threads(recorder, rows(1_000_000), seconds, seed)
                        .run(
                                database,
                                server,
                                kinds(
                                        Kind.IDENTITY,
                                        Kind.SEQUENCE_50,
                                        Kind.SEQUENCE_1000,
                                        Kind.SNOWFLAKE,
                                        Kind.SNOWFLAKE_INNODB,
                                        Kind.COMB_INNODB,
                                        Kind.HYPERSISTENCE,
                                        Kind.VERSION_7,
                                        Kind.RANDOM),
                                loads());
            }
            case large ->
                new LargeTable(recorder, sizes.get(sizes.size() - 1), rows(20_000), rounds, seed)
                        .run(
                                database,
                                server,
                                kinds(Kind.IDENTITY, Kind.SEQUENCE_1000, Kind.SNOWFLAKE, Kind.SNOWFLAKE_INNODB));
            case growth ->
                new Growth(recorder, sizes, rows(5_000), connections, rounds, seed)
                        .run(
                                database,
                                server,
                                kinds(Kind.SEQUENCE_1000, Kind.SNOWFLAKE, Kind.COMB, Kind.VERSION_7, Kind.RANDOM));
        }
    }

    private List<Threads.Load> loads() {
        List<Threads.Load> loads = new ArrayList<>();
        for (String each : writers) {
            String[] numbers = each.split("x", 2);
            if (numbers.length != 2) {
                throw new IllegalArgumentException(
                        "[" + each + "] is not processes x threads; give --writers like 3x4");
            }
            for (int unit : units) {
                for (int most : held) {
                    loads.add(new Threads.Load(
                            Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), unit, most, lines, rate));
                }
            }
        }
        return loads;
    }

    private int rows(int ofThePart) {
        return rows == 0 ? ofThePart : rows;
    }

    private List<Kind> kinds(Kind... ofThePart) {
        return kinds.isEmpty() ? Arrays.asList(ofThePart) : kinds;
    }

    private List<Database> databases(Part part) {
        if (!databases.isEmpty()) {
            return databases;
        }
        List<Database> all = new ArrayList<>(Arrays.asList(Database.values()));
        switch (part) {
            case writers -> all.remove(Database.MYSQL);
            case lengths, large -> all.retainAll(List.of(Database.MARIADB));
            case threads -> all.remove(Database.H2);
            case growth -> all.removeAll(List.of(Database.MYSQL, Database.H2));
            default -> {
                // All databases.
            }
        }
        return all;
    }
}
