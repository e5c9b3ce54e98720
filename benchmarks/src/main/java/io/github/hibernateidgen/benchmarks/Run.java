package io.github.hibernateidgen.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.openjdk.jmh.runner.options.TimeValue.milliseconds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hibernateidgen.benchmarks.startup.Startup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs a suite of JMH's benchmarks in rounds, or {@link Startup}, and keeps the results of all in
 * {@code benchmarks/results/<suite>.json}.
 *
 * <p>A round runs each case once, in a separate JVM, so that other load on the machine at some minute affects all cases
 * equally.
 */
public final class Run {

    private enum Suite {
        /** Ids of 64 and 128 bits: throughput and allocation. */
        IDS {
            @Override
            void configure(ChainedOptionsBuilder options) {
                options.include("\\.(WideLongs|Uuids)\\.").mode(Mode.Throughput).addProfiler(GCProfiler.class);
            }

            @Override
            int rounds() {
                return 6;
            }
        },
        /** Ids on virtual threads. Needs JDK 21 or newer. */
        VIRTUAL {
            @Override
            void configure(ChainedOptionsBuilder options) {
                options.include("\\.WideLongs\\.(floor|ours|cosId|tsidCreator)$")
                        .include("\\.Uuids\\.(floor|oursBytes|javaUuidGenerator|uuidCreatorPlus1|hibernateVersion7)$")
                        .mode(Mode.Throughput)
                        .addProfiler(GCProfiler.class)
                        .jvmArgsAppend("-Djmh.executor=VIRTUAL");
            }

            /**
             * At most as many threads as processors: a virtual thread that never waits keeps its processor, so more threads
             * would not run, and JMH waits for all threads.
             */
            @Override
            List<Integer> threads() {
                return List.of(1, Runtime.getRuntime().availableProcessors());
            }
        },
        /** Numbers from segments, by this library and by Hibernate's optimizers. */
        SEGMENTS {
            @Override
            void configure(ChainedOptionsBuilder options) {
                options.include("\\.Segments\\.").mode(Mode.AverageTime).addProfiler(GCProfiler.class);
            }

            @Override
            List<Integer> threads() {
                return List.of(1, 2, 8);
            }
        },
        /** Text of ids: sealed, plain, and as others write it. */
        SEALING {
            @Override
            void configure(ChainedOptionsBuilder options) {
                options.include("\\.Sealing\\.").mode(Mode.AverageTime);
            }

            @Override
            List<Integer> threads() {
                return List.of(1);
            }
        };

        abstract void configure(ChainedOptionsBuilder options);

        List<Integer> threads() {
            return List.of(1, 2, 4);
        }

        int rounds() {
            return 3;
        }
    }

    private Run() {}

    /**
     * Runs a suite.
     *
     * @param args the suite, and optionally a folder for the results
     */
    public static void main(String[] args) throws RunnerException, IOException {
        if (args.length == 0) {
            throw new IllegalArgumentException(
                    "no suite is named; give startup or one of " + Arrays.toString(Suite.values()));
        }
        if (args[0].equalsIgnoreCase("startup")) {
            Startup.main(Arrays.copyOfRange(args, 1, args.length));
            return;
        }
        Suite suite = Suite.valueOf(args[0].toUpperCase(Locale.ROOT));
        Path folder = Path.of(args.length > 1 ? args[1] : "benchmarks/results");
        List<RunResult> results = new ArrayList<>();
        for (int round = 1; round <= suite.rounds(); round++) {
            for (int threads : suite.threads()) {
                System.out.printf("### %s, round %d of %d, %d threads%n", suite, round, suite.rounds(), threads);
                ChainedOptionsBuilder options = new OptionsBuilder()
                        .forks(1)
                        .threads(threads)
                        .warmupIterations(2)
                        .warmupTime(milliseconds(600))
                        .measurementIterations(2)
                        .measurementTime(milliseconds(600))
                        .jvmArgs("-Xms1g", "-Xmx1g");
                suite.configure(options);
                results.addAll(new Runner(options.build()).run());
            }
        }
        Files.createDirectories(folder);
        Path file = folder.resolve(suite.name().toLowerCase(Locale.ROOT) + ".json");
        Files.writeString(file, json(results));
        System.out.println("written to " + file);
    }

    /** Returns JMH's JSON without the single measurements, which are megabytes. */
    private static String json(List<RunResult> results) throws IOException {
        var text = new ByteArrayOutputStream();
        try (var out = new PrintStream(text, true, UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        }
        JsonNode all = new ObjectMapper().readTree(text.toByteArray());
        for (String single : List.of("rawData", "rawDataHistogram")) {
            all.findParents(single).forEach(metric -> ((ObjectNode) metric).remove(single));
        }
        return all.toPrettyString() + "\n";
    }
}
