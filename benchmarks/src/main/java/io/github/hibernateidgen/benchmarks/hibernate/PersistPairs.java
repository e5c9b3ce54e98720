package io.github.hibernateidgen.benchmarks.hibernate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hibernateidgen.benchmarks.hibernate.PersistToId.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.hibernate.FlushMode;
import org.hibernate.Session;
import org.hibernate.SessionFactory;

/**
 * What {@code persist()} takes more for a generated id than for an assigned one, in pairs: all kinds take turns in one JVM, so
 * that what else the machine does falls on both sides of a pair. Results are in {@code benchmarks/results/pairs.json}.
 *
 * <p>Timed are {@code new} and {@code persist()} of 100 rows, in ten sessions one after the other, on an H2 in memory. The
 * session is open before; nothing is flushed, and the transaction is rolled back afterwards. With several threads each has
 * sessions of its own, and the time of a row is the mean of theirs.
 */
public final class PersistPairs {

    private static final int WARM_UP = 1_000;
    private static final int ROUNDS = 2_000;
    private static final int ROUNDS_OF_SEVERAL = 300;
    private static final int SESSIONS = 10;
    private static final int ROWS = 100;
    private static final List<Kind> KINDS = List.of(
            Kind.ASSIGNED,
            Kind.ASSIGNED_UUID,
            Kind.COUNTED,
            Kind.SNOWFLAKE,
            Kind.COMB_GUID,
            Kind.VERSION_7,
            Kind.SEQUENCE_1000);

    private final int threads;
    private final int rounds;
    private final ExecutorService executor;

    private PersistPairs(int threads) {
        this.threads = threads;
        this.rounds = threads == 1 ? ROUNDS : ROUNDS_OF_SEVERAL;
        this.executor = Executors.newFixedThreadPool(threads);
    }

    /**
     * Measures all kinds, with 1, 2, 4 and 8 threads.
     *
     * @param args nothing, or the folder for the results
     */
    public static void main(String[] args) throws Exception {
        ArrayNode results = new ObjectMapper().createArrayNode();
        try (SessionFactory factory = PersistToId.start(KINDS.toArray(new Kind[0]))) {
            for (int threads : new int[] {1, 2, 4, 8}) {
                PersistPairs pairs = new PersistPairs(threads);
                Map<Kind, double[]> rounds = pairs.measure(factory, threads == 1 ? WARM_UP : WARM_UP / 20);
                pairs.executor.shutdown();
                rounds.forEach((kind, nanos) -> {
                    Kind assigned =
                            kind == Kind.COMB_GUID || kind == Kind.VERSION_7 ? Kind.ASSIGNED_UUID : Kind.ASSIGNED;
                    ObjectNode result = results.addObject()
                            .put("kind", kind.name())
                            .put("threads", threads)
                            .put("rounds", nanos.length);
                    result.set("nanos", median(nanos));
                    result.set("aboveAssigned", median(differences(nanos, rounds.get(assigned))));
                    System.out.println(result);
                });
            }
        }
        Path folder = Path.of(args.length > 0 ? args[0] : "benchmarks/results");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("pairs.json"), results.toPrettyString() + "\n");
    }

    private Map<Kind, double[]> measure(SessionFactory factory, int warmUp) throws Exception {
        Map<Kind, double[]> nanos = new EnumMap<>(Kind.class);
        KINDS.forEach(kind -> nanos.put(kind, new double[rounds]));
        for (int round = -warmUp; round < rounds; round++) {
            for (int turn = 0; turn < KINDS.size(); turn++) {
                // Forwards and backwards, so that no kind always follows the same one.
                Kind kind = KINDS.get(Math.floorMod(turn * (round % 2 == 0 ? 1 : -1) + round, KINDS.size()));
                double took = 0;
                Callable<Double> task = () -> persist(factory, kind);
                for (Future<Double> one : executor.invokeAll(Collections.nCopies(threads, task))) {
                    took += one.get();
                }
                if (round >= 0) {
                    nanos.get(kind)[round] = took / threads;
                }
            }
        }
        return nanos;
    }

    /** Returns the nanoseconds for one row. */
    private static double persist(SessionFactory factory, Kind kind) {
        long took = 0;
        for (int i = 0; i < SESSIONS; i++) {
            try (Session session = factory.openSession()) {
                session.setHibernateFlushMode(FlushMode.MANUAL);
                var transaction = session.beginTransaction();
                long before = System.nanoTime();
                for (int row = 1; row <= ROWS; row++) {
                    session.persist(kind.row(row));
                }
                took += System.nanoTime() - before;
                transaction.rollback();
            }
        }
        return (double) took / (SESSIONS * ROWS);
    }

    private static double[] differences(double[] one, double[] other) {
        double[] differences = new double[one.length];
        for (int i = 0; i < one.length; i++) {
            differences[i] = one[i] - other[i];
        }
        return differences;
    }

    /**
     * Returns the median, and the bounds that hold the median of all possible rounds with 99 %, by the sign test: they need no
     * assumption about how rounds are distributed.
     */
    private static ObjectNode median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        int away = (int) Math.ceil(2.576 * Math.sqrt(sorted.length) / 2);
        return new ObjectMapper()
                .createObjectNode()
                .put("median", sorted[middle])
                .put("from", sorted[middle - away])
                .put("to", sorted[middle + away]);
    }
}
