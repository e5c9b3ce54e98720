package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Layouts whose time has two parts: ids sort by turn, by what stands between, and by the time in the turn. */
class TurnsTest {

    private static final SnowflakeLayout TURNS = SnowflakeLayout.named("turns")
            .fields("time:25, worker:10, time:16, sequence:12")
            .build();

    private final Random random = TestSeed.random();

    // The generator.

    /** Sixteen workers, whose clocks are apart and step back now and then, for some twenty turns. */
    @Test
    void aMillionIdsOfSixteenGeneratorsAreUniqueAndAscendForEach() {
        int workers = 16;
        int ids = 1 << 20;
        List<FakeClock> clocks = IntStream.range(0, workers)
                .mapToObj(worker -> FakeClock.at("2026-11-21T12:00:00Z"))
                .toList();
        List<SnowflakeGenerator> generators = IntStream.range(0, workers)
                .mapToObj(worker -> new SnowflakeGenerator(
                        TURNS,
                        WorkerSource.fixed(worker),
                        SnowflakeLimits.DEFAULT,
                        clocks.get(worker),
                        clocks.get(worker)::sleep,
                        bound -> random.nextLong(bound)))
                .toList();
        long[] last = new long[workers];
        long[] all = new long[ids];
        for (int i = 0; i < ids; i++) {
            int worker = random.nextInt(workers);
            clocks.get(worker).advanceMillis(random.nextInt(50) - 9);
            long id = generators.get(worker).nextId();
            assertThat(id).as(TestSeed.describe()).isGreaterThan(last[worker]);
            last[worker] = id;
            all[i] = id;
        }
        assertThat(LongStream.of(all).distinct().count())
                .as(TestSeed.describe())
                .isEqualTo(ids);
        long turns = LongStream.of(all).map(id -> id >>> 38).distinct().count();
        assertThat(turns).as("turns").isGreaterThan(10);
    }

    @Test
    void aGeneratorsIdsAreThoseThatTheLayoutComposes() {
        for (int i = 0; i < 2_000; i++) {
            SnowflakeLayout layout = smallLayout();
            FakeClock clock = FakeClock.at(layout.epoch().toString());
            clock.advanceMillis(random.nextLong(
                    Duration.between(layout.epoch(), layout.end()).toMillis() - 1));
            long worker = random.nextLong(layout.workers());
            int lane = random.nextInt(layout.lanes());
            ReservedStates states = new ReservedStates(layout, lane, WorkerReservation.unbounded(worker), 0);
            long tick = layout.ticks().tick(clock.now().toEpochMilli());
            long sequence = random.nextLong(layout.idsPerTick());
            long id = layout.scattered(states.id(tick * layout.idsPerTick() + sequence));
            assertThat(id)
                    .as("%s %s %s %s", layout, tick, sequence, TestSeed.describe())
                    .isEqualTo(layout.compose(new SnowflakeParts(
                            Instant.ofEpochMilli(layout.ticks().millis(tick)), worker, sequence, Map.of(), 0, lane)));
        }
    }

    @Test
    void idsSortByTurnThenByWorkerThenByTime() {
        Comparator<Long> wanted = Comparator.<Long>comparingLong(
                        id -> TURNS.instant(id).toEpochMilli() - TURNS.epoch().toEpochMilli() >> 16)
                .thenComparingLong(id -> TURNS.split(id).worker())
                .thenComparing(id -> TURNS.instant(id))
                .thenComparingLong(id -> TURNS.split(id).sequence());
        for (int i = 0; i < 10_000; i++) {
            long a = random.nextLong(1L << 40); // two turns and a half
            long b = random.nextLong(1L << 40);
            assertThat(Integer.signum(wanted.compare(a, b)))
                    .as("%s %s %s", a, b, TestSeed.describe())
                    .isEqualTo(Long.compare(a, b));
        }
    }

    // Spans of time.

    /** Every id of layouts that are small enough to look at each of theirs. */
    @Test
    void theIdsOfASpanAreThoseThatWereMadeInIt() {
        for (int i = 0; i < (LongTest.RUN ? 500 : 100); i++) {
            SnowflakeLayout layout = smallLayout();
            long ticks = 1L << bits(layout, Kind.TIME);
            long first = random.nextLong(ticks);
            long last = random.nextLong(first, ticks);
            if (random.nextInt(3) == 0) { // a border of a turn
                first &= -layout.time().ticksOfTurn();
            }
            Instant from = layout.epoch().plus(layout.tick().multipliedBy(first));
            Instant to = layout.epoch().plus(layout.tick().multipliedBy(last + 1));
            List<IdSlice> slices = layout.slices(from, to);
            List<IdRange> ranges = layout.ranges(from, to);
            String context = layout + " from " + first + " to " + last + ": " + slices + " " + TestSeed.describe();
            long values = 1L
                    << (layout.width()
                            - layout.time().turnShift()
                            - layout.time().turnBits());
            assertThat(slices.size()).as(context).isBetween(1, (int) (3 * values));
            assertThat(slices).as(context).isSortedAccordingTo(Comparator.comparingLong(IdSlice::first));
            assertThat(ranges).as(context).isSortedAccordingTo(Comparator.comparingLong(IdRange::first));
            for (long id = 0; id < 1L << layout.width(); id++) {
                long of = id;
                Instant made = layout.instant(id);
                long wanted = made.isBefore(from) || !made.isBefore(to) ? 0 : 1;
                assertThat(slices.stream().filter(slice -> slice.contains(of)).count())
                        .as("id %s of %s", id, context)
                        .isEqualTo(wanted);
                assertThat(ranges.stream()
                                .filter(range -> range.first() <= of && of <= range.last())
                                .count())
                        .as("id %s of %s", id, context)
                        .isEqualTo(wanted);
            }
        }
    }

    @Test
    void wholeTurnsAreOneRangeAndCutTurnsARangeForEachWorker() {
        Instant turn = TURNS.epoch().plus(TURNS.turn().multipliedBy(1_000));
        assertThat(TURNS.turn()).isEqualTo(Duration.ofMillis(65_536));
        assertThat(TURNS.ranges(turn, turn.plus(TURNS.turn().multipliedBy(5))))
                .containsExactly(new IdRange(1_000L << 38, (1_005L << 38) - 1));
        assertThat(TURNS.slices(turn, turn.plus(TURNS.turn())))
                .containsExactly(new IdSlice(1_000L << 38, (1_001L << 38) - 1, 1, 0, 0));
        assertThat(TURNS.slices(turn.plusMillis(3), turn.plus(TURNS.turn()).plusMillis(2)))
                .containsExactly(
                        new IdSlice(1_000L << 38, (1_001L << 38) - 1, 1L << 28, 3 << 12, (1L << 28) - 1),
                        new IdSlice(1_001L << 38, (1_002L << 38) - 1, 1L << 28, 0, (2 << 12) - 1));
        assertThat(TURNS.ranges(turn.plusMillis(3), turn.plus(TURNS.turn()).plusMillis(2)))
                .hasSize(2 * 1024);
    }

    @Test
    void timeOrderedJoinsTheTwoParts() {
        SnowflakeLayout standard = SnowflakeLayout.STANDARD;
        for (int i = 0; i < 1_000; i++) {
            long id = random.nextLong(Long.MAX_VALUE);
            assertThat(TURNS.timeOrdered(id)).isEqualTo(standard.compose(TURNS.split(id)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"time:25, worker:10, time:16, sequence:12", "shard:2, time:20, worker:3, time:8, sequence:9"})
    void aTickIsNoRange(String fields) {
        SnowflakeLayout layout = SnowflakeLayout.named("mine").fields(fields).build();
        Instant from = layout.epoch();
        for (Runnable call : Arrays.<Runnable>asList(
                () -> layout.range(from, from.plusSeconds(1)), () -> layout.firstId(from), () -> layout.lastId(from))) {
            assertThatIllegalStateException()
                    .isThrownBy(call::run)
                    .withMessage("layout [mine] has [" + (fields.startsWith("shard") ? "shard" : "worker")
                            + "] above its time, so a span of time is more than one range of ids; ask for"
                            + " ranges(from, to)");
        }
    }

    // Beside ids whose time comes first.

    @Test
    void idsOfALaterTurnComeAfterThoseOfTheStandardLayoutAndTheOtherWayRound() {
        long turns = 1L << 25;
        for (int i = 0; i < 10_000; i++) {
            long turn = random.nextLong(1, turns);
            long earlier = random.nextLong(turn << 38);
            long later = random.nextLong(turn << 38, Long.MAX_VALUE);
            Instant border = TURNS.epoch().plus(TURNS.turn().multipliedBy(turn));
            for (SnowflakeLayout layout : List.of(TURNS, SnowflakeLayout.STANDARD)) {
                assertThat(layout.instant(earlier)).as(TestSeed.describe()).isBefore(border);
                assertThat(layout.instant(later)).as(TestSeed.describe()).isAfterOrEqualTo(border);
            }
        }
    }

    @Test
    void idsOfOneTurnCanBeEqualInBothLayouts() {
        Instant turn = TURNS.epoch().plus(TURNS.turn().multipliedBy(1_391_000));
        long id = TURNS.compose(new SnowflakeParts(turn.plusMillis(1 << 10 | 700), 3, 17));
        assertThat(SnowflakeLayout.STANDARD.split(id))
                .isEqualTo(new SnowflakeParts(turn.plusMillis(3 << 6 | 1), 700, 17));
    }

    // Rules and text.

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            time:20, time:21, worker:10, sequence:12           | has two times side by side; put the worker between them, or join them
            time:20, worker:5, time:10, entity.a:5, time:11, sequence:12 | has [3] TIME fields; give it one, or two with the worker between them
            time:25, sequence:12, time:16, worker:10           | has its sequence between its two times, so ids would not ascend; put it below both
            time:25, scatter:4, worker:6, time:16, sequence:12 | has its scatter below its time, where it does not scatter ids; put it first
            worker:10, time:41, sequence:12                    | has [worker] above its time; put the time first, or below a shard and a scatter field only
            time:20, worker:13, time:18, sequence:12           | has [13] bits above or within its time, so a span of time is 2^13 ranges of ids; make them 12 or fewer
            scatter:3, time:20, worker:10, time:18, sequence:12 | has [13] bits above or within its time, so a span of time is 2^13 ranges of ids; make them 12 or fewer
            time:30, worker:1, time:21, sequence:12            | is [64] bits wide
            time:30, worker:1, time:20, sequence:13            | is [64] bits wide
            time:25, worker.time:10, time:16, sequence:12      | has two fields [time]; rename one
            time:41, worker:6, lane:4, sequence:12             | has its lane outside of two times, so its lanes would share pages; put it between them, as in time:25, worker:10, lane:4, time:16, sequence:8
            time:25, worker:6, time:16, lane:4, sequence:12    | has its lane outside of two times
            time:25, worker:6, time:16, sequence:12, lane:4    | has its lane outside of two times
            lane:4, time:25, worker:6, time:16, sequence:12    | has [lane] above its time; put the time first
            time:25, lane:2, worker:6, lane:2, time:16, sequence:12 | has [2] LANE fields; give it one at most
            time:25, worker:4, lane:7, time:16, sequence:11    | has a lane of [7] bits; make it 6 or fewer
            time:25, lane:4, worker:13, time:13, sequence:8    | has [13] bits above or within its time, so a span of time is 2^13 ranges of ids; make them 12 or fewer
            time:25, worker.lane:4, lane:4, time:16, sequence:8 | has two fields [lane]; rename one
            """)
    void layoutsThatBreakARuleAreRefused(String fields, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowflakeLayout.named("mine").fields(fields).build())
                .withMessageStartingWith("layout [mine] " + problem);
    }

    /** The settings that docs/snowflake.md has for fewer rows a second. */
    @Test
    void layoutOfThePageHasTurnsOf17Minutes() throws IOException {
        Matcher setting = Pattern.compile("snowflake\\.layouts\\.minutes\\.fields = (.+)")
                .matcher(Files.readString(Path.of("..", "docs", "snowflake.md")));
        assertThat(setting.find()).isTrue();
        SnowflakeLayout layout =
                SnowflakeLayout.named("minutes").fields(setting.group(1)).build();
        assertThat(layout.turn().toMinutes()).isEqualTo(17);
        assertThat(layout.lanes()).isEqualTo(SnowflakeLayout.INNODB.lanes());
    }

    @Test
    void readableTextHasTheStartOfTheTurnAndTheTicksInIt() {
        Instant turn = TURNS.epoch().plus(TURNS.turn().multipliedBy(1_391_001));
        long id = TURNS.compose(new SnowflakeParts(turn.plusMillis(4_711), 37, 1613));
        String text = SnowflakeText.READABLE.format(TURNS, id);
        assertThat(text)
                .isEqualTo(turn.toString().replaceAll("[-:.Z]", "").replace('T', '-') + "-0037-04711-1613")
                .hasSize(SnowflakeText.READABLE.length(TURNS));
        assertThat(SnowflakeText.READABLE.parse(TURNS, text)).isEqualTo(id);
        String inside = turn.plusMillis(1).toString().replaceAll("[-:.Z]", "").replace('T', '-');
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowflakeText.READABLE.parse(TURNS, inside + "-0037-04711-1613"))
                .withMessageContaining("time-worker(4 digits, to 1023)-time(5 digits, to 65535)-sequence(4 digits, to"
                        + " 4095), where time is the start of a turn in UTC as yyyyMMdd-HHmmssSSS");
    }

    @Test
    void readableTextSortsAsTheIdsAndComesBack() {
        for (int i = 0; i < 300; i++) {
            SnowflakeLayout layout = smallLayout();
            List<Long> ids =
                    random.longs(20, 0, 1L << layout.width()).boxed().sorted().toList();
            List<String> texts = ids.stream()
                    .map(id -> SnowflakeText.READABLE.format(layout, id))
                    .toList();
            assertThat(texts).as("%s %s", layout, TestSeed.describe()).isSorted();
            assertThat(texts.stream().map(text -> SnowflakeText.READABLE.parse(layout, text)))
                    .as("%s %s", layout, TestSeed.describe())
                    .isEqualTo(ids);
        }
    }

    private static int bits(SnowflakeLayout layout, Kind kind) {
        return layout.fields().stream()
                .filter(field -> field.kind() == kind)
                .mapToInt(LayoutField::bits)
                .sum();
    }

    /** Two times, of up to 12 bits with all other fields, some with shard and scatter above. */
    private SnowflakeLayout smallLayout() {
        List<String> fields = new ArrayList<>();
        add(fields, "scatter", 0, 1);
        add(fields, "shard", 0, fields.isEmpty() ? 2 : 0);
        add(fields, "time", 1, 3);
        int above = fields.size();
        add(fields, "worker", 1, 2);
        add(fields, "entity.a", 0, 1);
        add(fields, "lane", 0, 1);
        add(fields, random.nextBoolean() ? "worker.low" : "entity.b", 0, 1);
        if (random.nextBoolean()) {
            Collections.swap(fields, above, fields.size() - 1);
        }
        add(fields, "time", 1, 3);
        add(fields, "entity.c", 0, 1);
        add(fields, "sequence", 1, 2);
        add(fields, "worker.below", 0, 1);
        return SnowflakeLayout.named("small")
                .epoch(Instant.ofEpochMilli(random.nextLong(2_000_000_000_000L)))
                .tick(Duration.ofMillis(List.of(1, 10, 1000, 7).get(random.nextInt(4))))
                .fields(String.join(",", fields))
                .build();
    }

    private void add(List<String> fields, String field, int least, int most) {
        int bits = random.nextInt(least, most + 1);
        if (bits > 0) {
            fields.add(field + ":" + bits);
        }
    }
}
