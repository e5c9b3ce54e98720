package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What health says of the next id, against the next id: it is made if the reservation has a tick left for the generator, and
 * the clock reaches that tick within max-wait. Otherwise it is refused.
 */
class NextIdForecastTest {

    private static final Instant START = Instant.parse("2026-06-01T12:00:00.123Z");
    private static final int SEEDS = LongTest.RUN ? 2_000 : 500;

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 1000})
    void nextIdIsMadeWhereItIsForecast(long tickMillis) {
        int made = 0;
        int tooFar = 0;
        int ended = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Run run = new Run(seed, tickMillis);
            for (int step = 0; step < 20; step++) {
                run.move();
                boolean left = !run.left().isZero();
                boolean inTime = run.generator.statistics().nextWait().compareTo(run.limits.maxWait()) <= 0;
                assertThat(run.makesId()).as("seed %d, step %d", seed, step).isEqualTo(left && inTime);
                made += left && inTime ? 1 : 0;
                tooFar += left && !inTime ? 1 : 0;
                ended += left ? 0 : 1;
            }
        }
        assertThat(made).isGreaterThan(SEEDS);
        assertThat(tooFar).isGreaterThan(SEEDS / 40);
        assertThat(ended).isGreaterThan(SEEDS / 40);
    }

    /** One generator, whose reservation is not renewed. */
    private static final class Run implements WorkerSource {

        private final Random random;
        private final long tickMillis;
        private final FakeClock clock = new FakeClock(START);
        private final SnowflakeLimits limits;
        private final SnowflakeGenerator generator;
        private final WorkerReservation reservation;
        private TickIssuer issuer;

        Run(int seed, long tickMillis) {
            this.random = new Random(seed);
            this.tickMillis = tickMillis;
            SnowflakeLayout layout = SnowflakeLayout.named("small")
                    .tick(Duration.ofMillis(tickMillis))
                    .time(41)
                    .worker("worker", 10)
                    .sequence(1)
                    .build();
            limits = new SnowflakeLimits(
                    Duration.ofMillis(below(5 * tickMillis)), Duration.ofMillis(tickMillis + below(5 * tickMillis)), 1);
            long start = START.toEpochMilli();
            reservation = new WorkerReservation(3, start - below(5 * tickMillis), start + 1 + below(30 * tickMillis));
            generator = new SnowflakeGenerator(
                    layout, this, limits, clock, clock::sleep, bound -> random.nextInt((int) bound));
        }

        private long below(long bound) {
            return random.nextInt((int) bound + 1);
        }

        /** Moves the clock, mostly forward, and makes some ids. */
        void move() {
            clock.advance(Duration.ofMillis(below(4 * tickMillis) - tickMillis));
            for (long ids = below(5); ids > 0; ids--) {
                makesId();
            }
        }

        boolean makesId() {
            try {
                generator.nextId();
                return true;
            } catch (IllegalStateException refused) {
                return false;
            }
        }

        Duration left() {
            return issuer.left(reservation, clock.millis());
        }

        @Override
        public WorkerReservation reservation() {
            return reservation;
        }

        @Override
        public void attach(TickIssuer attached) {
            attached.requireFits(reservation);
            issuer = attached;
        }

        @Override
        public void awaitRenewal(WorkerReservation ended) {
            throw new ReservationEndedException(ended, "it is a test", null);
        }
    }
}
