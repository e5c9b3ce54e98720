package io.github.hibernateidgen.benchmarks.database;

import io.github.hibernateidgen.benchmarks.database.Arrivals.Cause;
import io.github.hibernateidgen.benchmarks.database.Arrivals.Ids;
import io.github.hibernateidgen.benchmarks.database.Arrivals.Traffic;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Rows of several writers, which arrive out of the order of their ids, and the primary key afterwards. */
final class Writers {

    private static final String TABLE = "arrivals";
    private static final int[] RATES = {1, 10, 50};
    private static final int[] SPREADS = {0, 2, 5, 10, 20, 50, 100, 200, 500};

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
            for (int spread : SPREADS) {
                Traffic traffic = new Traffic(3, rate, spread, Cause.CLOCKS);
                run(database, server, Ids.SNOWFLAKE, traffic, 0);
                run(database, server, Ids.COMB, traffic, 0);
            }
        }
        for (int spread : new int[] {0, 10, 50, 200}) {
            Traffic held = new Traffic(3, 10, spread, Cause.HOLDING);
            run(database, server, Ids.SNOWFLAKE, held, 0);
            run(database, server, Ids.COMB, held, 0);
            run(database, server, Ids.WORKER_FIRST, new Traffic(3, 10, spread, Cause.CLOCKS), 0);
            run(database, server, Ids.SNOWFLAKE, new Traffic(16, 2, spread, Cause.CLOCKS), 0);
            run(database, server, Ids.WORKER_FIRST, new Traffic(16, 2, spread, Cause.CLOCKS), 0);
            if (database == Database.POSTGRESQL) {
                run(database, server, Ids.SNOWFLAKE, new Traffic(3, 10, spread, Cause.CLOCKS), 33);
            }
        }
        run(database, server, Ids.RANDOM_NUMBER, new Traffic(3, 10, 0, Cause.CLOCKS), 0);
        run(database, server, Ids.RANDOM_UUID, new Traffic(3, 10, 0, Cause.CLOCKS), 0);
    }

    /**
     * Measures one case.
     *
     * @param fillFactor in percent; 0 for the server's own
     */
    void run(Database database, Server server, Ids ids, Traffic traffic, int fillFactor) throws SQLException {
        Map<String, Double> values = new TreeMap<>();
        try (Connection connection = server.connect()) {
            Server.execute(
                    connection,
                    "create table " + TABLE + " (id " + (ids.isGuid() ? server.uuidType() : "bigint")
                            + " not null, customer bigint not null, note varchar(100) not null, primary key (id)"
                            + (fillFactor == 0 ? ")" : " with (fillfactor = " + fillFactor + "))"));
            Counters before = server.counters(connection, TABLE);
            server.fill(connection, TABLE, rows, new Arrivals(ids, database.order(), traffic, seed));
            Counters cost = server.counters(connection, TABLE).since(before);
            values.putAll(Recorder.values(server.primaryKey(connection, TABLE, rows)));
            values.put("missesPerThousandRows", cost.misses() * 1000 / rows);
            values.put("overtaking", (double) traffic.overtaking());
            Server.execute(connection, "drop table " + TABLE);
        }
        Map<String, Object> at = new LinkedHashMap<>();
        at.put("cause", traffic.cause().name());
        at.put("writers", traffic.writers());
        at.put("rate", traffic.rate());
        at.put("spread", traffic.spread());
        if (fillFactor != 0) {
            at.put("fillfactor", fillFactor);
        }
        recorder.add(database, ids.label(), at, values);
    }
}
