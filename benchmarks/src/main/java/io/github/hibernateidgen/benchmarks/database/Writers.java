package io.github.hibernateidgen.benchmarks.database;

import io.github.hibernateidgen.benchmarks.database.Arrivals.Cause;
import io.github.hibernateidgen.benchmarks.database.Arrivals.Ids;
import io.github.hibernateidgen.benchmarks.database.Arrivals.Traffic;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Measures the primary key after rows of several writers have arrived in another sequence than their ids. */
final class Writers {

    static final String TABLE = "arrivals";
    private static final int WRITERS = 3;
    private static final int ROWS_PER_TRANSACTION = 50;

    /** The rows per millisecond of a writer. */
    private static final int[] RATES = {1, 10, 50};

    /** The rows that the other writers insert within the spread. The spreads are computed from these numbers. */
    private static final int[] OVERTAKING = {0, 20, 40, 60, 100, 140, 200, 300, 400, 1000, 4000};

    private final Recorder recorder;
    private final int rows;
    private final long seed;

    Writers(Recorder recorder, int rows, long seed) {
        this.recorder = recorder;
        this.rows = rows;
        this.seed = seed;
    }

    void run(Database database, Server server) throws SQLException {
        recorder.describe(database, server);
        for (int rate : RATES) {
            for (int overtaking : OVERTAKING) {
                int others = (WRITERS - 1) * rate;
                if (overtaking % others == 0) {
                    Traffic traffic = new Traffic(WRITERS, rate, overtaking / others, Cause.CLOCKS);
                    run(database, server, Ids.SNOWFLAKE, traffic, 0);
                    run(database, server, Ids.COMB, traffic, 0);
                }
            }
        }
        for (int rate : RATES) {
            // Their order does not follow time, so a spread does not change it.
            run(database, server, Ids.SEQUENCE_50, new Traffic(WRITERS, rate, 0, Cause.CLOCKS), 0);
            run(database, server, Ids.SEQUENCE_1000, new Traffic(WRITERS, rate, 0, Cause.CLOCKS), 0);
        }
        for (int spread : new int[] {0, 10, 50, 200}) {
            Traffic held = new Traffic(WRITERS, 10, spread, Cause.HOLDING);
            run(database, server, Ids.SNOWFLAKE, held, 0);
            run(database, server, Ids.COMB, held, 0);
            run(database, server, Ids.WORKER_FIRST, new Traffic(WRITERS, 10, spread, Cause.CLOCKS), 0);
            run(database, server, Ids.SNOWFLAKE, new Traffic(16, 2, spread, Cause.CLOCKS), 0);
            run(database, server, Ids.WORKER_FIRST, new Traffic(16, 2, spread, Cause.CLOCKS), 0);
            if (database == Database.POSTGRESQL) {
                // A share of 1/n of a page for the rows of each writer, and a slightly smaller share.
                run(database, server, Ids.SNOWFLAKE, new Traffic(WRITERS, 10, spread, Cause.CLOCKS), 33);
                run(database, server, Ids.SNOWFLAKE, new Traffic(WRITERS, 10, spread, Cause.CLOCKS), 30);
            }
        }
        for (int connections : new int[] {1, 3, 8}) {
            for (Ids ids : List.of(Ids.SEQUENCE_50, Ids.SNOWFLAKE, Ids.COMB, Ids.RANDOM_UUID)) {
                runAtOnce(database, server, ids, connections);
            }
        }
        run(database, server, Ids.RANDOM_NUMBER, new Traffic(WRITERS, 10, 0, Cause.CLOCKS), 0);
        run(database, server, Ids.RANDOM_UUID, new Traffic(WRITERS, 10, 0, Cause.CLOCKS), 0);
    }

    /**
     * Measures a simulated case.
     *
     * @param fillFactor the fill factor in percent; 0 for the server's default
     */
    void run(Database database, Server server, Ids ids, Traffic traffic, int fillFactor) throws SQLException {
        Map<String, Object> at = new LinkedHashMap<>();
        at.put("cause", traffic.cause().name());
        at.put("writers", traffic.writers());
        boolean isWhole = traffic.rate() == Math.rint(traffic.rate());
        at.put("rate", isWhole ? (Object) (int) traffic.rate() : (Object) traffic.rate());
        at.put("spread", traffic.spread());
        if (fillFactor != 0) {
            at.put("fillfactor", fillFactor);
        }
        Map<String, Double> values = measure(
                server,
                ids,
                fillFactor == 0 ? "" : " with (fillfactor = " + fillFactor + ")",
                rows,
                connection -> server.fill(connection, TABLE, rows, new Arrivals(ids, database.order(), traffic, seed)));
        values.put("overtaking", (double) traffic.overtaking());
        recorder.add(database, ids.label(), at, values);
    }

    /**
     * Measures connections that write at the same time, each with a separate generator on this machine's clock. They commit
     * often, and insert half as many rows.
     */
    void runAtOnce(Database database, Server server, Ids ids, int connections) throws SQLException {
        AtomicLong sequence = new AtomicLong();
        int each = rows / 2 / connections;
        Map<String, Double> values = measure(server, ids, "", each * connections, unused -> {
            ExecutorService threads = Executors.newFixedThreadPool(connections);
            try {
                List<Callable<Void>> writers = new ArrayList<>();
                for (int writer = 0; writer < connections; writer++) {
                    Supplier<Object> writerIds = ids.of(writer, InstantSource.system(), database.order(), sequence);
                    writers.add(() -> {
                        try (Connection connection = server.connect()) {
                            server.insert(connection, TABLE, each, writerIds, ROWS_PER_TRANSACTION);
                        }
                        return null;
                    });
                }
                for (Future<Void> writer : threads.invokeAll(writers)) {
                    writer.get();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException e) {
                throw new SQLException(e);
            } finally {
                threads.shutdownNow();
            }
        });
        recorder.add(database, ids.label(), Map.of("cause", Cause.CONNECTIONS.name(), "writers", connections), values);
    }

    interface Step {
        void run(Connection connection) throws SQLException;
    }

    static Map<String, Double> measure(Server server, Ids ids, String keyOptions, int rows, Step insert)
            throws SQLException {
        try (Connection connection = server.connect()) {
            Server.execute(
                    connection,
                    "create table " + TABLE + " (id " + (ids.isGuid() ? server.uuidType() : "bigint")
                            + " not null, customer bigint not null, note varchar(100) not null, primary key (id)"
                            + keyOptions + ")");
            Counters before = server.counters(connection, TABLE);
            long start = System.nanoTime();
            insert.run(connection);
            long nanos = System.nanoTime() - start;
            Counters cost = server.counters(connection, TABLE).since(before);
            Map<String, Double> values = new TreeMap<>(Recorder.values(server.primaryKey(connection, TABLE, rows)));
            values.put("missesPerThousandRows", cost.misses() * 1000 / rows);
            values.put("rowsPerMilli", rows * 1e6 / nanos);
            Server.execute(connection, "drop table " + TABLE);
            return values;
        }
    }
}
