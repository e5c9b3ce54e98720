package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Processes that reserve a single worker number on a real server, which fails over to earlier contents of the hash, on one
 * thread and a virtual time. The driver repeats requests, which are applied again, late, and after failovers. In each second
 * simulation, the processes are copies that have one memory. {@code -Didgen.simulation.seeds=1000} runs more.
 */
class RedisReservationSettlingIT {

    private static final String PREFIX = "idgen:worker:";
    private static final long LOSS = 400;
    private static final long WINDOW = 2_000;
    private static final long SEEDS = Long.getLong("idgen.simulation.seeds", LongTest.RUN ? 1_000 : 30);

    private static TestRedis server;
    private static RedisClient client;
    private static RedisCommands<String, String> redis;

    /** Each has a memory of its own, and each simulation a namespace of its own. */
    private static final List<RedisReservationStore> STORES = new ArrayList<>();

    /** Applies late requests, and remembers no update. */
    private static RedisReservationStore wire;

    /** Ways to get it wrong, which the simulation must find. */
    enum Mutation {
        NONE,
        /** Half of the time is waited for. */
        LOOKED_TOO_EARLY,
        /** A look takes each run of the request for the run that was answered. */
        LOOKED_AT_THE_REQUEST
    }

    @BeforeAll
    static void start() throws Exception {
        server = TestRedis.startOrSkip();
        client = RedisClient.create(server.uri());
        redis = client.connect().sync();
        wire = new RedisReservationStore(client, PREFIX);
        for (int i = 0; i < 3; i++) {
            STORES.add(new RedisReservationStore(client, PREFIX));
        }
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            wire.close();
            STORES.forEach(RedisReservationStore::close);
            client.shutdown();
            server.close();
        }
    }

    /** The ticks that a claim and its renewals may issue. */
    private static final class Run {

        private final long floor;
        private final boolean earlier;
        private long settledEnd;

        Run(long floor, boolean earlier) {
            this.floor = floor;
            this.settledEnd = floor;
            this.earlier = earlier;
        }

        boolean overlaps(Run other) {
            return other != this && floor < other.settledEnd && other.floor < settledEnd;
        }
    }

    private static final class Simulation implements AutoCloseable {

        private final Random random;
        private final Mutation mutation;
        private final String namespace;
        private final TreeMap<Long, Map<String, String>> states = new TreeMap<>();
        private final List<Process> processes = new ArrayList<>();
        private final List<Runnable> late = new ArrayList<>();
        private final List<Run> runs = new ArrayList<>();
        private final Map<String, Integer> counts;
        private long now = 1;
        private int owners;

        Simulation(long seed, Mutation mutation, boolean withEarlier, Map<String, Integer> counts) {
            this.random = new Random(seed);
            this.mutation = mutation;
            this.counts = counts;
            this.namespace = "simulation-" + seed + "-" + mutation + "-" + withEarlier;
            states.put(0L, Map.of());
            for (int i = 0; i < 3; i++) {
                boolean earlier = withEarlier && i == 0;
                ReservationStore store = STORES.get(seed % 2 == 0 ? i : 0);
                processes.add(new Process(earlier ? new EarlierReservationStore(redis, PREFIX) : store, earlier));
            }
        }

        private void count(String what) {
            counts.merge(what, 1, Integer::sum);
        }

        void run() {
            for (int step = 0; step < 200; step++) {
                now += random.nextInt(100);
                if (!late.isEmpty() && random.nextInt(3) == 0) {
                    count("requests applied again");
                    late.remove(random.nextInt(late.size())).run();
                    written();
                }
                if (random.nextInt(4) == 0) {
                    failOver();
                }
                processes.get(random.nextInt(processes.size())).step();
            }
        }

        private void written() {
            states.put(now, redis.hgetall(PREFIX + namespace));
        }

        private void failOver() {
            var kept = states.floorEntry(now - (random.nextBoolean() ? LOSS : random.nextInt((int) LOSS + 1)));
            if (kept == null) {
                return;
            }
            count("failovers");
            if (!kept.getValue().equals(states.lastEntry().getValue())) {
                count("losses");
            }
            redis.del(PREFIX + namespace);
            if (!kept.getValue().isEmpty()) {
                redis.hset(PREFIX + namespace, kept.getValue());
            }
            states.tailMap(kept.getKey(), false).clear();
        }

        @Override
        public void close() {
            redis.del(PREFIX + namespace);
        }

        private final class Process {

            private final ReservationStore store;
            private final boolean earlier;
            private @Nullable StoredSlot held;
            private @Nullable Run run;
            private boolean settled;
            private long confirmedAt;

            Process(ReservationStore store, boolean earlier) {
                this.store = store;
                this.earlier = earlier;
            }

            private @Nullable StoredSlot read(ReservationStore from) {
                List<StoredSlot> rows = from.read(namespace, 0, 64).slots();
                if (rows.isEmpty()) {
                    return null;
                }
                if (rows.get(0).owner().startsWith("written-again/")) {
                    count("reads of a row that a read has replaced");
                    written();
                }
                return rows.get(0);
            }

            void step() {
                if (held != null && held.reservedUntil() <= now) {
                    held = null;
                }
                if (held == null) {
                    StoredSlot row = read(store);
                    if (row == null || row.reservedUntil() <= now) {
                        write(row, new Run(row == null ? 0 : row.reservedUntil(), earlier));
                    }
                } else if (settled) {
                    write(held, run);
                } else if (now - confirmedAt >= (mutation == Mutation.LOOKED_TOO_EARLY ? LOSS / 2 : LOSS)) {
                    look();
                }
            }

            private void write(@Nullable StoredSlot expected, Run next) {
                StoredSlot update = new StoredSlot(3, "owner-" + ++owners, now + WINDOW);
                if (random.nextBoolean()) {
                    ReservationStore by = earlier ? store : wire;
                    late.add(() -> by.compareAndSet(namespace, expected, update));
                }
                boolean applied = store.compareAndSet(namespace, expected, update);
                written();
                held = applied ? update : null;
                run = next;
                settled = false;
                confirmedAt = now;
            }

            private void look() {
                StoredSlot row = read(mutation == Mutation.LOOKED_AT_THE_REQUEST ? wire : store);
                if (!held.equals(row)) {
                    count("looks that found another row");
                    held = null;
                    return;
                }
                count("settled");
                settled = true;
                run.settledEnd = held.reservedUntil();
                if (!runs.contains(run)) {
                    runs.add(run);
                }
                for (Run other : runs) {
                    if (run.overlaps(other)) {
                        if (!run.earlier && !other.earlier) {
                            throw new AssertionError("two processes reserved the same ticks");
                        }
                        count("reserved twice with an earlier version");
                    }
                }
            }
        }
    }

    private static Map<String, Integer> run(boolean withEarlier) {
        Map<String, Integer> counts = new TreeMap<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            try (Simulation simulation = new Simulation(seed, Mutation.NONE, withEarlier, counts)) {
                simulation.run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("simulation " + seed + ": " + e.getMessage(), e);
            }
        }
        System.out.println(SEEDS + " simulations of reservations in Redis"
                + (withEarlier ? " with earlier processes" : "") + ": " + counts);
        for (String often : List.of("settled", "losses", "requests applied again", "looks that found another row")) {
            assertThat(counts.get(often)).as(often).isGreaterThan((int) SEEDS);
        }
        return counts;
    }

    @Test
    void reservesNoTickTwice() {
        assertThat(run(false)).doesNotContainKey("reserved twice with an earlier version");
    }

    /** While processes are replaced one by one: those of this version reserve no tick twice. */
    @Test
    void reservesNoTickTwiceBesideAnEarlierProcess() {
        run(true);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void findsTheMutation(Mutation mutation) {
        long seed = 0;
        while (seed < 100 && !isFound(seed, mutation)) {
            seed++;
        }
        System.out.println(mutation + " is found by simulation " + seed);
        assertThat(seed).isLessThan(100);
    }

    private static boolean isFound(long seed, Mutation mutation) {
        try (Simulation simulation = new Simulation(seed, mutation, false, new TreeMap<>())) {
            simulation.run();
            return false;
        } catch (AssertionError e) {
            return true;
        }
    }
}
