package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids one by one, on clocks that run, stop, and jump. Ids are shown as milliseconds since START:sequence. */
@Timeout(value = 30, threadMode = SEPARATE_THREAD) // a loop without end fails too
class SnowflakeGeneratorTest {

    private final GeneratorFixture fixture = new GeneratorFixture(1);
    private final FakeClock clock = fixture.clock;

    // A clock that runs.

    @Test
    void countsUpInsideATickAndWaitsForTheNextOneWhereItIsFull() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 4)).containsExactly("1:0", "1:1", "1:2", "1:3");
        assertThat(clock.slept()).isZero();
        assertThat(fixture.take(generator, 5)).containsExactly("2:0", "2:1", "2:2", "2:3", "3:0");
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(2));
    }

    @Test
    void aFreshTickStartsAtZero() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 2)).containsExactly("1:0", "1:1");
        clock.advanceMillis(1);
        assertThat(fixture.take(generator, 3)).containsExactly("2:0", "2:1", "2:2");
        clock.advanceMillis(40);
        assertThat(fixture.take(generator, 1)).containsExactly("42:0");
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1:0", "1, 1, 2:0", "3, 1, 4:0", "250, 1, 251:0"})
    void theFirstIdWaitsForATickThatNoGeneratorBeforeItCanHaveReached(long ahead, long slept, String id) {
        fixture.maxAhead = Duration.ofMillis(ahead);
        assertThat(fixture.take(fixture.generator(), 1)).containsExactly(id);
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(slept));
    }

    @Test
    void aFullTickGoesOnAheadOfTheClockAsFarAsMaxAhead() {
        fixture.maxAhead = Duration.ofMillis(2);
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 12))
                .containsExactly("3:0", "3:1", "3:2", "3:3", "4:0", "4:1", "4:2", "4:3", "5:0", "5:1", "5:2", "5:3");
        assertThat(clock.slept()).isZero();
        assertThat(fixture.take(generator, 5)).containsExactly("6:0", "6:1", "6:2", "6:3", "7:0");
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(2));
    }

    @Test
    void aGeneratorAheadGoesOnWithTheClockOnceThatHasPassedIt() {
        fixture.maxAhead = Duration.ofMillis(2);
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 6)).endsWith("4:1");
        clock.advanceMillis(1);
        assertThat(fixture.take(generator, 1)).containsExactly("4:2");
        clock.advanceMillis(1);
        assertThat(fixture.take(generator, 1)).containsExactly("5:0");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # tick, ms | max-ahead, ms | ids without waiting
                     1 |     0 | 4
                     1 |     3 | 16
                    10 |     0 | 4
                    10 |     9 | 4
                    10 |    10 | 8
                    10 |    19 | 8
                  1000 |   999 | 4
                  1000 |  2500 | 12
            """)
    void maxAheadIsRoundedDownToWholeTicks(long tickMillis, long ahead, int ids) {
        GeneratorFixture ticking = new GeneratorFixture(tickMillis);
        ticking.maxAhead = Duration.ofMillis(ahead);
        SnowflakeGenerator generator = ticking.generator();
        ticking.clock.advance(Duration.ofSeconds(10));
        ticking.take(generator, ids);
        assertThat(ticking.clock.slept()).isZero();
        ticking.take(generator, 1);
        assertThat(ticking.clock.slept()).isPositive();
    }

    @Test
    void sleepsOnlyForTheRestOfTheTick() {
        GeneratorFixture ticking = new GeneratorFixture(1000);
        SnowflakeGenerator generator = ticking.startedGenerator();
        ticking.clock.advanceMillis(900);
        assertThat(ticking.take(generator, 5)).containsExactly("1000:0", "1000:1", "1000:2", "1000:3", "2000:0");
        assertThat(ticking.clock.slept()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void readsTheClockOnceForAnId() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        int before = clock.reads();
        generator.nextId();
        assertThat(clock.reads()).isEqualTo(before + 1);
    }

    // A clock that stops.

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # tick, ms | max-ahead, ms | max-wait, ms | into the tick, ms | slept, ms
                     1 |    0 |    1 |   0 | 1
                     1 |    0 |   20 |   0 | 20
                     1 |    0 | 5000 |   0 | 5000
                     1 |    3 |   20 |   0 | 20
                    10 |    0 |   10 |   0 | 10
                    10 |    0 |   25 |   0 | 25
                    10 |    0 |   25 |   7 | 25
                    10 |   50 |   25 |   7 | 25
                  1000 |    0 | 1000 | 999 | 1000
                  1000 | 2000 | 1000 |   0 | 1000
            """)
    void aClockThatStopsIsWaitedForAsLongAsMaxWaitAndThenRefused(
            long tickMillis, long ahead, long maxWait, long intoTick, long slept) {
        GeneratorFixture stopping = new GeneratorFixture(tickMillis);
        stopping.maxAhead = Duration.ofMillis(ahead);
        stopping.maxWait = Duration.ofMillis(maxWait);
        SnowflakeGenerator generator = stopping.startedGenerator();
        stopping.clock.advanceMillis(intoTick);
        stopping.take(generator, (int) (4 * (ahead / tickMillis + 1)));
        assertThat(stopping.clock.slept()).isZero();

        stopping.clock.stop();
        Instant now = stopping.clock.now();
        Instant nextTick = now.minusMillis(intoTick).plusMillis(ahead + tickMillis);
        assertThatExceptionOfType(ClockMovedBackException.class)
                .isThrownBy(generator::nextId)
                .withMessage("the clock reads [" + now + "], but the next tick of layout [small] starts at [" + nextTick
                        + "]; after a wait of " + slept + " ms, the rest of the wait would exceed max-wait [" + maxWait
                        + " ms] with max-ahead [" + ahead
                        + " ms]; set the clock right, wait until the clock has caught up, or raise max-wait or"
                        + " max-ahead")
                .satisfies(refusal -> {
                    assertThat(refusal.clock()).isEqualTo(now);
                    assertThat(refusal.nextTick()).isEqualTo(nextTick);
                });
        assertThat(stopping.clock.slept()).isEqualTo(Duration.ofMillis(slept));

        stopping.clock.go();
        long id = generator.nextId();
        assertThat(stopping.layout.split(id)).isEqualTo(new SnowflakeParts(nextTick, 5, 1, Map.of("shop", 0L)));
    }

    @Test
    void aClockThatStopsInsideATickStillGivesTheRestOfTheTick() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        clock.stop();
        assertThat(fixture.take(generator, 4)).containsExactly("1:0", "1:1", "1:2", "1:3");
        assertThat(clock.slept()).isZero();
    }

    // A clock that jumps.

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # back      | max-ahead | max-wait | sleeps
            PT0.001S    | PT0S      | PT5S     | PT0.001S
            PT0.001S    | PT0.001S  | PT5S     | PT0S
            PT5S        | PT0S      | PT5S     | PT5S
            PT5S        | PT1S      | PT5S     | PT4S
            PT5S        | PT5S      | PT0.001S | PT0S
            PT5.001S    | PT5S      | PT0.001S | PT0.001S
            PT6S        | PT1S      | PT5S     | PT5S
            PT1H        | PT0S      | PT1H     | PT1H
            PT1H        | PT1H      | PT5S     | PT0S
            PT1H        | PT59M     | PT1M     | PT1M
            """)
    void aClockThatJumpsBackIsWaitedForUntilItIsNoFurtherBehindThanMaxAhead(
            Duration back, Duration maxAhead, Duration maxWait, Duration sleeps) {
        fixture.maxAhead = maxAhead;
        fixture.maxWait = maxWait;
        SnowflakeGenerator generator = fixture.startedGenerator();
        long before = generator.nextId();
        clock.advance(back.negated());
        assertThat(generator.nextId()).isEqualTo(before + 1);
        assertThat(clock.slept()).isEqualTo(sleeps);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # back      | max-ahead | max-wait
            PT0.002S    | PT0S      | PT0.001S
            PT5.001S    | PT0S      | PT5S
            PT6.001S    | PT1S      | PT5S
            PT1H        | PT0S      | PT5S
            PT1H0.001S  | PT0S      | PT1H
            PT1H1S      | PT1H      | PT0.999S
            """)
    void aClockThatJumpsBackFurtherIsRefusedAtOnceUntilItHasCaughtUp(
            Duration back, Duration maxAhead, Duration maxWait) {
        fixture.maxAhead = maxAhead;
        fixture.maxWait = maxWait;
        SnowflakeGenerator generator = fixture.startedGenerator();
        Instant tick = clock.now();
        long before = generator.nextId();
        clock.advance(back.negated());

        assertThatExceptionOfType(ClockMovedBackException.class)
                .isThrownBy(generator::nextId)
                .satisfies(refusal -> {
                    assertThat(refusal.clock()).isEqualTo(tick.minus(back));
                    assertThat(refusal.nextTick()).isEqualTo(tick);
                });
        assertThat(clock.slept()).isZero();

        clock.set(tick);
        assertThat(generator.nextId()).isEqualTo(before + 1);
    }

    @Test
    void aClockThatJumpsForwardAnHourTakesTheIdsWithIt() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 2)).containsExactly("1:0", "1:1");
        clock.advance(Duration.ofHours(1));
        assertThat(fixture.take(generator, 2)).containsExactly("3600001:0", "3600001:1");
        assertThat(clock.slept()).isZero();
    }

    @Test
    void aClockThatJumpsForwardAnHourAndIsSetRightIsRefused() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        clock.advance(Duration.ofHours(1));
        generator.nextId();
        clock.advance(Duration.ofHours(-1));
        assertThatExceptionOfType(ClockMovedBackException.class).isThrownBy(generator::nextId);
    }

    // Where a sequence starts.

    @Test
    void aFreshTickStartsAtARandomNumberBelowTheSpreadAndCountsOnFromThere() {
        fixture.spread = 3;
        fixture.randomBelow = bound -> bound - 1;
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 3)).containsExactly("1:2", "1:3", "2:0");
        clock.advanceMillis(8);
        assertThat(fixture.take(generator, 1)).containsExactly("10:2");
    }

    @Test
    void ticksAheadOfTheClockStartAtZeroEvenWithASpread() {
        fixture.maxAhead = Duration.ofMillis(5);
        fixture.spread = 4;
        fixture.randomBelow = bound -> bound - 1;
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 3)).containsExactly("6:3", "7:0", "7:1");
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 3, 4})
    void overManyTicksEveryStartBelowTheSpreadOccursAndNoOther(long spread) {
        fixture.spread = spread;
        fixture.randomBelow = TestSeed.random()::nextLong;
        assertThat(startsOfFreshTicks(fixture.startedGenerator()))
                .as(TestSeed.describe())
                .containsExactlyElementsOf(List.of(0L, 1L, 2L, 3L).subList(0, (int) spread));
    }

    @Test
    void aGeneratorMadeByThePublicConstructorSpreadsAsWell() {
        SnowflakeGenerator generator = new SnowflakeGenerator(
                fixture.layout,
                WorkerSource.fixed(5),
                new SnowflakeLimits(Duration.ZERO, Duration.ofSeconds(5), 3),
                clock);
        assertThat(startsOfFreshTicks(generator)).containsExactly(0L, 1L, 2L);
    }

    @Test
    void refusesASpreadAboveTheSequencesCapacityAndTakesOneThatFillsIt() {
        fixture.spread = 5;
        assertThatIllegalArgumentException()
                .isThrownBy(fixture::generator)
                .withMessage("sequence-spread [5] is more than the sequence of layout [small] holds; give at most 4");
        fixture.spread = 4;
        assertThat(fixture.generator().layout()).isSameAs(fixture.layout);
    }

    // The ends of a layout.

    static List<SnowflakeLayout> layouts() {
        List<SnowflakeLayout> layouts = new ArrayList<>(SnowflakeLayout.readyMade());
        layouts.add(SnowflakeLayout.named("ten-ms")
                .tick(Duration.ofMillis(10))
                .fields("time:39, sequence:8, worker:16")
                .build());
        layouts.add(SnowflakeLayout.named("second-before-1970")
                .epoch(Instant.parse("1960-02-29T12:00:00.123Z"))
                .tick(Duration.ofSeconds(1))
                .fields("time:31, worker:8, entity.businessLine:4, sequence:20")
                .build());
        return layouts;
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void issuesTheFirstTickOfALayout(SnowflakeLayout layout) {
        clock.set(layout.epoch().minusMillis(1));
        fixture.reservation = WorkerReservation.unbounded(0);
        SnowflakeGenerator generator = fixture.generator(layout);
        clock.set(layout.epoch());
        assertThat(generator.nextId(0)).isZero();
        assertThat(clock.slept()).isZero();
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void issuesTheLastIdOfALayoutAndThenEnds(SnowflakeLayout layout) {
        clock.set(layout.end().minus(layout.tick().multipliedBy(2)));
        fixture.reservation = WorkerReservation.unbounded(layout.workers() - 1);
        SnowflakeGenerator generator = fixture.generator(layout)
                .withEntityFields(
                        layout.fields().stream().anyMatch(field -> field.name().equals("businessLine"))
                                ? Map.of("businessLine", 15L)
                                : Map.of());
        clock.set(layout.end().minusNanos(1));
        long last = 0;
        for (long i = 0; i < layout.idsPerTick(); i++) {
            last = generator.nextId(layout.lanes() - 1);
        }
        assertThat(last).isEqualTo(-1L >>> (64 - layout.width()));

        assertThatExceptionOfType(LayoutEndedException.class)
                .isThrownBy(() -> generator.nextId(layout.lanes() - 1))
                .withMessage("layout [" + layout.name() + "] ended at [" + layout.end()
                        + "]: its time field is full; move to a layout with a wider time field, whose ids are greater")
                .satisfies(refusal -> assertThat(refusal.end()).isEqualTo(layout.end()));
        assertThat(clock.slept()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, PT0S", "0, PT1S", "60000, PT0S", "3600000, PT87600H"})
    void refusesAClockAtOrBehindTheEnd(long ahead, Duration behind) {
        fixture.maxAhead = Duration.ofMillis(ahead);
        clock.set(fixture.layout.end().minus(Duration.ofHours(2)));
        SnowflakeGenerator generator = fixture.generator();
        clock.set(fixture.layout.end().plus(behind));
        assertThatExceptionOfType(LayoutEndedException.class).isThrownBy(generator::nextId);
        assertThat(clock.slept()).isZero();
    }

    @Test
    void doesNotRunAheadOverTheEnd() {
        fixture.maxAhead = Duration.ofMillis(100);
        clock.set(fixture.layout.end().minusMillis(200));
        SnowflakeGenerator generator = fixture.generator();
        clock.set(fixture.layout.end().minusMillis(2));
        generator.nextIds(8);
        assertThatExceptionOfType(LayoutEndedException.class).isThrownBy(generator::nextId);
        assertThat(clock.slept()).isZero();
    }

    @Test
    void waitsForAnEpochThatIsNear() {
        clock.set(fixture.layout.epoch().minusMillis(3));
        long id = fixture.generator().nextId();
        assertThat(fixture.layout.instant(id)).isEqualTo(fixture.layout.epoch());
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(3));
    }

    /** Also so far before it that its tick would overflow a state. */
    @ParameterizedTest
    @ValueSource(longs = {6_000, 1L << 40, (1L << 61) + 1, 1L << 62})
    void refusesAClockFarBeforeTheEpoch(long millisBefore) {
        Instant epoch = fixture.layout.epoch();
        Instant now = epoch.minusMillis(millisBefore);
        clock.set(now);
        SnowflakeGenerator generator = fixture.generator();
        assertThatExceptionOfType(ClockMovedBackException.class)
                .isThrownBy(generator::nextId)
                .satisfies(refusal -> {
                    assertThat(refusal.clock()).isEqualTo(now);
                    assertThat(refusal.nextTick()).isEqualTo(epoch);
                });
        assertThat(clock.slept()).isZero();
    }

    // Entity fields.

    @Test
    void generatorsForEntitiesShareOneSequence() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        SnowflakeGenerator three = generator.withEntityFields(Map.of("shop", 3L));
        SnowflakeGenerator four = three.withEntityFields(Map.of("shop", 4L));
        List<Long> ids = List.of(generator.nextId(), three.nextId(), four.nextId(), generator.nextId(), three.nextId());
        assertThat(ids).extracting(fixture::show).containsExactly("1:0", "1:1", "1:2", "1:3", "2:0");
        assertThat(ids)
                .extracting(id -> fixture.layout.split(id).entityFields().get("shop"))
                .containsExactly(0L, 3L, 4L, 0L, 3L);
        assertThat(ids).extracting(fixture::worker).containsOnly(5L);
    }

    @Test
    void refusesEntityFieldsThatTheLayoutLacksOrCannotHold() {
        SnowflakeGenerator generator = fixture.generator();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator.withEntityFields(Map.of("till", 1L)))
                .withMessage("layout [small] has no entity field [till]; it has [shop]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator.withEntityFields(Map.of("shop", 16L)))
                .withMessage("field [shop] of layout [small] can't hold [16]: it is 4 bits wide; give a number from 0"
                        + " to 15");
    }

    // What else is refused.

    @Test
    void refusesAWorkerNumberThatDoesNotFitWhenItIsMade() {
        fixture.reservation = WorkerReservation.unbounded(1024);
        assertThatIllegalArgumentException()
                .isThrownBy(fixture::generator)
                .withMessageStartingWith("worker number [1024] does not fit layout [small]");
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "10, 9", "1000, 0", "1000, 999"})
    void refusesAMaxWaitShorterThanATick(long tickMillis, long maxWait) {
        GeneratorFixture ticking = new GeneratorFixture(tickMillis);
        ticking.maxWait = Duration.ofMillis(maxWait);
        assertThatIllegalArgumentException()
                .isThrownBy(ticking::generator)
                .withMessage("max-wait [" + maxWait + " ms] is shorter than a tick of layout [small]; give at least "
                        + tickMillis + " ms, so that a full tick can be waited out");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 1000})
    void aMaxWaitOfATickIsEnoughForAClockThatRuns(long tickMillis) {
        GeneratorFixture ticking = new GeneratorFixture(tickMillis);
        ticking.maxWait = Duration.ofMillis(tickMillis);
        SnowflakeGenerator generator = ticking.generator();
        assertThat(ticking.take(generator, 100)).hasSize(100);
    }

    @Test
    void anInterruptedWaitIsRefusedAndLeavesTheThreadInterrupted() {
        InterruptedException interruption = new InterruptedException();
        SnowflakeGenerator generator = new SnowflakeGenerator(
                fixture.layout,
                WorkerSource.fixed(5),
                SnowflakeLimits.DEFAULT,
                clock,
                nanos -> {
                    throw interruption;
                },
                fixture.randomBelow);
        assertThatIllegalStateException()
                .isThrownBy(generator::nextId)
                .withMessage("interrupted while waiting for the next tick of layout [small]")
                .withCause(interruption);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void theSystemClockGivesIdsOfNow() {
        SnowflakeGenerator generator = new SnowflakeGenerator(SnowflakeLayout.STANDARD, WorkerSource.fixed(77));
        Instant before = Instant.now().minusMillis(1);
        SnowflakeParts parts = SnowflakeLayout.STANDARD.split(generator.nextId());
        assertThat(parts.instant()).isBetween(before, Instant.now());
        assertThat(parts.worker()).isEqualTo(77);
    }

    private Set<Long> startsOfFreshTicks(SnowflakeGenerator generator) {
        Set<Long> starts = new TreeSet<>();
        for (int i = 0; i < 1000; i++) {
            clock.advanceMillis(1);
            starts.add(fixture.layout.split(generator.nextId()).sequence());
        }
        return starts;
    }
}
