package io.github.hibernateidgen.benchmarks.database;

import io.github.hibernateidgen.benchmarks.database.SimulatedUnits.Processes;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.WorkerSource;
import java.sql.SQLException;
import java.util.Map;

/**
 * Measures how full pages are, by the rows per second of a process and the length of a turn. The rows of {@link
 * SimulatedUnits} are inserted into a real server.
 */
final class TurnLengths {

    static final int TIME_BITS = 41;

    private static final int[] RATES = {1, 3, 10, 30, 100, 300, 1000};

    /**
     * The bits of the time's lower part: turns of 65 s, 4, 17 and 70 minutes. With all bits of the time in the lower part,
     * the time comes first.
     */
    private static final int[] TURN_BITS = {16, 18, 20, 22, TIME_BITS};

    private final Recorder recorder;
    private final int rows;
    private final long seed;

    TurnLengths(Recorder recorder, int rows, long seed) {
        this.recorder = recorder;
        this.rows = rows;
        this.seed = seed;
    }

    void run(Database database, Server server) throws SQLException {
        recorder.describe(database, server);
        double full = Writers.measure(server, Arrivals.Ids.IDENTITY, "", rows, connection -> {
                    long[] next = {1};
                    server.fill(connection, Writers.TABLE, rows, () -> next[0]++);
                })
                .get("rowsPerLeaf");
        for (int processes : new int[] {1, 3, 16}) {
            for (int rate : RATES) {
                for (int bits : TURN_BITS) {
                    int rows = rows(processes * rate, bits);
                    SimulatedUnits simulation = new SimulatedUnits(processes, rate, processes(bits), seed);
                    Map<String, Double> values = Writers.measure(
                            server,
                            Arrivals.Ids.IDENTITY,
                            "",
                            rows,
                            connection -> server.fill(connection, Writers.TABLE, rows, simulation));
                    values.put("fill", 100 * values.get("rowsPerLeaf") / full);
                    values.put("turns", simulation.elapsed() / (1L << bits));
                    recorder.add(
                            database, "lanes", Map.of("processes", processes, "rate", rate, "turnBits", bits), values);
                }
            }
        }
    }

    /** Returns the rows for three turns, up to a limit. */
    private int rows(int perSecond, int bits) {
        return bits == TIME_BITS ? rows : (int) Math.max(rows, Math.min(5L * rows, perSecond * (3L << bits) / 1000));
    }

    /**
     * Returns processes with the layout {@code innodb} and turns of another length, or with the layout {@code standard},
     * which has no lanes.
     */
    private static Processes processes(int turnBits) {
        boolean isTimeFirst = turnBits == TIME_BITS;
        SnowflakeLayout layout = isTimeFirst
                ? SnowflakeLayout.STANDARD
                : SnowflakeLayout.named("turns")
                        .fields("time:%d, worker:10, lane:4, time:%d, sequence:8"
                                .formatted(TIME_BITS - turnBits, turnBits))
                        .build();
        return (process, clock) -> {
            SnowflakeGenerator generator =
                    new SnowflakeGenerator(layout, WorkerSource.fixed(process), SnowflakeLimits.DEFAULT, clock);
            return lane -> generator.nextId(isTimeFirst ? 0 : lane);
        };
    }
}
