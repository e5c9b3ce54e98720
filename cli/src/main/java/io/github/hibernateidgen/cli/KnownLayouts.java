package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The layouts with a name: the layouts of this library, and the layouts of other common id generators.
 *
 * <p>Sources: Discord's developer documentation, "Snowflakes"; the README of Sonyflake; the README of hypersistence-tsid.
 * Discord and TSID have 42 bits of time. An id of this library has 63 bits in all, so these layouts leave out the highest
 * bit of the time, which is 0 until 2084 (Discord) and 2089 (TSID).
 */
final class KnownLayouts {

    private static final List<SnowflakeLayout> OTHERS = List.of(
            SnowflakeLayout.named("discord")
                    .epoch(Instant.ofEpochMilli(1_420_070_400_000L))
                    .fields("time:41, worker.worker:5, worker.process:5, sequence:12")
                    .build(),
            SnowflakeLayout.named("sonyflake")
                    .epoch(Instant.parse("2014-09-01T00:00:00Z"))
                    .tick(Duration.ofMillis(10))
                    .fields("time:39, sequence:8, worker.machine:16")
                    .build(),
            SnowflakeLayout.named("tsid")
                    .epoch(Instant.parse("2020-01-01T00:00:00Z"))
                    .fields("time:41, worker.node:10, sequence:12")
                    .build());

    private KnownLayouts() {}

    static List<SnowflakeLayout> all() {
        return Stream.concat(SnowflakeLayout.readyMade().stream(), OTHERS.stream())
                .toList();
    }
}
