package io.github.hibernateidgen.snowflake;

import static io.github.hibernateidgen.snowflake.GeneratorFixture.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.github.hibernateidgen.testing.FakeClock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several ids in one call. Ids are shown as milliseconds since START:sequence. */
@Timeout(value = 30, threadMode = SEPARATE_THREAD) // a loop without end fails too
class SnowflakeGeneratorBatchTest {

    private final GeneratorFixture fixture = new GeneratorFixture(1);
    private final FakeClock clock = fixture.clock;

    @Test
    void takesABatchInOneStepWithOneReadOfTheClock() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        int reads = clock.reads();
        assertThat(fixture.takeBatch(generator, 4)).containsExactly("1:0", "1:1", "1:2", "1:3");
        assertThat(clock.reads()).isEqualTo(reads + 1);
        assertThat(clock.slept()).isZero();
    }

    @Test
    void takesABatchAcrossTicksInOneStepWhereMaxAheadAllowsThem() {
        fixture.maxAhead = Duration.ofMillis(2);
        SnowflakeGenerator generator = fixture.startedGenerator();
        generator.nextId();
        int reads = clock.reads();
        assertThat(fixture.takeBatch(generator, 11))
                .containsExactly("3:1", "3:2", "3:3", "4:0", "4:1", "4:2", "4:3", "5:0", "5:1", "5:2", "5:3");
        assertThat(clock.reads()).isEqualTo(reads + 1);
        assertThat(clock.slept()).isZero();
    }

    @Test
    void waitsForEveryTickThatABatchNeedsMore() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.takeBatch(generator, 10))
                .containsExactly("1:0", "1:1", "1:2", "1:3", "2:0", "2:1", "2:2", "2:3", "3:0", "3:1");
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(2));
        assertThat(fixture.take(generator, 1)).containsExactly("3:2");
    }

    @Test
    void aBatchMayTakeLongerThanMaxWaitAsLongAsTheClockRuns() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        int ticks = (int) SnowflakeLimits.DEFAULT.maxWait().toMillis() + 1000;
        assertThat(fixture.takeBatch(generator, 4 * ticks)).hasSize(4 * ticks).endsWith(ticks + ":3");
        assertThat(clock.slept()).isGreaterThan(SnowflakeLimits.DEFAULT.maxWait());
    }

    @Test
    void takesWhatMaxAheadAllowsAndWaitsForTheRest() {
        fixture.maxAhead = Duration.ofMillis(1);
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.takeBatch(generator, 13)).startsWith("2:0").endsWith("5:0");
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(2));
    }

    @Test
    void aBatchOfNoneReadsNothingAndTakesNothing() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        int reads = clock.reads();
        assertThat(generator.nextIds(0)).isEmpty();
        assertThat(clock.reads()).isEqualTo(reads);
        assertThat(fixture.take(generator, 1)).containsExactly("1:0");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE})
    void refusesANegativeCount(int count) {
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator.nextIds(count))
                .withMessage("count [" + count + "] is negative; ask for 0 or more ids");
    }

    @Test
    void batchesAndSingleIdsShareOneSequence() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 1)).containsExactly("1:0");
        assertThat(fixture.takeBatch(generator, 2)).containsExactly("1:1", "1:2");
        assertThat(fixture.take(generator, 2)).containsExactly("1:3", "2:0");
        assertThat(fixture.takeBatch(generator, 1)).containsExactly("2:1");
        assertThat(fixture.take(generator, 1)).containsExactly("2:2");
    }

    @Test
    void everyIdOfABatchCarriesTheWorkerAndTheEntityFields() {
        SnowflakeGenerator generator = fixture.startedGenerator().withEntityFields(Map.of("shop", 9L));
        assertThat(Arrays.stream(generator.nextIds(9)).mapToObj(fixture.layout::split))
                .allSatisfy(parts -> {
                    assertThat(parts.worker()).isEqualTo(5);
                    assertThat(parts.entityFields()).containsExactly(Map.entry("shop", 9L));
                });
    }

    @Test
    void aBatchInAFreshTickStartsBelowTheSpread() {
        fixture.spread = 3;
        fixture.randomBelow = bound -> bound - 1;
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.takeBatch(generator, 4)).containsExactly("1:2", "1:3", "2:0", "2:1");
    }

    @Test
    void aClockThatStopsRefusesABatchAfterMaxWaitAndItsIdsAreNeverGivenAgain() {
        fixture.maxWait = Duration.ofMillis(30);
        SnowflakeGenerator generator = fixture.startedGenerator();
        clock.stop();
        assertThatExceptionOfType(ClockMovedBackException.class)
                .isThrownBy(() -> generator.nextIds(5))
                .satisfies(refusal -> {
                    assertThat(refusal.clock()).isEqualTo(START.plusMillis(1));
                    assertThat(refusal.nextTick()).isEqualTo(START.plusMillis(2));
                });
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(30));
        clock.go();
        assertThat(fixture.take(generator, 1)).containsExactly("2:1");
    }

    @Test
    void maxWaitBoundsEachWaitOfABatchAndNotTheBatch() {
        fixture.maxWait = Duration.ofMillis(2);
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.takeBatch(generator, 20)).endsWith("5:3");
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(4));
        clock.advanceMillis(-3);
        assertThatExceptionOfType(ClockMovedBackException.class)
                .isThrownBy(() -> generator.nextIds(2))
                .withMessageContaining("would exceed max-wait [2 ms]");
    }
}
