package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random walks: the clock stops, goes, and jumps both ways, the reservation changes, and calls ask for one id or for
 * several. Every id and every refusal is held against the promises, which are stated here in instants, not in ticks.
 */
@Timeout(value = 30, threadMode = SEPARATE_THREAD) // a loop without end fails too
class SnowflakeGeneratorModelTest {

    private static final int STEPS = 6_000;
    private static final int WORKERS = 8;

    private enum Outcome {
        ISSUED,
        WAITED,
        CLOCK_REFUSED,
        RESERVATION_REFUSED
    }

    @ParameterizedTest(name = "tick of {0} ms, max-ahead {1} ms, spread {2}")
    @CsvSource({"1, 0, 1", "1, 0, 4", "1, 25, 1", "10, 0, 3", "10, 45, 2", "1000, 0, 1", "1000, 12000, 4"})
    void everyIdAndEveryRefusalKeepsThePromises(long tickMillis, long ahead, long spread) {
        Walk walk = new Walk(tickMillis, ahead, spread);
        for (int step = 0; step < STEPS; step++) {
            walk.moveClock();
            walk.changeReservation();
            walk.call();
        }
        assertThat(walk.outcomes).as(TestSeed.describe()).containsOnlyKeys(Outcome.values());
        assertThat(walk.outcomes.values()).as(TestSeed.describe()).allMatch(times -> times > 100);
        assertThat(walk.exhausted).as(TestSeed.describe()).isLessThan(STEPS / 10);
    }

    private static final class Walk {

        private final Random random = TestSeed.random();
        private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        private final long[] lastIdOfWorker = new long[WORKERS];
        private final GeneratorFixture fixture;
        private final FakeClock clock;
        private final SnowflakeLayout layout;
        private final SnowflakeGenerator generator;
        private final Duration tick;
        private final Duration wholeTicksAhead;
        private Instant lastTick = Instant.MIN;

        /** The last tick that may be used up: a batch that was refused on the way does not show the ids it took. */
        private Instant reached;

        private boolean reservationRefused;
        private int exhausted;

        Walk(long tickMillis, long ahead, long spread) {
            fixture = new GeneratorFixture(tickMillis);
            clock = fixture.clock;
            layout = fixture.layout;
            tick = layout.tick();
            wholeTicksAhead = Duration.ofMillis(ahead - ahead % tickMillis);
            fixture.maxAhead = Duration.ofMillis(ahead);
            fixture.maxWait = tick.multipliedBy(5);
            fixture.spread = spread;
            fixture.randomBelow = random::nextLong;
            fixture.reservation = reservation();
            generator = fixture.generator();
            reached = clock.now().plus(wholeTicksAhead);
            Arrays.fill(lastIdOfWorker, -1);
        }

        void moveClock() {
            switch (random.nextInt(40)) {
                case 0 -> clock.stop();
                case 1, 2, 3, 4, 5 -> clock.go();
                case 6, 7 -> clock.advance(ticks(-4, 0));
                case 8 -> clock.advance(ticks(-60, 0));
                case 9, 10 -> clock.advance(ticks(0, 80));
                case 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 -> clock.advance(ticks(0, 3));
                default -> {}
            }
        }

        void changeReservation() {
            if (random.nextInt(reservationRefused ? 3 : 40) == 0) {
                fixture.reservation = reservation();
                reservationRefused = false;
            }
        }

        /** Any worker, from some ticks around the clock to some ticks behind it or before it. */
        private WorkerReservation reservation() {
            Instant floor = clock.now().plus(ticks(-100, 20));
            Instant end = clock.now().plus(ticks(-5, 200));
            long floorMillis = floor.toEpochMilli();
            return new WorkerReservation(
                    random.nextInt(WORKERS), floorMillis, Math.max(floorMillis + 1, end.toEpochMilli()));
        }

        private Duration ticks(long from, long to) {
            return Duration.ofMillis(random.nextLong(from * tick.toMillis(), to * tick.toMillis() + 1));
        }

        void call() {
            int count = random.nextInt(1, 20);
            Instant before = clock.now();
            Duration sleptBefore = clock.slept();
            clock.beginCall();
            try {
                long[] ids = count > 12 ? generator.nextIds(count) : new long[] {generator.nextId()};
                count(Outcome.ISSUED);
                checkIds(ids, before);
            } catch (ClockMovedBackException refusal) {
                reached = later(reached, clock.now().plus(wholeTicksAhead));
                count(Outcome.CLOCK_REFUSED);
                checkRefusal(refusal.clock(), refusal.nextTick(), clock.slept().minus(sleptBefore));
            } catch (SequenceExhaustedException refusal) {
                // Only what refused callers had taken, since nobody else is here.
                assertThat(outcomes).as(this::context).containsKey(Outcome.CLOCK_REFUSED);
                exhausted++;
                checkRefusal(refusal.clock(), refusal.nextTick(), clock.slept().minus(sleptBefore));
            } catch (ReservationEndedException refusal) {
                reached = later(reached, clock.now().plus(wholeTicksAhead));
                count(Outcome.RESERVATION_REFUSED);
                checkRefusal(refusal);
                reservationRefused = true;
            }
            if (clock.slept().compareTo(sleptBefore) > 0) {
                count(Outcome.WAITED);
            }
        }

        private void checkIds(long[] ids, Instant before) {
            WorkerReservation held = fixture.reservation;
            for (long id : ids) {
                SnowflakeParts parts = layout.split(id);
                Instant start = parts.instant();
                Instant end = start.plus(tick);
                assertThat(parts.worker()).as(this::context).isEqualTo(held.worker());
                assertThat(id).as(this::context).isGreaterThan(lastIdOfWorker[(int) held.worker()]);
                assertThat(start).as(this::context).isAfterOrEqualTo(Instant.ofEpochMilli(held.floor()));
                assertThat(end).as(this::context).isBeforeOrEqualTo(Instant.ofEpochMilli(held.reservedUntil()));
                assertThat(start)
                        .as(this::context)
                        .isBeforeOrEqualTo(clock.now().plus(wholeTicksAhead));
                assertThat(end).as(this::context).isAfter(before);
                assertThat(start).as(this::context).isAfterOrEqualTo(lastTick);
                lastIdOfWorker[(int) held.worker()] = id;
                lastTick = start;
            }
        }

        /** Refused only where the rest of the wait really is longer than what is left of max-wait. */
        private void checkRefusal(Instant now, Instant nextTick, Duration waited) {
            reached = later(reached, nextTick);
            assertThat(now).as(this::context).isEqualTo(millis(clock.now()));
            Duration rest = Duration.between(now, nextTick.minus(wholeTicksAhead));
            assertThat(rest).as(this::context).isGreaterThan(fixture.maxWait.minus(waited));
        }

        /** Refused only where the tick behind all that may be used up is not wholly reserved. */
        private void checkRefusal(ReservationEndedException refusal) {
            WorkerReservation held = fixture.reservation;
            assertThat(refusal.reservation()).as(this::context).isEqualTo(held);
            Instant next = later(later(reached, lastTick), Instant.ofEpochMilli(held.floor()))
                    .plus(tick.multipliedBy(2));
            assertThat(next).as(this::context).isAfter(Instant.ofEpochMilli(held.reservedUntil()));
        }

        private static Instant later(Instant a, Instant b) {
            return a.isAfter(b) ? a : b;
        }

        private static Instant millis(Instant instant) {
            return Instant.ofEpochMilli(instant.toEpochMilli());
        }

        private void count(Outcome outcome) {
            outcomes.merge(outcome, 1, Integer::sum);
        }

        private String context() {
            return "clock " + clock.now() + ", " + fixture.reservation + ", " + outcomes + ", " + TestSeed.describe();
        }
    }
}
