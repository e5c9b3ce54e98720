package io.github.hibernateidgen.benchmarks.hibernate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.benchmarks.hibernate.PersistToId.Kind;
import io.github.hibernateidgen.benchmarks.report.Interval;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.hibernate.FlushMode;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Measures how much longer {@code persist()} takes for a generated id than for an assigned id. Measurements come in pairs:
 * all kinds take turns in the same JVM, so that other load on the machine affects both sides of a pair. Two kinds assign ids
 * that a generator made before. They separate the cost of an id's bits in Hibernate from the cost of making the id. Results
 * are in {@code benchmarks/results/pairs.json}.
 *
 * <p>The measured time is {@code new} and {@code persist()} of 100 rows, in ten sessions one after the other, on an H2 in
 * memory. The session is opened before the measurement, is not flushed, and its transaction is rolled back afterwards. Each
 * thread has separate sessions, and the time of a row is the mean of all threads.
 */
public final class PersistPairs {

    private static final int WARM_UP = 1_000;
    private static final int ROUNDS = 2_000;
    private static final int ROUNDS_OF_SEVERAL = 300;
    private static final int SESSIONS = 10;
    private static final int ROWS = 100;

    /**
     * A case that takes its turn.
     *
     * @param idsOf the entity that supplies ids, which are made before the measurement and then assigned; null if {@code
     *     kind} has its own ids
     */
    private record Turn(String name, Kind kind, @Nullable Kind idsOf) {

        static Turn of(Kind kind) {
            return new Turn(kind.name(), kind, null);
        }

        /**
         * Returns the case to compare with: an assigned id of the same type. An assigned UUID is compared with an assigned
         * number.
         */
        Kind assigned() {
            boolean isUuid = kind == Kind.COMB_GUID || kind == Kind.VERSION_7 || idsOf == Kind.COMB_GUID;
            return isUuid ? Kind.ASSIGNED_UUID : Kind.ASSIGNED;
        }

        /** Makes ids to assign; empty if each row gets its own id. */
        List<Object> ids(SessionFactory factory) {
            List<Object> ids = new ArrayList<>();
            if (idsOf == null) {
                return ids;
            }
            for (int row = 0; row < ROWS; row++) {
                ids.add(Idgen.of(factory).next(idsOf.entity()));
            }
            return ids;
        }

        Object row(int number, List<Object> ids) {
            if (ids.isEmpty()) {
                return kind.row(number + 1);
            }
            if (kind == Kind.ASSIGNED_UUID) {
                Rows.AssignedUuid row = new Rows.AssignedUuid();
                row.id = (UUID) ids.get(number);
                return row;
            }
            Rows.Assigned row = new Rows.Assigned();
            row.id = (Long) ids.get(number);
            return row;
        }
    }

    private static final List<Turn> TURNS = List.of(
            Turn.of(Kind.ASSIGNED),
            new Turn("ASSIGNED_SNOWFLAKE", Kind.ASSIGNED, Kind.SNOWFLAKE),
            Turn.of(Kind.ASSIGNED_UUID),
            new Turn("ASSIGNED_COMB_GUID", Kind.ASSIGNED_UUID, Kind.COMB_GUID),
            Turn.of(Kind.COUNTED),
            Turn.of(Kind.SNOWFLAKE),
            Turn.of(Kind.LANES),
            Turn.of(Kind.COMB_GUID),
            Turn.of(Kind.VERSION_7),
            Turn.of(Kind.SEQUENCE_1000));

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
     * @param args optionally the folder for the results
     */
    public static void main(String[] args) throws Exception {
        ArrayNode results = new ObjectMapper().createArrayNode();
        try (SessionFactory factory = PersistToId.start(
                Kind.ASSIGNED,
                Kind.ASSIGNED_UUID,
                Kind.COUNTED,
                Kind.SNOWFLAKE,
                Kind.LANES,
                Kind.COMB_GUID,
                Kind.VERSION_7,
                Kind.SEQUENCE_1000)) {
            for (int threads : new int[] {1, 2, 4, 8}) {
                PersistPairs pairs = new PersistPairs(threads);
                Map<String, double[]> rounds = pairs.measure(factory, threads == 1 ? WARM_UP : WARM_UP / 20);
                pairs.executor.shutdown();
                for (Turn turn : TURNS) {
                    double[] nanos = rounds.get(turn.name());
                    ObjectNode result = results.addObject()
                            .put("kind", turn.name())
                            .put("threads", threads)
                            .put("rounds", nanos.length);
                    result.set("nanos", Interval.of(nanos).json());
                    result.set(
                            "aboveAssigned",
                            Interval.of(differences(
                                            nanos, rounds.get(turn.assigned().name())))
                                    .json());
                    if (turn.kind() == Kind.LANES) {
                        result.set(
                                "aboveSnowflake",
                                Interval.of(differences(nanos, rounds.get(Kind.SNOWFLAKE.name())))
                                        .json());
                    }
                    System.out.println(result);
                }
            }
        }
        Path folder = Path.of(args.length > 0 ? args[0] : "benchmarks/results");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("pairs.json"), results.toPrettyString() + "\n");
    }

    private Map<String, double[]> measure(SessionFactory factory, int warmUp) throws Exception {
        Map<String, double[]> nanos = new HashMap<>();
        TURNS.forEach(turn -> nanos.put(turn.name(), new double[rounds]));
        for (int round = -warmUp; round < rounds; round++) {
            for (int i = 0; i < TURNS.size(); i++) {
                // Forwards and backwards in turn, so that no kind always follows the same kind.
                Turn turn = TURNS.get(Math.floorMod(i * (round % 2 == 0 ? 1 : -1) + round, TURNS.size()));
                double took = 0;
                Callable<Double> task = () -> persist(factory, turn);
                for (Future<Double> one : executor.invokeAll(Collections.nCopies(threads, task))) {
                    took += one.get();
                }
                if (round >= 0) {
                    nanos.get(turn.name())[round] = took / threads;
                }
            }
        }
        return nanos;
    }

    /** Returns the nanoseconds for a row. */
    private static double persist(SessionFactory factory, Turn turn) {
        long took = 0;
        for (int i = 0; i < SESSIONS; i++) {
            List<Object> ids = turn.ids(factory);
            try (Session session = factory.openSession()) {
                session.setHibernateFlushMode(FlushMode.MANUAL);
                var transaction = session.beginTransaction();
                long before = System.nanoTime();
                for (int row = 0; row < ROWS; row++) {
                    session.persist(turn.row(row, ids));
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
}
