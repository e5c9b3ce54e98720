package io.github.hibernateidgen.snowflake;

import static io.github.hibernateidgen.snowflake.GeneratorFixture.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Who finds a tick full sleeps to the start of the next one, and no longer. */
class FullTickTest {

    private final GeneratorFixture fixture = new GeneratorFixture(1);
    private final FakeClock clock = fixture.clock;
    private final List<Long> sleeps = new ArrayList<>();

    private SnowflakeGenerator fullSince300Micros(InstantSource shown) {
        SnowflakeGenerator generator = new SnowflakeGenerator(
                fixture.layout,
                WorkerSource.fixed(1),
                new SnowflakeLimits(Duration.ZERO, Duration.ofMillis(5), 1),
                shown,
                nanos -> {
                    sleeps.add(nanos);
                    clock.sleep(nanos);
                },
                fixture.randomBelow);
        clock.set(START.plusNanos(1_300_000));
        fixture.take(generator, 4);
        return generator;
    }

    @Test
    void sleepsForTheRestOfTheTick() {
        SnowflakeGenerator generator = fullSince300Micros(clock);
        assertThat(fixture.take(generator, 1)).containsExactly("2:0");
        assertThat(sleeps).containsExactly(700_000L);
    }

    @Test
    void sleepsForAWholeTickOnAClockOfWholeMilliseconds() {
        SnowflakeGenerator generator =
                fullSince300Micros(() -> clock.instant().truncatedTo(java.time.temporal.ChronoUnit.MILLIS));
        assertThat(fixture.take(generator, 1)).containsExactly("2:0");
        assertThat(sleeps).containsExactly(1_000_000L);
    }

    /** The timer of the system and its clock need not agree. */
    @Test
    void sleepsForWhatIsLeftWhereTheClockWentSlower() {
        SnowflakeGenerator generator = fullSince300Micros(clock);
        clock.stop();
        List<Long> asked = new ArrayList<>();
        SnowflakeGenerator slow = new SnowflakeGenerator(
                fixture.layout,
                WorkerSource.fixed(1),
                new SnowflakeLimits(Duration.ZERO, Duration.ofMillis(5), 1),
                clock,
                nanos -> {
                    asked.add(nanos);
                    clock.advance(Duration.ofNanos(nanos - nanos / 10));
                },
                fixture.randomBelow);
        assertThat(generator).isNotNull();
        assertThat(fixture.take(slow, 1)).containsExactly("2:0");
        assertThat(asked).startsWith(700_000L, 70_000L, 7_000L);
    }

    @Test
    void doesNotSleepForEverBeforeAClockThatStandsInsideATick() {
        SnowflakeGenerator generator = fullSince300Micros(clock);
        clock.stop();
        assertThatExceptionOfType(ClockMovedBackException.class).isThrownBy(generator::nextId);
        assertThat(sleeps).containsExactly(700_000L, 1_000_000L, 1_000_000L, 1_000_000L, 1_000_000L, 300_000L);
    }

    // What really sleeps.

    @Test
    void parksNoShorterThanAskedThoughItWasUnparkedBefore() throws InterruptedException {
        LockSupport.unpark(Thread.currentThread());
        long began = System.nanoTime();
        Sleeper.park(2_000_000);
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(2_000_000);
    }

    @Test
    void parksNoLongerOnceItIsInterrupted() {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> Sleeper.park(Long.MAX_VALUE));
        assertThat(Thread.interrupted()).isFalse();
    }
}
