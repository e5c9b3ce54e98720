package io.github.hibernateidgen.moves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The layouts that docs/migrating/from-snowflake.md lists, against the generators' own arithmetic. */
class KnownLayoutsTest {

    private static SnowflakeLayout listed(String generator) throws IOException {
        Matcher line = Pattern.compile(
                        "\\| " + Pattern.quote(generator) + " \\| `(.*)` \\| `(\\d+)(ms|s)` \\| `(.*)` \\|")
                .matcher(Guide.page("from-snowflake").text());
        assertThat(line.find()).as(generator).isTrue();
        long count = Long.parseLong(line.group(2));
        return SnowflakeLayout.named("listed")
                .fields(line.group(1))
                .tick(line.group(3).equals("s") ? Duration.ofSeconds(count) : Duration.ofMillis(count))
                .epoch(Instant.parse(line.group(4)))
                .build();
    }

    /** The shifts are where each generator puts its time and its worker; its sequence stands in the place that is left. */
    @ParameterizedTest
    @CsvSource({
        "Discord's, 1420070400000, 1,  22, 12, 0",
        "Sonyflake, 1409529600000, 10, 24, 0,  16",
    })
    void readWhatTheGeneratorWrites(
            String generator, long epoch, long tick, int timeShift, int workerShift, int sequenceShift)
            throws IOException {
        SnowflakeLayout layout = listed(generator);
        long ticks = 123_456_789;
        long id = ticks << timeShift | 77L << workerShift | 5L << sequenceShift;
        assertThat(layout.split(id)).isEqualTo(new SnowflakeParts(Instant.ofEpochMilli(epoch + ticks * tick), 77, 5));
        assertThat(layout.compose(layout.split(id))).isEqualTo(id);
    }

    /** The page's turns with an old epoch: ids from the next turn on follow all old ids, but those of innodb do not. */
    @ParameterizedTest
    @CsvSource({"2020-01-01T00:00:00Z", "2010-11-04T01:42:54.657Z"})
    void turnsOfTheOldEpochFollowTheOldIds(Instant epoch) throws IOException {
        Matcher fields = Pattern.compile("`(time:25, .*)` continues `time:41`")
                .matcher(Guide.page("from-snowflake").text());
        assertThat(fields.find()).isTrue();
        SnowflakeLayout turns = SnowflakeLayout.named("turns")
                .fields(fields.group(1))
                .epoch(epoch)
                .build();
        SnowflakeLayout old = SnowflakeLayout.named("old")
                .fields("time:41, worker:10, sequence:12")
                .epoch(epoch)
                .build();
        Instant nextTurn = epoch.plus(turns.turn().multipliedBy(8_000_000));
        Instant later = nextTurn.plus(turns.turn());
        long lastOld = old.range(epoch, nextTurn).last();
        assertThat(firstOf(turns, nextTurn, later)).isEqualTo(lastOld + 1);
        assertThat(firstOf(SnowflakeLayout.INNODB, nextTurn, later)).isLessThan(lastOld);
    }

    private static long firstOf(SnowflakeLayout layout, Instant from, Instant to) {
        return layout.slices(from, to).get(0).first();
    }
}
