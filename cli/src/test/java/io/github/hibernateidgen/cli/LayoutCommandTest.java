package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutCommandTest {

    @Test
    void drawsALayout() {
        assertThat(Cli.run("layout", "standard").out().lines())
                .containsExactly(
                        "|0|                  time                   |  worker  |  sequence  |",
                        "  time           41 bits, ticks of 1 ms since 2024-01-01T00:00:00Z",
                        "  worker         10 bits, 0 to 1023",
                        "  sequence       12 bits, 0 to 4095",
                        "ids     4,096 a tick and worker, 4,096,000 a second and worker, workers 1,024",
                        "ends    2093-09-06T15:47:35.552Z, 66.8 years from now");
    }

    /** The layout standard ends at 2093-09-06T15:47:35.552Z. */
    @ParameterizedTest
    @CsvSource({
        "2093-09-06T15:47:35.551Z, 0.0 years from now",
        "2093-09-06T15:47:35.553Z, 0.0 years ago",
        "2093-09-07T15:00:00Z,     0.0 years ago",
        "2094-09-06T15:47:35.552Z, 1.0 years ago",
    })
    void showsWhetherTheEndIsPast(Instant now, String distance) {
        assertThat(Cli.runAt(now, "layout", "standard").out().lines())
                .contains("ends    2093-09-06T15:47:35.552Z, " + distance);
    }

    @Test
    void drawsEveryLayoutWithinAScreensWidth() {
        for (SnowflakeLayout layout : KnownLayouts.all()) {
            assertThat(LayoutCommand.ruler(layout)).as(layout.name()).hasSizeLessThan(80);
        }
    }

    @Test
    void listsAllThatHaveAName() {
        assertThat(Cli.run("layout").out().lines())
                .hasSize(KnownLayouts.all().size())
                .first()
                .asString()
                .startsWith("standard: time 41, worker 10, sequence 12");
        assertThat(Cli.run("layout", "short").out())
                .contains("ids     1,024 a tick and worker, 1,024,000 a second and worker, workers 16");
    }

    @Test
    void saysWhatTheTwoPartsOfATimeAre() {
        assertThat(Cli.run("layout", "innodb").out().lines())
                .contains(
                        "  time           25 bits, turns of 65536 ms since 2024-01-01T00:00:00Z",
                        "  worker         10 bits, 0 to 1023",
                        "  lane            4 bits, 0 to 15",
                        "  time           16 bits, ticks of 1 ms in the turn",
                        "ids     4,096 a tick and worker, 4,096,000 a second and worker, workers 1,024");
        assertThat(Cli.run("layout", "time:27,worker:10,time:12,sequence:8/10ms")
                        .out())
                .contains("turns of 40960 ms", "ticks of 10 ms in the turn");
    }

    @Test
    void takesAnotherEpochAndTick() {
        assertThat(Cli.run("layout", "twitter@2020-01-01T00:00:00Z").out()).contains("ends    2089-09-06");
        assertThat(Cli.run("layout", "time:39,worker:16,sequence:8@1409529600000/10ms")
                        .out())
                .contains("ticks of 10 ms since 2014-09-01T00:00:00Z")
                .contains("25,600 a second");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "standrad | is not one of standard, twitter, short, business-line, javascript, innodb, discord, sonyflake, tsid",
                "standard@yesterday | epoch [yesterday]",
                "standard/10 | tick [10]",
                "time:51,worker:10,sequence:10 | [71] bits wide with [time 51, worker 10, sequence 10]; make the fields",
                "time:41,worker:30 | layout [time:41,worker:30]",
                "@2020-01-01T00:00:00Z | is not readable",
            })
    void refusesWhatIsNoLayout(String spec, String reason) {
        Result refused = Cli.run("layout", spec);
        assertThat(refused.exit()).isEqualTo(Exit.USAGE);
        assertThat(refused.err()).contains(reason);
    }
}
