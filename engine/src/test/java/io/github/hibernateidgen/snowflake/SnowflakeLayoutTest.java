package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SnowflakeLayoutTest {

    // The ready-made layouts, as their Javadoc has them.

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            standard: time 41, worker 10, sequence 12; 1024 workers of 4096 ids a tick of 1 ms; from 2024-01-01T00:00:00Z until 2093-09-06T15:47:35.552Z
            twitter: time 41, datacenter 5, machine 5, sequence 12; 1024 workers of 4096 ids a tick of 1 ms; from 2010-11-04T01:42:54.657Z until 2080-07-10T17:30:30.209Z
            short: time 41, worker 4, sequence 10; 16 workers of 1024 ids a tick of 1 ms; from 2024-01-01T00:00:00Z until 2093-09-06T15:47:35.552Z
            business-line: time 39, datacenter 2, machine 7, businessLine 4, sequence 7; 512 workers of 128 ids a tick of 1 ms; from 2024-01-01T00:00:00Z until 2041-06-02T21:56:53.888Z
            javascript: time 41, worker 5, sequence 7; 32 workers of 128 ids a tick of 1 ms; from 2024-01-01T00:00:00Z until 2093-09-06T15:47:35.552Z
            innodb: time 25, worker 10, lane 4, time 16, sequence 8; 1024 workers of 16 lanes of 256 ids a tick of 1 ms; from 2024-01-01T00:00:00Z until 2093-09-06T15:47:35.552Z
            """)
    void aReadyMadeLayoutDescribesItself(String description) {
        String name = description.substring(0, description.indexOf(':'));
        assertThat(readyMade(name).describe()).isEqualTo(description);
        assertThat(readyMade(name)).hasToString(description);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # name      | width | fields
            standard      | 63 | time:41, worker:10, sequence:12
            twitter       | 63 | time:41, worker.datacenter:5, worker.machine:5, sequence:12
            short         | 55 | time:41, worker:4, sequence:10
            business-line | 59 | time:39, worker.datacenter:2, worker.machine:7, entity.businessLine:4, sequence:7
            javascript    | 53 | time:41, worker:5, sequence:7
            innodb        | 63 | time:25, worker:10, lane:4, time:16, sequence:8
            """)
    void aReadyMadeLayoutIsMadeOfItsFields(String name, int width, String fields) {
        SnowflakeLayout layout = readyMade(name);
        assertThat(layout.width()).isEqualTo(width);
        SnowflakeLayout fromText = SnowflakeLayout.named(name)
                .epoch(layout.epoch())
                .tick(layout.tick())
                .fields(fields)
                .build();
        assertThat(layout).isEqualTo(fromText);
    }

    @Test
    void theReadyMadeLayoutsAreTheConstantsWithTheDefaultFirst() {
        assertThat(SnowflakeLayout.readyMade())
                .containsExactly(
                        SnowflakeLayout.STANDARD,
                        SnowflakeLayout.TWITTER,
                        SnowflakeLayout.SHORT,
                        SnowflakeLayout.BUSINESS_LINE,
                        SnowflakeLayout.JAVASCRIPT,
                        SnowflakeLayout.INNODB);
    }

    static Stream<SnowflakeLayout> timeFirst() {
        return SnowflakeLayout.readyMade().stream().filter(layout -> layout != SnowflakeLayout.INNODB);
    }

    @Test
    void aJavaScriptNumberHoldsEveryIdOfTheJavaScriptLayout() {
        SnowflakeLayout layout = SnowflakeLayout.JAVASCRIPT;
        long greatest = layout.lastId(layout.end().minusMillis(1));
        assertThat(greatest).isEqualTo(9007199254740991L); // Number.MAX_SAFE_INTEGER
        assertThat((long) (double) greatest).isEqualTo(greatest);
    }

    // Ids that others made.

    /**
     * Sources: the example of Wikipedia's article "Snowflake ID"; the examples of a tweet object in Twitter's API
     * documentation, whose {@code created_at} says the second.
     */
    @ParameterizedTest
    @CsvSource({
        "1541815603606036480, 2022-06-28T16:07:40.105Z, 378",
        "1050118621198921728, 2018-10-10T20:19:24.211Z, 347",
        "210462857140252672, 2012-06-06T20:07:10.010Z, 35"
    })
    void splitsTheIdsOfRealTweets(long id, Instant instant, long machine) {
        SnowflakeParts parts = new SnowflakeParts(instant, machine, 0);
        assertThat(SnowflakeLayout.TWITTER.split(id)).isEqualTo(parts);
        assertThat(SnowflakeLayout.TWITTER.compose(parts)).isEqualTo(id);
        assertThat(SnowflakeLayout.TWITTER.instant(id)).isEqualTo(instant);
    }

    /** Sources: "Snowflakes" in Discord's API reference; the README of PcordJS's snowflake package. */
    @ParameterizedTest
    @CsvSource({
        "175928847299117063, 2016-04-30T11:18:25.796Z, 1, 0, 7",
        "937847820382261308, 2022-01-31T23:12:24.749Z, 1, 5, 60"
    })
    void splitsTheIdsOfDiscordWithALayoutOfOnesOwn(long id, Instant instant, long worker, long process, long sequence) {
        SnowflakeLayout discord = SnowflakeLayout.named("discord")
                .epoch(Instant.parse("2015-01-01T00:00:00Z"))
                .fields("time:41, worker.internal:5, worker.process:5, sequence:12")
                .build();
        assertThat(discord.split(id)).isEqualTo(new SnowflakeParts(instant, worker * 32 + process, sequence));
    }

    // Composing and splitting, bit by bit.

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # ms | worker  | shop | sequence | id: time 4, worker.a 2, entity.shop 3, sequence 2, worker.b 3
            0    | 0b00000 | 0    | 0        | 0b0000_00_000_00_000
            1    | 0b00000 | 0    | 0        | 0b0001_00_000_00_000
            15   | 0b00000 | 0    | 0        | 0b1111_00_000_00_000
            0    | 0b00001 | 0    | 0        | 0b0000_00_000_00_001
            0    | 0b01000 | 0    | 0        | 0b0000_01_000_00_000
            0    | 0b11000 | 0    | 0        | 0b0000_11_000_00_000
            0    | 0b00000 | 5    | 0        | 0b0000_00_101_00_000
            0    | 0b00000 | 0    | 2        | 0b0000_00_000_10_000
            9    | 0b10011 | 6    | 1        | 0b1001_10_110_01_011
            15   | 0b11111 | 7    | 3        | 0b1111_11_111_11_111
            """)
    void eachPartGoesToItsField(long millis, String worker, long shop, long sequence, String id) {
        SnowflakeLayout layout = SnowflakeLayout.named("mixed")
                .time(4)
                .worker("a", 2)
                .entity("shop", 3)
                .sequence(2)
                .worker("b", 3)
                .build();
        SnowflakeParts parts =
                new SnowflakeParts(layout.epoch().plusMillis(millis), bits(worker), sequence, Map.of("shop", shop));
        assertThat(layout.compose(parts)).isEqualTo(bits(id));
        assertThat(layout.split(bits(id))).isEqualTo(parts);
    }

    @Test
    void anEntityFieldLeftOutIsZero() {
        Instant instant = Instant.parse("2026-11-21T12:00:00Z");
        SnowflakeLayout layout = SnowflakeLayout.BUSINESS_LINE;
        long id = layout.compose(new SnowflakeParts(instant, 300, 9));
        assertThat(layout.split(id)).isEqualTo(new SnowflakeParts(instant, 300, 9, Map.of("businessLine", 0L)));
    }

    @Test
    void anInstantInsideATickComesBackAsTheStartOfTheTick() {
        SnowflakeLayout layout = ticking(10);
        long id = layout.compose(new SnowflakeParts(layout.epoch().plusNanos(29_999_999), 0, 0));
        assertThat(layout.split(id).instant()).isEqualTo(layout.epoch().plusMillis(20));
    }

    @ParameterizedTest
    @MethodSource
    void refusesPartsThatDoNotFit(SnowflakeParts parts, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowflakeLayout.BUSINESS_LINE.compose(parts))
                .withMessage(message);
    }

    static List<Arguments> refusesPartsThatDoNotFit() {
        Instant now = Instant.parse("2026-11-21T12:00:00Z");
        String worker = "] does not fit layout [business-line], whose worker fields have 9 bits; give a number from 0"
                + " to 511";
        String sequence = "]: it is 7 bits wide; give a number from 0 to 127";
        String life = "] is outside layout [business-line]; give one from 2024-01-01T00:00:00Z to before"
                + " 2041-06-02T21:56:53.888Z";
        return List.of(
                arguments(new SnowflakeParts(now, -1, 0), "worker number [-1" + worker),
                arguments(new SnowflakeParts(now, 512, 0), "worker number [512" + worker),
                arguments(
                        new SnowflakeParts(now, 0, -1),
                        "field [sequence] of layout [business-line] can't hold [-1" + sequence),
                arguments(
                        new SnowflakeParts(now, 0, 128),
                        "field [sequence] of layout [business-line] can't hold [128" + sequence),
                arguments(
                        new SnowflakeParts(now, 0, 0, Map.of("businessLine", 16L)),
                        "field [businessLine] of layout [business-line] can't hold [16]: it is 4 bits wide; give a"
                                + " number from 0 to 15"),
                arguments(
                        new SnowflakeParts(now, 0, 0, Map.of("shop", 1L)),
                        "layout [business-line] has no entity field [shop]; it has [businessLine]"),
                arguments(
                        new SnowflakeParts(now, 0, 0, Map.of("machine", 1L)),
                        "layout [business-line] has no entity field [machine]; it has [businessLine]"),
                arguments(
                        new SnowflakeParts(Instant.parse("2023-12-31T23:59:59.999999999Z"), 0, 0),
                        "instant [2023-12-31T23:59:59.999999999Z" + life),
                arguments(
                        new SnowflakeParts(Instant.parse("2041-06-02T21:56:53.888Z"), 0, 0),
                        "instant [2041-06-02T21:56:53.888Z" + life),
                arguments(new SnowflakeParts(Instant.MAX, 0, 0), "instant [" + Instant.MAX + life),
                arguments(new SnowflakeParts(Instant.MIN, 0, 0), "instant [" + Instant.MIN + life));
    }

    @ParameterizedTest
    @CsvSource({
        "standard, -1, 63",
        "standard, -9223372036854775808, 63",
        "short, 36028797018963968, 55",
        "short, 9223372036854775807, 55",
        "javascript, 9007199254740992, 53"
    })
    void refusesToSplitAnIdOfAnotherLayout(String name, long id, int width) {
        String message = "id [" + id + "] is not of layout [" + name + "], which is " + width
                + " bits wide; split it with the layout that made it";
        SnowflakeLayout layout = readyMade(name);
        assertThatIllegalArgumentException().isThrownBy(() -> layout.split(id)).withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.instant(id))
                .withMessage(message);
    }

    // The rules of a layout.

    @ParameterizedTest(name = "{1}")
    @MethodSource
    void refusesALayoutThatBreaksARuleAndNamesItTheValueAndTheRule(
            UnaryOperator<SnowflakeLayout.Builder> fields, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fields.apply(SnowflakeLayout.named("mine")).build())
                .withMessage("layout [mine] " + message);
    }

    static Stream<Arguments> refusesALayoutThatBreaksARuleAndNamesItTheValueAndTheRule() {
        return Stream.of(
                rule(layout -> layout, "has [0] TIME fields; give it one, or two with the worker between them"),
                rule(
                        layout -> layout.sequence(12),
                        "has [0] TIME fields; give it one, or two with the worker between them"),
                rule(
                        layout -> layout.time(20)
                                .worker("worker", 1)
                                .fields("time:20, time:1")
                                .sequence(4),
                        "has [3] TIME fields; give it one, or two with the worker between them"),
                rule(layout -> layout.time(41).worker("worker", 10), "has [0] SEQUENCE fields; give it exactly one"),
                rule(layout -> layout.time(20).sequence(4).sequence(4), "has [2] SEQUENCE fields; give it exactly one"),
                rule(
                        layout -> layout.worker("machine", 5).time(41).sequence(12),
                        "has [machine] above its time; put the time first, or below a shard and a scatter field only"),
                rule(
                        layout -> layout.sequence(12).time(41),
                        "has [sequence] above its time; put the time first, or below a shard and a scatter field only"),
                rule(
                        layout -> layout.time(41).worker("a", 5).worker("a", 5).sequence(12),
                        "has two fields [a]; rename one"),
                rule(
                        layout -> layout.time(41).worker("a", 5).entity("a", 5).sequence(12),
                        "has two fields [a]; rename one"),
                rule(
                        layout -> layout.time(41).worker("sequence", 5).sequence(12),
                        "has two fields [sequence]; rename one"),
                rule(
                        layout -> layout.time(41).worker("w", 11).sequence(12),
                        "is [64] bits wide with [time 41, w 11, sequence 12]; make the fields 63 bits or fewer"),
                rule(
                        layout -> layout.time(51).sequence(12),
                        "has a time and a sequence of [63] bits together; make them 62 bits or fewer"),
                rule(
                        layout -> layout.tick(Duration.ZERO).time(41).sequence(12),
                        "has a tick of [PT0S]; give a whole number of milliseconds from 1 ms to 1 s"),
                rule(
                        layout -> layout.tick(Duration.ofMillis(-1)).time(41).sequence(12),
                        "has a tick of [PT-0.001S]; give a whole number of milliseconds from 1 ms to 1 s"),
                rule(
                        layout ->
                                layout.tick(Duration.ofNanos(999_999)).time(41).sequence(12),
                        "has a tick of [PT0.000999999S]; give a whole number of milliseconds from 1 ms to 1 s"),
                rule(
                        layout -> layout.tick(Duration.ofNanos(1_500_000))
                                .time(41)
                                .sequence(12),
                        "has a tick of [PT0.0015S]; give a whole number of milliseconds from 1 ms to 1 s"),
                rule(
                        layout -> layout.tick(Duration.ofMillis(1001)).time(41).sequence(12),
                        "has a tick of [PT1.001S]; give a whole number of milliseconds from 1 ms to 1 s"),
                rule(
                        layout -> layout.epoch(Instant.parse("2024-01-01T00:00:00.0001Z"))
                                .time(41)
                                .sequence(12),
                        "has the epoch [2024-01-01T00:00:00.000100Z]; give a whole millisecond"),
                rule(
                        layout -> layout.epoch(Instant.MIN).time(41).sequence(12),
                        "has the epoch [" + Instant.MIN + "], which 64 bits of milliseconds can't hold"),
                rule(
                        layout -> layout.tick(Duration.ofSeconds(1)).time(54).sequence(8),
                        "has a time field of [54] bits with a tick of 1000 ms, which ends later than 64 bits of"
                                + " milliseconds can express; narrow the time field"),
                rule(
                        layout -> layout.epoch(Instant.ofEpochMilli(Long.MAX_VALUE - 1023))
                                .time(10)
                                .sequence(8),
                        "has a time field of [10] bits with a tick of 1 ms, which ends later than 64 bits of"
                                + " milliseconds can express; narrow the time field"));
    }

    private static Arguments rule(UnaryOperator<SnowflakeLayout.Builder> fields, String message) {
        return arguments(fields, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # the widest that each rule allows
            time:41, worker:10, sequence:12       | 63
            time:61, sequence:1                   | 62
            time:1, sequence:61                   | 62
            time:1, worker:61, sequence:1         | 63
            time:1, sequence:1                    | 2
            time:20, sequence:5, worker:5         | 30
            shard:12, time:40, sequence:11        | 63
            scatter:4, shard:8, time:40, sequence:11 | 63
            shard:8, scatter:4, time:40, sequence:11 | 63
            time:40, sequence:3, shard:20         | 63
            """)
    void allowsWhatTheRulesAllow(String fields, int width) {
        assertThat(SnowflakeLayout.named("mine").fields(fields).build().width()).isEqualTo(width);
    }

    @Test
    void allowsTheLongestTickAndTheLatestEnd() {
        SnowflakeLayout layout = SnowflakeLayout.named("late")
                .epoch(Instant.ofEpochMilli(Long.MAX_VALUE - 1_024_000))
                .tick(Duration.ofSeconds(1))
                .time(10)
                .sequence(8)
                .build();
        assertThat(layout.end()).isEqualTo(Instant.ofEpochMilli(Long.MAX_VALUE));
    }

    @Test
    void aLayoutWithoutWorkerFieldHasOneWorker() {
        SnowflakeLayout layout =
                SnowflakeLayout.named("alone").fields("time:41, sequence:12").build();
        assertThat(layout.workers()).isEqualTo(1);
        assertThat(layout.compose(new SnowflakeParts(layout.epoch(), 0, 0))).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.compose(new SnowflakeParts(layout.epoch(), 1, 0)))
                .withMessageContaining("worker number [1] does not fit layout [alone]");
    }

    @Test
    void fieldsFromTextMayFollowOtherFieldsAndRefuseAnEmptyOne() {
        SnowflakeLayout layout = SnowflakeLayout.named("mine")
                .time(41)
                .fields("worker.a:5,entity.b:4")
                .sequence(8)
                .build();
        assertThat(layout.fields())
                .containsExactly(
                        new LayoutField(Kind.TIME, "time", 41),
                        new LayoutField(Kind.WORKER, "a", 5),
                        new LayoutField(Kind.ENTITY, "b", 4),
                        new LayoutField(Kind.SEQUENCE, "sequence", 8));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowflakeLayout.named("mine").fields("time:41, sequence:12,"))
                .withMessageStartingWith("field [] is not readable");
    }

    @Test
    void layoutsAreEqualWhenNameEpochTickAndFieldsAre() {
        SnowflakeLayout layout =
                SnowflakeLayout.named("a").fields("time:41, sequence:12").build();
        assertThat(SnowflakeLayout.named("a").fields("time:41, sequence:12").build())
                .isEqualTo(layout)
                .hasSameHashCodeAs(layout);
        assertThat(List.of(
                        SnowflakeLayout.named("b")
                                .fields("time:41, sequence:12")
                                .build(),
                        SnowflakeLayout.named("a")
                                .fields("time:41, sequence:11")
                                .build(),
                        SnowflakeLayout.named("a")
                                .tick(Duration.ofMillis(2))
                                .fields("time:41, sequence:12")
                                .build(),
                        SnowflakeLayout.named("a")
                                .epoch(Instant.EPOCH)
                                .fields("time:41, sequence:12")
                                .build()))
                .doesNotContain(layout);
    }

    // Ids of an instant and of a span.

    @ParameterizedTest
    @MethodSource("timeFirst")
    void theFirstTickStartsAtTheEpochAndTheLastEndsWhereTheLayoutEnds(SnowflakeLayout layout) {
        Instant lastMillisecond = layout.end().minusNanos(1);
        assertThat(layout.firstId(layout.epoch())).isZero();
        assertThat(layout.lastId(lastMillisecond)).isEqualTo(-1L >>> (64 - layout.width()));
        assertThat(layout.instant(0)).isEqualTo(layout.epoch());
        assertThat(layout.instant(layout.firstId(lastMillisecond)))
                .isEqualTo(layout.end().minus(layout.tick()));
        assertThat(layout.range(layout.epoch(), layout.end()))
                .isEqualTo(new IdRange(0, layout.lastId(lastMillisecond)));
    }

    @ParameterizedTest
    @MethodSource("timeFirst")
    void refusesAnInstantBeforeTheEpochOrAtTheEnd(SnowflakeLayout layout) {
        for (Instant outside : List.of(layout.epoch().minusNanos(1), layout.end(), Instant.MIN, Instant.MAX)) {
            String message = "instant [" + outside + "] is outside layout [" + layout.name() + "]; give one from "
                    + layout.epoch() + " to before " + layout.end();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> layout.firstId(outside))
                    .withMessage(message);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> layout.lastId(outside))
                    .withMessage(message);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # tick, ms | ns after the epoch | tick
            1          | 0                  | 0
            1          | 999999             | 0
            1          | 1000000            | 1
            1          | 1999999            | 1
            10         | 9999999            | 0
            10         | 10000000           | 1
            10         | 19999999           | 1
            10         | 20000000           | 2
            1000       | 999999999          | 0
            1000       | 1000000000         | 1
            1000       | 1999999999         | 1
            1000       | 2000000000         | 2
            """)
    void anInstantFallsIntoTheTickThatHasBegun(long tickMillis, long nanos, long tick) {
        SnowflakeLayout layout = ticking(tickMillis);
        for (SnowflakeLayout epoch :
                List.of(layout, from("1969-12-31T23:59:58.7Z", layout), from("1900-01-01T00:00:00.001Z", layout))) {
            Instant instant = epoch.epoch().plusNanos(nanos);
            assertThat(epoch.firstId(instant)).isEqualTo(tick << 8);
            assertThat(epoch.lastId(instant)).isEqualTo((tick << 8) + 255);
            assertThat(epoch.instant(tick << 8)).isEqualTo(epoch.epoch().plusMillis(tick * tickMillis));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # tick, ms | from, ns | to, ns     | first tick | last tick
            1          | 0        | 1          | 0          | 0
            1          | 0        | 1000000    | 0          | 0
            1          | 0        | 1000001    | 0          | 1
            1          | 999999   | 1000000    | 0          | 0
            1          | 1000000  | 5000000    | 1          | 4
            10         | 0        | 10000000   | 0          | 0
            10         | 9999999  | 10000001   | 0          | 1
            10         | 15000000 | 30000000   | 1          | 2
            1000       | 0        | 3000000000 | 0          | 2
            1000       | 999999999 | 3000000001 | 0         | 3
            """)
    void aRangeHoldsEveryTickThatTheSpanTouches(long tickMillis, long from, long to, long firstTick, long lastTick) {
        SnowflakeLayout layout = ticking(tickMillis);
        assertThat(layout.range(layout.epoch().plusNanos(from), layout.epoch().plusNanos(to)))
                .isEqualTo(new IdRange(firstTick << 8, (lastTick << 8) + 255));
    }

    @Test
    void refusesAnEmptySpan() {
        SnowflakeLayout layout = SnowflakeLayout.STANDARD;
        Instant instant = Instant.parse("2026-11-21T12:00:00Z");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.range(instant, instant))
                .withMessage("span from [2026-11-21T12:00:00Z] to [2026-11-21T12:00:00Z] is empty; give a later end");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.range(instant, instant.minusNanos(1)))
                .withMessageContaining("is empty");
    }

    @Test
    void refusesASpanThatLeavesTheLayout() {
        SnowflakeLayout layout = SnowflakeLayout.STANDARD;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.range(layout.epoch().minusNanos(1), layout.end()))
                .withMessageStartingWith("instant [2023-12-31T23:59:59.999999999Z] is outside layout [standard]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.range(layout.epoch(), layout.end().plusNanos(1)))
                .withMessageStartingWith("instant [2093-09-06T15:47:35.552Z] is outside layout [standard]");
    }

    private static SnowflakeLayout readyMade(String name) {
        return SnowflakeLayout.readyMade().stream()
                .filter(layout -> layout.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static SnowflakeLayout ticking(long tickMillis) {
        return SnowflakeLayout.named("ticking")
                .tick(Duration.ofMillis(tickMillis))
                .fields("time:20, worker:5, sequence:3")
                .build();
    }

    private static SnowflakeLayout from(String epoch, SnowflakeLayout layout) {
        return SnowflakeLayout.named("ticking")
                .epoch(Instant.parse(epoch))
                .tick(layout.tick())
                .fields("time:20, worker:5, sequence:3")
                .build();
    }

    private static long bits(String binary) {
        return Long.parseLong(binary.substring(2).replace("_", ""), 2);
    }
}
