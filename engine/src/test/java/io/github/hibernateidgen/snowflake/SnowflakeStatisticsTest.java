package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SnowflakeStatisticsTest {

    private final GeneratorFixture fixture = new GeneratorFixture(1);

    @Test
    void generatorThatIsNeverHeldUpCountsNothing() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        fixture.take(generator, 4);
        assertThat(generator.statistics())
                .isEqualTo(new SnowflakeStatistics(0, 0, Duration.ZERO, Duration.ofMillis(1)));
    }

    @Test
    void fullTickIsAWaitAndNoStepBack() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        fixture.take(generator, 13);
        assertThat(generator.statistics()).isEqualTo(new SnowflakeStatistics(3, 0, Duration.ZERO, Duration.ZERO));
    }

    @Test
    void waitForTheTickAfterTheStartIsNoStepBack() {
        SnowflakeGenerator generator = fixture.generator();
        fixture.take(generator, 1);
        assertThat(generator.statistics()).isEqualTo(new SnowflakeStatistics(1, 0, Duration.ZERO, Duration.ZERO));
    }

    @Test
    void stepBackCountsOnceForAllWhoWaitForIt() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        fixture.take(generator, 1);
        fixture.clock.advance(Duration.ofHours(-1));
        assertThatThrownBy(generator::nextId).isInstanceOf(ClockMovedBackException.class);
        assertThatThrownBy(generator::nextId).isInstanceOf(ClockMovedBackException.class);
        assertThat(generator.statistics())
                .isEqualTo(new SnowflakeStatistics(0, 1, Duration.ofHours(1), Duration.ofHours(1)));

        fixture.clock.advance(Duration.ofHours(1).plusMillis(1));
        fixture.take(generator, 1);
        fixture.clock.advance(Duration.ofMillis(-2));
        fixture.take(generator, 4);
        assertThat(generator.statistics().clockStepsBack()).isEqualTo(2);
    }

    @Test
    void aheadIsHowFarTheLastTickIsPastTheClock() {
        fixture.maxAhead = Duration.ofMillis(50);
        SnowflakeGenerator generator = fixture.startedGenerator();
        fixture.take(generator, 4 * 11);
        assertThat(generator.statistics())
                .isEqualTo(new SnowflakeStatistics(0, 0, Duration.ofMillis(10), Duration.ZERO));
    }
}
