package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Ids of the past beside processes that reserve numbers: no two are equal. */
class BackfillUniquenessTest {

    private static final Instant START = Instant.parse("2026-11-22T08:00:00Z");
    private static final LongPredicate NONE = worker -> false;

    /** So few numbers and so short ticks that each is used again, and full. */
    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.named("tiny")
            .fields("time:41, worker:4, sequence:2")
            .build();

    /** Ticks that an end may lie inside of. */
    private static final SnowflakeLayout COARSE = SnowflakeLayout.named("coarse")
            .fields("time:40, worker:4, sequence:2")
            .tick(Duration.ofMillis(10))
            .build();

    private static final SnowflakeLimits LIMITS = new SnowflakeLimits(Duration.ofSeconds(1), Duration.ofSeconds(1), 1);

    /** A process with a clock of its own. */
    private record Application(ReservedWorkerSource source, SnowflakeGenerator generator) {

        static Application start(ReservationStore store, SnowflakeLayout layout, InstantSource clock) {
            ReservationTerms terms =
                    ReservationTerms.DEFAULT.withWindow(Duration.ofSeconds(1)).withTimeout(Duration.ofSeconds(1));
            ReservedWorkerSource source = new ReservedWorkerSource(store, terms, clock, Quiet.LOGGER);
            return new Application(source, new SnowflakeGenerator(layout, source, LIMITS, clock));
        }
    }

    private static final class World implements AutoCloseable {

        private static final int[] BEGIN = {0, 2, 5};

        private final Random random;
        private final SnowflakeLayout layout;
        private final InMemoryReservationStore store = new InMemoryReservationStore();
        private final List<Application> running = new ArrayList<>();
        private final List<Application> frozen = new ArrayList<>();
        private final Set<Long> ids = new HashSet<>();
        private int pastIds;
        private int steps;
        private long time;

        World(long seed, SnowflakeLayout layout) {
            this.random = new Random(seed);
            this.layout = layout;
        }

        void step() {
            time += random.nextInt(300);
            // Ids of both kinds are made before chance decides.
            switch (steps < BEGIN.length ? BEGIN[steps++] : random.nextInt(6)) {
                case 0, 1 -> start();
                case 2, 3 -> make();
                case 4 -> end();
                default -> backfill();
            }
        }

        private void start() {
            long skew = random.nextInt(4000) - 2000;
            if (running.size() + frozen.size() < 8) {
                running.add(Application.start(store, layout, () -> START.plusMillis(time + skew)));
            }
        }

        private void make() {
            for (Application process : List.copyOf(running)) {
                try {
                    for (long id : process.generator().nextIds(1 + random.nextInt(20))) {
                        assertThat(ids.add(id)).as("id %d of a process", id).isTrue();
                    }
                } catch (IllegalStateException e) {
                    running.remove(process); // Its number was lost, and all others are taken.
                    frozen.add(process);
                }
            }
        }

        private void end() {
            if (!running.isEmpty()) {
                Application process = running.remove(random.nextInt(running.size()));
                if (random.nextBoolean()) {
                    process.source().close();
                } else {
                    frozen.add(process); // Killed: nothing is released.
                }
            }
        }

        /** Rows of all times up to the present, which the machine of the command line tells in its own way. */
        private void backfill() {
            Instant now = START.plusMillis(time + random.nextInt(4000) - 2000);
            StoredSlot slot;
            try {
                UnusedWorker unused =
                        new UnusedWorker(new Reservations(store, "default"), new WorkerRange(0, layout.workers() - 1));
                slot = unused.claim(NONE, unused.end(OptionalLong.empty(), now, Duration.ofHours(1)));
            } catch (RejectedException e) {
                return; // All numbers have been used.
            }
            PastIds past = new PastIds(layout, slot.worker(), Map.of(), slot.reservedUntil(), bound -> 0);
            Instant made = START.minusSeconds(5);
            while (true) {
                made = made.plusMillis(random.nextInt(3));
                OptionalLong id = past.next(made);
                if (id.isEmpty()) {
                    return; // The end.
                }
                assertThat(ids.add(id.getAsLong())).as("id %s of the past", id).isTrue();
                pastIds++;
            }
        }

        @Override
        public void close() {
            running.forEach(process -> process.source().close());
            frozen.forEach(process -> process.source().close());
        }
    }

    @RepeatedTest(2)
    void makesNoIdThatAProcessMakes() {
        makesNoIdThatAProcessMakes(LAYOUT);
    }

    @RepeatedTest(2)
    void makesNoIdThatAProcessMakesInATickThatIsNotWhole() {
        makesNoIdThatAProcessMakes(COARSE);
    }

    private static void makesNoIdThatAProcessMakes(SnowflakeLayout layout) {
        long seed = Long.getLong("idgen.test.seed", System.nanoTime());
        try (World world = new World(seed, layout)) {
            for (int i = 0; i < 40; i++) {
                world.step();
            }
            // A world in which nothing happens would pass, too.
            assertThat(world.pastIds).isPositive().isLessThan(world.ids.size());
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("-Didgen.test.seed=" + seed, e);
        }
    }

    /** Why a number that was used is refused: what the backfill rests on. */
    @Test
    void wouldMakeTheIdsOfAProcessUnderItsNumber() {
        InMemoryReservationStore store = new InMemoryReservationStore();
        Application process = Application.start(store, LAYOUT, InstantSource.fixed(START));
        long made = process.generator().nextId();
        process.source().close();
        StoredSlot row = store.read("default", 0, Long.MAX_VALUE).slots().get(0);
        PastIds past = new PastIds(LAYOUT, row.worker(), Map.of(), row.reservedUntil(), bound -> 0);
        assertThat(List.of(past.next(START), past.next(START), past.next(START), past.next(LAYOUT.instant(made))))
                .contains(OptionalLong.of(made));
        assertThatExceptionOfType(RejectedException.class)
                .isThrownBy(() -> new UnusedWorker(new Reservations(store, "default"), new WorkerRange(0, 15))
                        .claim(worker -> worker != row.worker(), 1))
                .withMessageContaining("all worker numbers [0-15] of namespace [default] have been used");
    }

    @Test
    void leavesThePresentToWhoeverClaimsTheNumberNext() {
        InMemoryReservationStore store = new InMemoryReservationStore();
        long end = START.toEpochMilli();
        StoredSlot slot = new UnusedWorker(new Reservations(store, "default"), new WorkerRange(0, 0)).claim(NONE, end);
        SnowflakeLayout alone =
                SnowflakeLayout.named("alone").fields("time:41, sequence:2").build();
        InstantSource behind = InstantSource.fixed(START.plusMillis(0));
        try (ReservedWorkerSource source =
                new ReservedWorkerSource(store, ReservationTerms.DEFAULT, behind, Quiet.LOGGER)) {
            SnowflakeGenerator generator = new SnowflakeGenerator(alone, source, LIMITS, behind);
            long next = generator.nextId();
            PastIds past = new PastIds(alone, slot.worker(), Map.of(), end, bound -> 0);
            long last = -1;
            for (int i = 0; i < 4; i++) {
                last = past.next(START.minusMillis(1)).getAsLong();
            }
            assertThat(last).isLessThan(next);
            assertThat(alone.instant(last)).isEqualTo(START.minusMillis(1));
            assertThat(past.next(START.minusMillis(1))).isEmpty();
        }
    }

    @Test
    void issuesOnlyTicksThatLieWhollyBelowTheEnd() {
        Instant tick = COARSE.epoch().plusMillis(10_000);
        for (int rest = 0; rest < 10; rest++) {
            PastIds past = new PastIds(COARSE, 3, Map.of(), tick.toEpochMilli() + rest, bound -> 0);
            assertThat(past.next(tick)).as("end %d ms into a tick", rest).isEmpty();
            assertThat(past.next(tick.minusMillis(1))).isNotEmpty();
        }
        assertThat(new PastIds(COARSE, 3, Map.of(), tick.toEpochMilli() + 10, bound -> 0).next(tick))
                .isNotEmpty();
    }

    @Test
    void refusesARowThatIsOlderThanTheLayout() {
        PastIds past = new PastIds(COARSE, 3, Map.of(), START.toEpochMilli(), bound -> 0);
        assertThatExceptionOfType(RejectedException.class)
                .isThrownBy(() -> past.next(COARSE.epoch().minusMillis(1)))
                .withMessageContaining("is older than layout [coarse]");
        assertThat(past.next(COARSE.epoch())).isNotEmpty();
    }

    /** Two that have read the same rows, at the same time by their clocks. */
    @Test
    void takesAnotherNumberThanABackfillInTheSameMoment() {
        InMemoryReservationStore store = new InMemoryReservationStore();
        List<StoredSlot> others = new ArrayList<>();
        ReservationStore contested = before(store, update -> {
            if (others.isEmpty()) {
                others.add(new UnusedWorker(new Reservations(store, "default"), new WorkerRange(0, 3))
                        .claim(NONE, update.reservedUntil()));
            }
        });
        StoredSlot ours =
                new UnusedWorker(new Reservations(contested, "default"), new WorkerRange(0, 3)).claim(NONE, 1000);
        assertThat(others).extracting(StoredSlot::worker).containsExactly(3L);
        assertThat(ours.worker()).isEqualTo(2);
        assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).containsExactlyInAnyOrder(ours, others.get(0));
    }

    @Test
    void takesNoNumberThatAProcessClaimsInTheSameMoment() {
        InMemoryReservationStore store = new InMemoryReservationStore();
        ReservationStore contested = before(
                store, update -> store.compareAndSet("default", null, new StoredSlot(update.worker(), "a", 5000)));
        UnusedWorker unused = new UnusedWorker(new Reservations(contested, "default"), new WorkerRange(0, 15));
        assertThatExceptionOfType(RejectedException.class)
                .isThrownBy(() -> unused.claim(NONE, 1000))
                .withMessageContaining("other processes claimed the chosen worker number 10 times in a row");
        assertThat(store.read("default", 0, Long.MAX_VALUE).slots())
                .hasSize(10)
                .allMatch(row -> row.owner().equals("a"));
    }

    @Test
    void takesNoNumberWhereTheWriteFailed() {
        InMemoryReservationStore store = new InMemoryReservationStore();
        ReservationStore broken = before(store, update -> {
            throw new IllegalStateException("no connection");
        });
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() ->
                        new UnusedWorker(new Reservations(broken, "default"), new WorkerRange(0, 3)).claim(NONE, 1000))
                .withMessage("no connection");
        assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).isEmpty();
    }

    /** A store in which something happens between a read and the write. */
    private static ReservationStore before(ReservationStore store, Consumer<StoredSlot> happens) {
        return new ReservationStore() {
            @Override
            public StoredSlots read(String namespace, long from, long to) {
                return store.read(namespace, from, to);
            }

            @Override
            public boolean compareAndSet(String namespace, StoredSlot expected, StoredSlot update) {
                happens.accept(update);
                return store.compareAndSet(namespace, expected, update);
            }

            @Override
            public String describe() {
                return "test";
            }
        };
    }

    @Test
    void takesAnAnswerThatIsLostFromTheRow() {
        InMemoryReservationStore store = new InMemoryReservationStore();
        ReservationStore lossy = new ReservationStore() {
            @Override
            public StoredSlots read(String namespace, long from, long to) {
                return store.read(namespace, from, to);
            }

            @Override
            public boolean compareAndSet(String namespace, StoredSlot expected, StoredSlot update) {
                store.compareAndSet(namespace, expected, update);
                throw new IllegalStateException("the answer is lost");
            }

            @Override
            public String describe() {
                return "test";
            }
        };
        StoredSlot slot = new UnusedWorker(new Reservations(lossy, "default"), new WorkerRange(0, 3)).claim(NONE, 1000);
        assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).containsExactly(slot);
        assertThat(slot.worker()).isEqualTo(3);
    }

    @Test
    void movesOnlyForward() {
        assertThat(PastIds.next(-1, 40, 3)).isEqualTo(43);
        assertThat(PastIds.next(43, 40, 0)).isEqualTo(44);
        assertThat(PastIds.next(43, 44, 2)).isEqualTo(46);
        assertThat(PastIds.next(100, 44, 2)).isEqualTo(101);
    }
}
