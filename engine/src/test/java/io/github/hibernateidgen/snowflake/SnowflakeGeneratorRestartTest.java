package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.github.hibernateidgen.testing.TestSeed;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process that restarts with the same worker number, on a clock that did not step back, leaves the old ticks alone. */
@Timeout(value = 30, threadMode = SEPARATE_THREAD) // a loop without end fails too
class SnowflakeGeneratorRestartTest {

    @ParameterizedTest(name = "tick of {0} ms, max-ahead {1} ms")
    @CsvSource({"1, 0", "1, 7", "1, 3000", "10, 0", "10, 9", "10, 500", "10, 3000", "1000, 0", "1000, 500", "1000, 3000"
    })
    void aGeneratorMadeAtOnceAfterOneThatRanAsFarAheadAsItMayTakesLaterTicks(long tickMillis, long ahead) {
        GeneratorFixture fixture = new GeneratorFixture(tickMillis);
        fixture.maxAhead = Duration.ofMillis(ahead);
        SnowflakeGenerator before = fixture.startedGenerator();
        fixture.clock.advanceMillis(tickMillis / 2);
        long[] ids = before.nextIds((int) (4 * (ahead / tickMillis + 1)));
        assertThat(fixture.clock.slept()).isZero();

        long first = fixture.generator().nextId();

        Instant lastTick = fixture.layout.instant(ids[ids.length - 1]);
        assertThat(fixture.layout.instant(first)).isEqualTo(lastTick.plusMillis(tickMillis));
        assertThat(fixture.clock.slept()).isLessThanOrEqualTo(Duration.ofMillis(tickMillis));
    }

    @ParameterizedTest(name = "tick of {0} ms, max-ahead {1} ms")
    @CsvSource({"1, 0", "1, 5", "10, 0", "10, 70", "1000, 0", "1000, 2000"})
    void noGeneratorIssuesATickOfTheOneBefore(long tickMillis, long ahead) {
        Random random = TestSeed.random();
        GeneratorFixture fixture = new GeneratorFixture(tickMillis);
        fixture.maxAhead = Duration.ofMillis(ahead);
        fixture.maxWait = Duration.ofHours(1);
        Instant lastTick = Instant.MIN;
        for (int restart = 0; restart < 500; restart++) {
            SnowflakeGenerator generator = fixture.generator();
            Instant lastTickBefore = lastTick;
            for (int call = random.nextInt(6); call > 0; call--) {
                fixture.clock.advance(
                        Duration.ofNanos(random.nextBoolean() ? 0 : random.nextLong(3_000_000 * tickMillis)));
                for (long id : generator.nextIds(random.nextInt(1, 30))) {
                    lastTick = fixture.layout.instant(id);
                    assertThat(lastTick)
                            .as("restart %s, %s", restart, TestSeed.describe())
                            .isAfter(lastTickBefore);
                }
            }
        }
    }
}
