package io.github.hibernateidgen.benchmarks.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes results as the Markdown tables of benchmarks/database.md. */
final class Tables {

    private Tables() {}

    static String insert(Results results) {
        StringBuilder text = new StringBuilder();
        for (Database database : Database.values()) {
            Samples samples = new Samples(results.samples()).of(database);
            if (samples.isEmpty()) {
                continue;
            }
            Samples sequence = samples.of(Kind.SEQUENCE_1000.label());
            text.append(heading(results, database));
            List<List<String>> rows = new ArrayList<>();
            for (Kind kind : Kind.values()) {
                Samples of = samples.of(kind.label());
                if (!of.isEmpty()) {
                    rows.add(List.of(
                            code(kind.label()),
                            of.value("rowsPerSecond").thousands(),
                            of.ratioTo(sequence, "rowsPerSecond").ratio(),
                            of.value("cpuMicrosPerRow").plain(1),
                            of.ratioTo(sequence, "cpuMicrosPerRow").ratio(),
                            of.value("batches").plain(0) + " + "
                                    + of.value("singles").plain(0),
                            of.value("logBytesPerRow").plain(0),
                            of.value("missesPerThousandRows").plain(0),
                            megabytes(of.value("indexBytes")),
                            megabytes(of.value("tableBytes")),
                            fill(of)));
                }
            }
            text.append(table(
                    List.of(
                            "id",
                            "1000 rows/s",
                            "of SEQUENCE(1000)",
                            "CPU, us/row",
                            "of SEQUENCE(1000)",
                            "batches + single statements",
                            "log, B/row",
                            "misses",
                            "key, MB",
                            "table, MB",
                            fillName(database)),
                    rows));
        }
        return text.toString();
    }

    /** The kinds with similar results: medians and middle halves of many short rounds. */
    static String close(Results results) {
        Samples samples = new Samples(results.samples()).of(Database.POSTGRESQL);
        Samples sequence = samples.of(Kind.SEQUENCE_1000.label());
        List<List<String>> rows = new ArrayList<>();
        for (String kind : ordered(samples)) {
            Samples of = samples.of(kind);
            rows.add(List.of(
                    code(kind),
                    of.value("rowsPerSecond").plain(0),
                    of.ratioTo(sequence, "rowsPerSecond").middleHalf(),
                    of.ratioTo(sequence, "cpuMicrosPerRow").middleHalf()));
        }
        return table(List.of("id", "rows/s", "rows/s, of SEQUENCE(1000)", "CPU a row, of SEQUENCE(1000)"), rows);
    }

    static String children(Results results) {
        Samples samples = new Samples(results.samples());
        List<Database> databases = databases(samples);
        List<String> head = new ArrayList<>(List.of("parent's id"));
        databases.forEach(database -> head.addAll(List.of(database.label() + ", MB", fillName(database))));
        List<List<String>> rows = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            Samples of = samples.of(kind.label());
            if (!of.isEmpty()) {
                List<String> row = new ArrayList<>(List.of(code(kind.label())));
                for (Database database : databases) {
                    row.add(megabytes(of.of(database).value("indexBytes")));
                    row.add(fill(of.of(database)));
                }
                rows.add(row);
            }
        }
        return table(head, rows);
    }

    static String growth(Results results) {
        StringBuilder text = new StringBuilder();
        for (Database database : Database.values()) {
            Samples samples = new Samples(results.samples()).of(database);
            if (samples.isEmpty()) {
                continue;
            }
            text.append(heading(results, database));
            List<Long> sizes = samples.numbers("rows");
            List<String> head = new ArrayList<>(List.of("id"));
            for (long size : sizes) {
                head.add("1000 rows/s at " + count(size));
                head.add("misses");
                head.add("log, B/row");
            }
            List<List<String>> rows = new ArrayList<>();
            for (String kind : ordered(samples)) {
                List<String> row = new ArrayList<>(List.of(code(kind)));
                for (long size : sizes) {
                    Samples at = samples.of(kind).at("rows", size);
                    row.add(at.value("rowsPerSecond").thousands());
                    row.add(at.value("missesPerThousandRows").plain(1));
                    row.add(at.value("logBytesPerRow").plain(0));
                }
                rows.add(row);
            }
            text.append(table(head, rows));
        }
        return text.toString();
    }

    /** Session factories that insert into a large table at the same time. */
    static String connections(Results results) {
        StringBuilder text = new StringBuilder();
        for (Database database : databases(new Samples(results.samples()))) {
            Samples samples = new Samples(results.samples()).of(database);
            Samples sequence = samples.of(Kind.SEQUENCE_1000.label());
            Samples identity = samples.of(Kind.IDENTITY.label());
            List<List<String>> rows = new ArrayList<>();
            for (String kind : ordered(samples)) {
                Samples of = samples.of(kind);
                rows.add(List.of(
                        code(kind),
                        of.value("rowsPerSecond").thousands(),
                        of.ratioTo(sequence, "rowsPerSecond").ratio(),
                        of.ratioTo(identity, "rowsPerSecond").ratio(),
                        of.value("missesPerThousandRows").plain(1),
                        of.value("logBytesPerRow").plain(0)));
            }
            text.append(heading(results, database))
                    .append(table(
                            List.of("id", "1000 rows/s", "of SEQUENCE(1000)", "of IDENTITY", "misses", "log, B/row"),
                            rows));
        }
        return text.toString();
    }

    /** How full leaf pages are with several threads and units of 10 rows, in percent of the rows with ascending inserts. */
    static String threads(Results results) {
        return threads(results, new Samples(results.samples()).at("unit", 10).at("lines", 0), "fill");
    }

    static String allThreads(Results results) {
        return threads(results, new Samples(results.samples()).at("lines", 0), "fill");
    }

    /** The index on the foreign key of the child rows. */
    static String childrenOfThreads(Results results) {
        Samples all = new Samples(results.samples());
        return threads(
                results,
                new Samples(all.all().stream()
                        .filter(sample -> number(sample, "lines") > 0)
                        .toList()),
                "childFill");
    }

    private static String threads(Results results, Samples all, String value) {
        StringBuilder text = new StringBuilder();
        for (Database database : databases(all)) {
            Samples samples = all.of(database);
            List<String> kinds = ordered(samples);
            List<String> head = new ArrayList<>(List.of("processes x threads", "rows of a unit", "held, ms"));
            kinds.forEach(kind -> head.add(code(kind)));
            head.add("1000 rows");
            head.add("of `innodb`, in turns");
            List<List<String>> rows = new ArrayList<>();
            for (Map<String, Object> at : cases(samples)) {
                Samples of = new Samples(samples.all().stream()
                        .filter(sample -> sample.at().equals(at))
                        .toList());
                List<String> row = new ArrayList<>(List.of(
                        at.get("processes") + " x " + at.get("threads"),
                        String.valueOf(at.get("unit")),
                        at.get("held").equals(0) ? "0" : "0 to " + at.get("held")));
                kinds.forEach(kind -> row.add(of.of(kind).value(value).plain(0)));
                Samples lanes = of.of(Kind.SNOWFLAKE_INNODB.label());
                row.add(between(
                        new Samples(of.all().stream()
                                .filter(sample -> !lanes.all().contains(sample))
                                .toList()),
                        "inserted",
                        1000));
                row.add(lanes.isEmpty() ? "" : between(lanes, "inserted", 1000) + " in " + between(lanes, "turns", 1));
                rows.add(row);
            }
            text.append(heading(results, database)).append(table(head, rows));
        }
        return text.toString();
    }

    private static List<Map<String, Object>> cases(Samples samples) {
        return samples.all().stream()
                .map(Sample::at)
                .distinct()
                .sorted(Comparator.comparing(at -> Stream.of("processes", "threads", "unit", "held")
                        .map(name -> String.format("%03d", ((Number) at.get(name)).intValue()))
                        .collect(Collectors.joining(" "))))
                .toList();
    }

    /** Returns the lowest and the highest count of several kinds. */
    private static String between(Samples samples, String name, int divisor) {
        Spread spread = samples.value(name);
        if (spread.isMissing()) {
            return "";
        }
        long least = Math.round(spread.lowest() / divisor);
        long greatest = Math.round(spread.highest() / divisor);
        return least == greatest ? String.valueOf(least) : least + " to " + greatest;
    }

    /** How full leaf pages are, by the rows per second of a process and the length of a turn. */
    static String lengths(Results results) {
        Samples samples = new Samples(results.samples());
        List<Long> bits = samples.numbers("turnBits");
        List<String> head = new ArrayList<>(List.of("processes", "rows/s of each"));
        bits.forEach(each -> head.add(each == TurnLengths.TIME_BITS ? "time first" : turn(each)));
        List<List<String>> rows = new ArrayList<>();
        for (long processes : samples.numbers("processes")) {
            for (long rate : samples.numbers("rate")) {
                List<String> row = new ArrayList<>(List.of("" + processes, "" + rate));
                for (long each : bits) {
                    Samples of =
                            samples.at("processes", processes).at("rate", rate).at("turnBits", each);
                    boolean isWithinATurn =
                            each < TurnLengths.TIME_BITS && of.value("turns").median() < 1;
                    row.add(isWithinATurn ? "" : of.value("fill").plain(0));
                }
                rows.add(row);
            }
        }
        return table(head, rows);
    }

    /** A table that overlapping units of work have filled. */
    static String large(Results results) {
        StringBuilder text = new StringBuilder();
        for (Database database : databases(new Samples(results.samples()))) {
            Samples samples = new Samples(results.samples()).of(database);
            Samples timed = samples.with(sample -> sample.at().containsKey("round"));
            Samples identity = timed.of(Kind.IDENTITY.label());
            List<List<String>> rows = new ArrayList<>();
            for (String kind : ordered(samples)) {
                Samples of = samples.of(kind);
                rows.add(List.of(
                        code(kind),
                        of.value("filledRowsPerLeaf").plain(1),
                        String.format(
                                Locale.ROOT, "%.0f", of.value("filledBytes").median() / 1e6),
                        of.value("latestMissesPerThousandRows").plain(2),
                        of.value("rowsPerSecond").thousands(),
                        timed.of(kind).ratioTo(identity, "rowsPerSecond").ratio(),
                        of.value("missesPerThousandRows").plain(0)));
            }
            text.append(heading(results, database))
                    .append(table(
                            List.of(
                                    "id",
                                    "rows/leaf",
                                    "table, MB",
                                    "misses, reading",
                                    "1000 rows/s inserted",
                                    "of IDENTITY",
                                    "misses, inserting"),
                            rows));
        }
        return text.toString();
    }

    private static String turn(long bits) {
        double seconds = (1L << bits) / 1000.0;
        return seconds < 120
                ? String.format(Locale.ROOT, "turns of %.0f s", seconds)
                : String.format(Locale.ROOT, "of %.0f min", seconds / 60);
    }

    /** How full leaf pages are, by the rows that other writers insert within the spread. */
    static String writers(Results results) {
        StringBuilder text = new StringBuilder();
        for (Database database : databases(new Samples(results.samples()))) {
            Samples samples = new Samples(results.samples())
                    .of(database)
                    .at("cause", Arrivals.Cause.CLOCKS)
                    .at("writers", 3)
                    .without("fillfactor");
            text.append(heading(results, database));
            List<Long> rates = samples.numbers("rate");
            List<String> head = new ArrayList<>(List.of("rows of others within the spread"));
            List<String> kinds = List.of(Arrivals.Ids.SNOWFLAKE.label(), Arrivals.Ids.COMB.label());
            for (String kind : kinds) {
                rates.forEach(rate -> head.add(code(kind) + ", " + rate + "/ms"));
            }
            List<List<String>> rows = new ArrayList<>();
            for (double overtaking : overtaking(samples)) {
                List<String> row = new ArrayList<>(List.of(String.format(Locale.ROOT, "%.0f", overtaking)));
                for (String kind : kinds) {
                    for (long rate : rates) {
                        Samples at =
                                samples.of(kind).at("rate", rate).at("spread", Math.round(overtaking / (2 * rate)));
                        row.add(new Samples(at.all().stream()
                                        .filter(sample -> sample.values().get("overtaking") == overtaking)
                                        .toList())
                                .value(measure(database))
                                .plain(database == Database.POSTGRESQL ? 1 : 0));
                    }
                }
                rows.add(row);
            }
            text.append(table(head, rows));
        }
        return text.toString();
    }

    private static int number(Sample sample, String name) {
        return ((Number) sample.at().getOrDefault(name, 0)).intValue();
    }

    /**
     * The cases that are compared at the same rate: other kinds of id, other causes and another fill factor, each with its
     * cache misses.
     */
    static String otherWriters(Results results) {
        Samples samples = new Samples(results.samples());
        List<Database> databases = databases(samples);
        List<String> head = new ArrayList<>(List.of("ids", "writers", "rows/ms of each", "spread, ms", "cause"));
        databases.forEach(database -> head.addAll(List.of(database.label() + ": " + fillName(database), "misses")));
        List<Case> cases = samples.all().stream()
                .map(Case::of)
                .distinct()
                .filter(Case::isCompared)
                .sorted()
                .toList();
        List<List<String>> rows = new ArrayList<>();
        for (Case each : cases) {
            List<String> row = new ArrayList<>(List.of(
                    code(each.kind) + (each.fillFactor == 0 ? "" : ", fillfactor " + each.fillFactor),
                    "" + each.writers,
                    each.isSimulated() ? "" + each.rate : "",
                    each.isSimulated() ? "" + each.spread : "",
                    each.cause.toLowerCase(Locale.ROOT)));
            for (Database database : databases) {
                Samples of = new Samples(samples.of(database).all().stream()
                        .filter(sample -> Case.of(sample).equals(each))
                        .toList());
                row.add(of.value(measure(database)).plain(database == Database.POSTGRESQL ? 1 : 0));
                row.add(of.value("missesPerThousandRows").plain(1));
            }
            rows.add(row);
        }
        return table(head, rows);
    }

    private record Case(String cause, int writers, int rate, int spread, int fillFactor, String kind)
            implements Comparable<Case> {

        static Case of(Sample sample) {
            return new Case(
                    String.valueOf(sample.at().get("cause")),
                    number(sample, "writers"),
                    number(sample, "rate"),
                    number(sample, "spread"),
                    number(sample, "fillfactor"),
                    sample.kind());
        }

        boolean isSimulated() {
            return !cause.equals("CONNECTIONS");
        }

        /** Returns whether a case is in this table: of the cases in the curves, only four. */
        boolean isCompared() {
            boolean isOfLibrary = kind.startsWith("@");
            return !cause.equals("CLOCKS")
                    || writers != 3
                    || fillFactor != 0
                    || !isOfLibrary
                    || rate == 10 && List.of(0, 10, 50, 200).contains(spread);
        }

        @Override
        public int compareTo(Case other) {
            return key().compareTo(other.key());
        }

        private String key() {
            return String.format(
                    "%s %02d %d %-24s %03d %05d %05d",
                    cause, writers, kind.startsWith("@") ? 0 : 1, kind, fillFactor, rate, spread);
        }
    }

    private static List<Double> overtaking(Samples samples) {
        return samples.all().stream()
                .map(sample -> sample.values().get("overtaking"))
                .distinct()
                .sorted()
                .toList();
    }

    static List<Database> databases(Samples samples) {
        return Arrays.stream(Database.values())
                .filter(database -> !samples.of(database).isEmpty())
                .toList();
    }

    /** Returns the kinds in the sequence of the enum. */
    private static List<String> ordered(Samples samples) {
        return Arrays.stream(Kind.values())
                .map(Kind::label)
                .filter(samples.kinds()::contains)
                .toList();
    }

    /** Returns the name of the value that shows how full leaf pages are. */
    static String measure(Database database) {
        return database == Database.POSTGRESQL ? "density" : "rowsPerLeaf";
    }

    private static String fillName(Database database) {
        return database == Database.POSTGRESQL ? "leaf density, %" : "rows/leaf";
    }

    private static String fill(Samples samples) {
        Spread density = samples.value("density");
        return density.isMissing() ? samples.value("rowsPerLeaf").plain(1) : density.plain(1);
    }

    private static String megabytes(Spread bytes) {
        return bytes.isMissing() ? "" : String.format(Locale.ROOT, "%.2f", bytes.median() / 1e6);
    }

    static String count(long rows) {
        return rows % 1_000_000 == 0 ? rows / 1_000_000 + " M" : rows / 1000 + " k";
    }

    static String code(String kind) {
        return kind.startsWith("@") ? "`" + kind + "`" : kind;
    }

    private static String heading(Results results, Database database) {
        return "\n**%s** %s\n\n".formatted(database.label(), results.run().getOrDefault(database.label(), ""));
    }

    static String table(List<String> head, List<List<String>> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(line(head));
        lines.add(line(Collections.nCopies(head.size(), "---")));
        rows.forEach(row -> lines.add(line(row)));
        return lines.stream().collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }
}
