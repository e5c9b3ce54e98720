package io.github.hibernateidgen.benchmarks.ids;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures which share of 4,096 ids per millisecond the generators with a 12-bit sequence reach, and how much of a core
 * their threads use, waiting included. Each case runs in a separate JVM, in rounds. Results are in {@code
 * benchmarks/results/capped.json}.
 *
 * <p>JMH is not used, because it would also measure the time in which its threads wait for each other at the ends of an
 * iteration.
 */
public final class CappedShare {

    private static final int ROUNDS = 9;
    private static final long WARM_UP = TimeUnit.MILLISECONDS.toNanos(700);
    private static final long MEASURED = TimeUnit.SECONDS.toNanos(2);
    private static final ObjectMapper JSON = new ObjectMapper();

    private CappedShare() {}

    /**
     * Measures all cases, or a single case in this JVM.
     *
     * @param args empty, or the folder for the results, or a generator and a number of threads
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 2) {
            LongSupplier ids = CappedLongs.valueOf(args[0]).make();
            measure(ids, Integer.parseInt(args[1]), WARM_UP);
            System.out.println(measure(ids, Integer.parseInt(args[1]), MEASURED));
            return;
        }
        Path folder = Path.of(args.length > 0 ? args[0] : "benchmarks/results");
        ArrayNode results = JSON.createArrayNode();
        for (int round = 1; round <= ROUNDS; round++) {
            for (int threads : new int[] {1, 4}) {
                for (CappedLongs generator : CappedLongs.values()) {
                    ObjectNode result = inNewJvm(generator, threads);
                    System.out.println("round " + round + " of " + ROUNDS + ": " + result);
                    results.add(result);
                }
            }
        }
        Files.createDirectories(folder);
        JSON.writerWithDefaultPrettyPrinter()
                .writeValue(folder.resolve("capped.json").toFile(), results);
    }

    private static ObjectNode inNewJvm(CappedLongs generator, int threads) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        CappedShare.class.getName(),
                        generator.name(),
                        Integer.toString(threads))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        // The result is the last line, because libraries may print other lines before it.
        ObjectNode result = (ObjectNode)
                JSON.readTree(out.strip().lines().reduce((a, b) -> b).orElseThrow());
        return result.put("generator", generator.name()).put("threads", threads);
    }

    private static ObjectNode measure(LongSupplier ids, int threads, long nanos) throws InterruptedException {
        long[] made = new long[threads];
        long[] cpu = new long[threads];
        long[] last = new long[threads];
        List<Thread> all = new ArrayList<>();
        long began = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            int index = i;
            all.add(new Thread(() -> {
                while (System.nanoTime() - began < nanos) {
                    for (int j = 0; j < 64; j++) {
                        last[index] = ids.getAsLong();
                    }
                    made[index] += 64;
                }
                cpu[index] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            }));
        }
        all.forEach(Thread::start);
        for (Thread thread : all) {
            thread.join();
        }
        long took = System.nanoTime() - began;
        return JSON.createObjectNode()
                .put("idsPerMicrosecond", Arrays.stream(made).sum() * 1e3 / took)
                .put("cores", (double) Arrays.stream(cpu).sum() / took);
    }
}
