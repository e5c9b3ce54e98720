package io.github.hibernateidgen.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hibernateidgen.benchmarks.report.Peers.Peer;
import io.github.hibernateidgen.benchmarks.report.Results.Case;
import io.github.hibernateidgen.benchmarks.report.Results.Rounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Writes the results in {@code benchmarks/results} into benchmarks/ids.md and benchmarks/more-ids.md, between the lines
 * {@code <!-- NAME -->} and {@code <!-- end -->}, and draws the pictures in benchmarks/pictures. Tables without new results
 * are not changed.
 */
public final class Tables {

    private static final double CAP = 4.096;

    private final Path results;
    private final List<Path> pages;
    private final Pictures pictures;

    private Tables(Path results, Path folder) {
        this.results = results;
        this.pages = List.of(folder.resolve("ids.md"), folder.resolve("more-ids.md"));
        this.pictures = new Pictures(folder.resolve("pictures"));
    }

    /**
     * Writes tables and pictures, from the project's root.
     *
     * @param args empty, or the folder of the results and the folder of the pages
     */
    public static void main(String[] args) throws IOException {
        Tables tables = new Tables(
                Path.of(args.length > 0 ? args[0] : "benchmarks/results"),
                Path.of(args.length > 1 ? args[1] : "benchmarks"));
        tables.ids();
        tables.virtual();
        tables.capped();
        tables.work();
        tables.pairs();
        tables.segments();
        tables.segmentsAway();
        tables.sealing();
        tables.startup();
    }

    private void ids() throws IOException {
        if (Files.exists(results.resolve("ids.json"))) {
            Results ids = Results.read(results.resolve("ids.json"));
            throughput("long", ids, Peers.LONGS, "64 bits");
            throughput("uuid", ids, Peers.UUIDS, "128 bits");
        }
    }

    private void virtual() throws IOException {
        if (Files.exists(results.resolve("virtual.json"))) {
            Results ids = Results.read(results.resolve("virtual.json"));
            write("virtual-long", throughputTable(ids, Peers.LONGS));
            write("virtual-uuid", throughputTable(ids, Peers.UUIDS));
        }
    }

    private void throughput(String name, Results ids, Map<String, Peer> peers, String title) throws IOException {
        write(name, throughputTable(ids, peers));
        Map<Case, Rounds> scores = ids.scores();
        List<String> labels = new ArrayList<>();
        Map<String, List<Double>> bars = new TreeMap<>();
        Map<String, Double> lines = new TreeMap<>();
        for (var peer : peers.entrySet()) {
            boolean floor = peer.getKey().endsWith(".floor");
            if (!floor) {
                labels.add(plain(peer.getValue().label()));
            }
            for (int threads : new int[] {1, 4}) {
                Rounds rounds = scores.get(new Case(peer.getKey(), threads));
                String series = threads == 1 ? "1 thread" : threads + " threads";
                if (floor) {
                    lines.put("floor, " + series, rounds.median());
                } else {
                    bars.computeIfAbsent(series, missing -> new ArrayList<>()).add(rounds.median());
                }
            }
        }
        pictures.bars("throughput-" + name + ".png", "Ids a microsecond, " + title, "ids/µs", labels, bars, lines);
    }

    private static String throughputTable(Results ids, Map<String, Peer> peers) {
        Map<Case, Rounds> scores = ids.scores();
        Map<Case, Rounds> allocated = ids.allocated();
        List<Integer> threads =
                scores.keySet().stream().map(Case::threads).distinct().sorted().toList();
        StringBuilder table = new StringBuilder("| ids/µs: median (least to most) |");
        threads.forEach(count -> table.append(' ')
                .append(count)
                .append(
                        count == 1
                                ? " thread | of the floor | of the fastest peer |"
                                : " threads | of the floor | of the fastest peer |"));
        table.append(" B an id | lacks |\n|")
                .append(" --- |".repeat(3 + 3 * threads.size()))
                .append('\n');
        for (var peer : peers.entrySet()) {
            if (!scores.containsKey(new Case(peer.getKey(), threads.get(0)))) {
                continue;
            }
            table.append("| ").append(peer.getValue().label()).append(" |");
            for (int count : threads) {
                Rounds rounds = scores.get(new Case(peer.getKey(), count));
                Rounds fastest = peers.entrySet().stream()
                        .filter(other ->
                                !other.getValue().ours() && !other.getKey().endsWith(".floor"))
                        .map(other -> scores.get(new Case(other.getKey(), count)))
                        .filter(Objects::nonNull)
                        .max(Comparator.comparingDouble(Rounds::median))
                        .orElseThrow();
                Rounds floor = scores.get(new Case(peers.keySet().iterator().next(), count));
                table.append(format(
                        " %.1f (%.1f to %.1f) | %s | %s |",
                        rounds.median(), rounds.min(), rounds.max(), ratio(rounds, floor), ratio(rounds, fastest)));
            }
            Rounds bytes = allocated.get(new Case(peer.getKey(), threads.get(0)));
            table.append(
                    format(" %.1f | %s |%n", bytes.median(), peer.getValue().lacks()));
        }
        return table + "\n" + ids.jvm() + ".\n";
    }

    /** Returns the ratio in each round, and whether it lies on both sides of 1; empty for a figure and itself. */
    private static String ratio(Rounds rounds, Rounds base) {
        if (rounds == base) {
            return "";
        }
        Rounds ratios = rounds.of(base);
        boolean isLevel = ratios.min() <= 1 && ratios.max() >= 1;
        return format("%.2f (%.2f to %.2f)%s", ratios.median(), ratios.min(), ratios.max(), isLevel ? ", level" : "");
    }

    private static String capped(String generator) {
        return switch (generator) {
            case "FLOOR" -> "floor: it sleeps";
            case "OURS" -> "**ours**";
            case "MYBATIS_PLUS" -> "mybatis-plus";
            case "COSID" -> "CosId";
            default -> generator.toLowerCase(Locale.ROOT);
        };
    }

    private void capped() throws IOException {
        if (!Files.exists(results.resolve("capped.json"))) {
            return;
        }
        Map<Case, List<Double>> shares = new LinkedHashMap<>();
        Map<Case, List<Double>> cores = new LinkedHashMap<>();
        for (JsonNode run : Results.read(results.resolve("capped.json")).runs()) {
            Case one =
                    new Case(run.path("generator").asText(), run.path("threads").asInt());
            shares.computeIfAbsent(one, missing -> new ArrayList<>())
                    .add(run.path("idsPerMicrosecond").asDouble() / CAP * 100);
            cores.computeIfAbsent(one, missing -> new ArrayList<>())
                    .add(run.path("cores").asDouble() * 100);
        }
        StringBuilder table = new StringBuilder(
                "| 12-bit sequence | threads | % of 4.096 ids/µs | % of one core, all threads |\n| --- | --- | --- | --- |\n");
        List<String> labels = new ArrayList<>();
        List<Double> share = new ArrayList<>();
        List<Double> core = new ArrayList<>();
        shares.forEach((one, values) -> {
            Rounds rounds = new Rounds(values);
            Rounds busy = new Rounds(cores.get(one));
            String label = capped(one.name());
            table.append(format(
                    "| %s | %d | %.1f (%.1f to %.1f) | %.0f (%.0f to %.0f) |%n",
                    label,
                    one.threads(),
                    rounds.median(),
                    rounds.min(),
                    rounds.max(),
                    busy.median(),
                    busy.min(),
                    busy.max()));
            labels.add(plain(label) + ", " + one.threads() + (one.threads() == 1 ? " thread" : " threads"));
            share.add(rounds.median());
            core.add(busy.median());
        });
        write("capped", table.toString());
        Map<String, List<Double>> bars = new LinkedHashMap<>();
        bars.put("share of 4,096 ids a ms", share);
        bars.put("of one core, all threads", core);
        pictures.bars("capped.png", "A full tick: ids, and what they cost", "%", labels, bars, Map.of());
    }

    private void work() throws IOException {
        if (!Files.exists(results.resolve("work.json"))) {
            return;
        }
        Map<Case, JsonNode> all = new LinkedHashMap<>();
        for (JsonNode run : Results.read(results.resolve("work.json")).runs()) {
            all.put(
                    new Case(
                            run.path("case").asText() + run.path("micros").asText(),
                            run.path("threads").asInt()),
                    run);
        }
        List<Integer> threads =
                all.keySet().stream().map(Case::threads).distinct().sorted().toList();
        StringBuilder table = new StringBuilder("| work, µs | |");
        threads.forEach(count -> table.append(format(" ids/µs, %d threads | of the floor |", count)));
        threads.forEach(count -> table.append(format(" p99.9, µs, %d threads |", count)));
        table.append("\n|").append(" --- |".repeat(2 + 3 * threads.size())).append('\n');
        for (String micros : List.of("0.1", "0.5")) {
            for (var peer : Peers.WITH_WORK.entrySet()) {
                table.append(format("| %s | %s |", micros, peer.getValue()));
                List<JsonNode> runs = threads.stream()
                        .map(count -> all.get(new Case(peer.getKey() + micros, count)))
                        .toList();
                runs.forEach(run ->
                        table.append(format(" %.2f | %s |", run.path("rate").asDouble(), ofFloor(run))));
                runs.forEach(run -> table.append(format(
                        " %.2f (%.2f) |",
                        run.path("p999").asDouble() / 1e3,
                        run.path("medianP999").asDouble() / 1e3)));
                table.append('\n');
            }
        }
        write("work", table.toString());
    }

    private static String ofFloor(JsonNode run) {
        JsonNode ratio = run.path("ofFloor");
        double from = ratio.path("from").asDouble();
        double to = ratio.path("to").asDouble();
        return from == 1 && to == 1
                ? ""
                : format(
                        "%.2f (%.2f to %.2f)%s",
                        ratio.path("median").asDouble(), from, to, from <= 1 && to >= 1 ? ", level" : "");
    }

    private void pairs() throws IOException {
        if (!Files.exists(results.resolve("pairs.json"))) {
            return;
        }
        Map<String, StringBuilder> rows = new LinkedHashMap<>();
        Set<Integer> sessions = new LinkedHashSet<>();
        for (JsonNode one : Results.read(results.resolve("pairs.json")).runs()) {
            sessions.add(one.path("threads").asInt());
            JsonNode above = one.path("aboveAssigned");
            rows.computeIfAbsent(one.path("kind").asText(), kind -> new StringBuilder("| `" + kind + "` |"))
                    .append(format(
                            " %.0f: %+.0f (%+.0f to %+.0f) |",
                            one.at("/nanos/median").asDouble(),
                            above.path("median").asDouble(),
                            above.path("from").asDouble(),
                            above.path("to").asDouble()));
        }
        StringBuilder table = new StringBuilder("| id |");
        sessions.forEach(count -> table.append(format(" %d session%s |", count, count == 1 ? "" : "s")));
        table.append("\n|").append(" --- |".repeat(sessions.size() + 1)).append("\n");
        rows.values().forEach(row -> table.append(row).append("\n"));
        write("pairs", table.toString());
    }

    private void segmentsAway() throws IOException {
        if (!Files.exists(results.resolve("segments-away.json"))) {
            return;
        }
        StringBuilder table = new StringBuilder("| numbers | ids | calls over 5 ms | waiting in them, s | longest, ms |"
                + " connections borrowed | most at once |\n|" + " --- |".repeat(7) + "\n");
        for (JsonNode one : Results.read(results.resolve("segments-away.json")).runs()) {
            table.append(format(
                    "| %s | %d | %d | %.1f | %.0f | %d | %d |%n",
                    one.path("numbers").asText(),
                    one.path("ids").asLong(),
                    one.path("slow").asLong(),
                    one.path("waitedSeconds").asDouble(),
                    one.path("longestMillis").asDouble(),
                    one.path("borrowed").asLong(),
                    one.path("connectionsAtOnce").asLong()));
        }
        write("segments-away", table.toString());
    }

    private void segments() throws IOException {
        if (!Files.exists(results.resolve("segments.json"))) {
            return;
        }
        Results segments = Results.read(results.resolve("segments.json"));
        Map<Case, Rounds> allocated = segments.allocated();
        Map<String, StringBuilder> rows = new LinkedHashMap<>();
        Set<Integer> threads = new LinkedHashSet<>();
        segments.scores().forEach((one, rounds) -> {
            threads.add(one.threads());
            rows.computeIfAbsent(one.name(), name -> new StringBuilder("| " + counted(name) + " |"))
                    .append(format(
                            " %.0f (%.0f to %.0f), %.0f |",
                            rounds.median(),
                            rounds.min(),
                            rounds.max(),
                            allocated.get(one).median()));
        });
        StringBuilder table = new StringBuilder("| ns a number and thread: median (least to most), B a number |");
        threads.forEach(count -> table.append(format(" %d thread%s |", count, count == 1 ? "" : "s")));
        table.append("\n|").append(" --- |".repeat(threads.size() + 1)).append("\n");
        rows.values().forEach(row -> table.append(row).append("\n"));
        write("segments", table + "\n" + segments.jvm() + ".\n");
    }

    private static String counted(String name) {
        return name.replace("Segments.floor", "floor: one atomic number")
                .replace("Segments.ours", "**ours**,")
                .replace("Segments.hibernatePooledLo", "Hibernate `pooled-lo`,")
                .replace("Segments.hibernatePooled", "Hibernate `pooled`,");
    }

    private void sealing() throws IOException {
        if (!Files.exists(results.resolve("sealing.json"))) {
            return;
        }
        Map<Case, Rounds> scores = Results.read(results.resolve("sealing.json")).scores();
        StringBuilder table = new StringBuilder("| text of one id | ns: median (least to most) |\n| --- | --- |\n");
        Peers.SEALING.forEach((name, label) -> {
            Rounds rounds = scores.get(new Case("Sealing." + name, 1));
            table.append(
                    format("| %s | %,.0f (%,.0f to %,.0f) |%n", label, rounds.median(), rounds.min(), rounds.max()));
        });
        write("sealing", table.toString());
    }

    private void startup() throws IOException {
        if (!Files.exists(results.resolve("startup.json"))) {
            return;
        }
        Map<String, List<Double>> times = new LinkedHashMap<>();
        Map<String, List<Double>> cpu = new LinkedHashMap<>();
        Map<String, JsonNode> counts = new LinkedHashMap<>();
        for (JsonNode start : Results.read(results.resolve("startup.json")).runs()) {
            String kind = start.path("kind").asText();
            if (start.has("ms")) {
                times.computeIfAbsent(kind, missing -> new ArrayList<>())
                        .add(start.path("ms").asDouble());
                cpu.computeIfAbsent(kind, missing -> new ArrayList<>())
                        .add(start.path("cpuMs").asDouble());
            } else {
                counts.put(kind, start);
            }
        }
        StringBuilder table = new StringBuilder("| application | ms: median (least to most) | above the one that it is"
                + " compared with, ms | CPU of the start's thread above, ms | classes of ours, lambdas among them |"
                + " threads | statements | commits and rollbacks | reads of metadata | connections |\n|"
                + " --- |".repeat(10) + "\n");
        counts.forEach((kind, count) -> {
            Rounds rounds = new Rounds(times.get(kind));
            String base = kind.equals("COMB_GUID") || kind.equals("SNOWFLAKE") ? "ASSIGNED" : "WITHOUT_JAR";
            table.append(format(
                    "| %s | %.0f (%.0f to %.0f) | %s | %s | %d, %d | %d | %d | %d | %d | %d |%n",
                    started(kind),
                    rounds.median(),
                    rounds.min(),
                    rounds.max(),
                    inPairs(times.get(kind), times.get(base)),
                    inPairs(cpu.get(kind), cpu.get(base)),
                    count.path("classes").asInt(),
                    count.path("lambdas").asInt(),
                    count.path("threads").asInt(),
                    count.path("statements").asInt(),
                    count.path("ends").asInt(),
                    count.path("metadata").asInt(),
                    count.path("connections").asInt()));
        });
        write("startup", table.toString());
    }

    /** Returns the interval of the differences in each round; empty for a figure and itself. */
    private static String inPairs(List<Double> figures, List<Double> base) {
        if (figures.equals(base)) {
            return "";
        }
        Interval above = Interval.of(IntStream.range(0, figures.size())
                .mapToDouble(round -> figures.get(round) - base.get(round))
                .toArray());
        return format(
                "%+.0f (%+.0f to %+.0f)%s",
                above.median(), above.from(), above.to(), above.from() <= 0 && above.to() >= 0 ? ", level" : "");
    }

    private static String started(String kind) {
        return switch (kind) {
            case "WITHOUT_JAR" -> "without the jar";
            case "ASSIGNED" -> "with the jar, an assigned id";
            case "COMB_GUID" -> "`@CombGuid`";
            default -> "`@SnowflakeId`";
        };
    }

    private void write(String name, String text) throws IOException {
        String begin = "<!-- " + name + " -->\n";
        for (Path page : pages) {
            String old = Files.readString(page);
            int from = old.indexOf(begin);
            if (from >= 0) {
                int start = from + begin.length();
                String rest = old.substring(old.indexOf("<!-- end -->", start));
                Files.writeString(page, old.substring(0, start) + "\n" + text + "\n" + rest);
                System.out.println(name + " written to " + page);
                return;
            }
        }
        System.out.println("None of " + pages + " has the line " + begin.strip() + "; the table for it:\n" + text);
    }

    private static String plain(String label) {
        return label.replace("*", "").replace("`", "");
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
