package io.github.hibernateidgen.benchmarks.database;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Simulates units of work of several processes, and returns their ids in the sequence in which the rows reach the table.
 * Time is simulated. A unit begins at a random time, takes the lowest free lane of its process, and makes its ids at once.
 * It is flushed up to {@value #HELD_MILLIS} ms later, and frees the lane {@value #COMMIT_MILLIS} ms after the flush. For use
 * by a single thread.
 */
final class SimulatedUnits implements Supplier<Object> {

    static final int HELD_MILLIS = 10;
    static final int COMMIT_MILLIS = 2;
    private static final int ROWS_PER_UNIT = 10;
    private static final int LANES = 16;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Makes the ids of a process. */
    interface Ids {
        Object next(int lane);
    }

    /** Creates processes. */
    interface Processes {
        Ids process(int number, InstantSource clock);
    }

    private record Unit(double flush, List<Object> ids) {}

    private final Random random;
    private final double unitsPerMilli;
    private final List<Ids> ids = new ArrayList<>();
    private final double[][] busyUntil;
    private final PriorityQueue<Unit> held =
            new PriorityQueue<>((one, other) -> Double.compare(one.flush(), other.flush()));
    private final Deque<Object> arrived = new ArrayDeque<>();
    private double millis;

    /**
     * Creates a simulation.
     *
     * @param rate the rows per second of each process, on average
     */
    SimulatedUnits(int processes, double rate, Processes maker, long seed) {
        random = new Random(seed);
        unitsPerMilli = processes * rate / 1000.0 / ROWS_PER_UNIT;
        busyUntil = new double[processes][LANES];
        for (int process = 0; process < processes; process++) {
            ids.add(maker.process(process, this::now));
        }
        // A generator's first tick begins after its creation.
        millis = 1;
    }

    /** Returns the simulated time at which the next unit begins. */
    Instant now() {
        return START.plusMillis((long) millis);
    }

    /** Returns the simulated milliseconds since the start. */
    double elapsed() {
        return millis;
    }

    @Override
    public Object get() {
        while (arrived.isEmpty()) {
            while (held.isEmpty() || millis <= held.peek().flush()) {
                begin();
            }
            arrived.addAll(held.remove().ids());
        }
        return arrived.remove();
    }

    private void begin() {
        int process = random.nextInt(busyUntil.length);
        int lane = lane(busyUntil[process]);
        double flush = millis + random.nextDouble() * HELD_MILLIS;
        busyUntil[process][lane] = Math.max(busyUntil[process][lane], flush + COMMIT_MILLIS);
        List<Object> unit = new ArrayList<>(ROWS_PER_UNIT);
        for (int row = 0; row < ROWS_PER_UNIT; row++) {
            unit.add(ids.get(process).next(lane));
        }
        held.add(new Unit(flush, unit));
        millis -= Math.log(1 - random.nextDouble()) / unitsPerMilli;
    }

    private int lane(double[] busyUntil) {
        for (int lane = 0; lane < busyUntil.length; lane++) {
            if (busyUntil[lane] <= millis) {
                return lane;
            }
        }
        return random.nextInt(busyUntil.length);
    }
}
