package io.github.hibernateidgen.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The results of a suite: for each case, a number for each round. */
final class Results {

    /** A benchmark, such as {@code WideLongs.ours}, with its parameter if it has one, at a number of threads. */
    record Case(String name, int threads) {}

    /** A number for each round. */
    record Rounds(List<Double> values) {
        double median() {
            List<Double> sorted = values.stream().sorted().toList();
            int middle = sorted.size() / 2;
            return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        }

        double min() {
            return values.stream().min(Double::compare).orElseThrow();
        }

        double max() {
            return values.stream().max(Double::compare).orElseThrow();
        }

        /** Returns the ratio of this figure to another's in each round. */
        Rounds of(Rounds other) {
            return new Rounds(IntStream.range(0, values.size())
                    .mapToObj(round -> values.get(round) / other.values.get(round))
                    .toList());
        }
    }

    private final JsonNode runs;

    private Results(JsonNode runs) {
        this.runs = runs;
    }

    static Results read(Path file) throws IOException {
        return new Results(new ObjectMapper().readTree(Files.readString(file)));
    }

    JsonNode runs() {
        return runs;
    }

    /** Returns the JVM of the run. */
    String jvm() {
        JsonNode first = runs.get(0);
        return first.path("vmName").asText() + " " + first.path("vmVersion").asText();
    }

    /** Returns the mean of each fork. */
    Map<Case, Rounds> scores() {
        return collect(run -> run.at("/primaryMetric/score").asDouble());
    }

    /** Returns the allocated bytes per operation. */
    Map<Case, Rounds> allocated() {
        return collect(run -> run.path("secondaryMetrics")
                .path("gc.alloc.rate.norm")
                .path("score")
                .asDouble());
    }

    private Map<Case, Rounds> collect(java.util.function.ToDoubleFunction<JsonNode> figure) {
        Map<Case, List<Double>> values = new LinkedHashMap<>();
        for (JsonNode run : runs) {
            String benchmark = run.path("benchmark").asText();
            int method = benchmark.lastIndexOf('.');
            String name = benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
            for (JsonNode parameter : run.path("params")) {
                name += " " + parameter.asText();
            }
            values.computeIfAbsent(new Case(name, run.path("threads").asInt()), missing -> new ArrayList<>())
                    .add(figure.applyAsDouble(run));
        }
        Map<Case, Rounds> rounds = new LinkedHashMap<>();
        values.forEach((key, all) -> rounds.put(key, new Rounds(all)));
        return rounds;
    }
}
