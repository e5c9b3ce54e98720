package io.github.hibernateidgen.snowflake;

import static io.github.hibernateidgen.snowflake.GeneratorFixture.START;
import static io.github.hibernateidgen.snowflake.GeneratorFixture.millis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.Threads;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.SuppliedSource;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * More callers than a tick has ids, and clocks that are set right. Other threads are calls that run
 * inside the sleep of this one, or between two of its steps.
 */
@Timeout(value = 60, threadMode = SEPARATE_THREAD) // a loop without end fails too
class SaturationTest {

    private final GeneratorFixture fixture = new GeneratorFixture(1);
    private final FakeClock clock = fixture.clock;

    /** What happens when the clock was read, once each. */
    private final Deque<Runnable> afterRead = new ArrayDeque<>();

    /** What happens in a sleep before the clock moves, once each. */
    private final Deque<Runnable> inSleep = new ArrayDeque<>();

    private final List<Long> sleeps = new ArrayList<>();
    private final List<TickIssuer> issuers = new ArrayList<>();

    private SnowflakeGenerator generator() {
        return generator(fixture.layout);
    }

    private SnowflakeGenerator generator(SnowflakeLayout layout) {
        WorkerSource source = new SuppliedSource(() -> fixture.reservation, issuers);
        SnowflakeGenerator generator = new SnowflakeGenerator(
                layout,
                source,
                new SnowflakeLimits(fixture.maxAhead, fixture.maxWait, 1),
                () -> {
                    Instant now = clock.instant();
                    runNext(afterRead);
                    return now;
                },
                nanos -> {
                    sleeps.add(nanos);
                    runNext(inSleep);
                    clock.sleep(nanos);
                },
                fixture.randomBelow);
        clock.advance(layout.tick().plus(fixture.maxAhead));
        return generator;
    }

    private static void runNext(Deque<Runnable> steps) {
        Runnable next = steps.poll();
        if (next != null) {
            next.run();
        }
    }

    // Who comes first is served first.

    @Test
    void whoWaitsIsServedBeforeWhoComesLater() {
        SnowflakeGenerator generator = generator();
        fixture.take(generator, 4);
        List<String> later = new ArrayList<>();
        inSleep.add(() -> {
            clock.advanceMillis(1);
            later.addAll(fixture.take(generator, 3));
        });

        assertThat(fixture.take(generator, 1)).containsExactly("2:0");
        assertThat(later).containsExactly("2:1", "2:2", "2:3");
    }

    @Test
    void aBatchThatWaitsTakesATickATurn() {
        SnowflakeGenerator generator = generator();
        List<String> other = new ArrayList<>();
        inSleep.add(() -> other.addAll(fixture.take(generator, 1)));

        assertThat(fixture.takeBatch(generator, 14))
                .startsWith("1:0", "1:1", "1:2", "1:3", "2:0", "2:1", "2:2", "2:3", "4:0")
                .endsWith("5:1");
        assertThat(other).containsExactly("3:0");
    }

    // Refused because others have taken it all.

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # tick, ms | max-ahead, ms | max-wait, ms | ids taken | next tick, ms
                     1 |             0 |            1 |         8 | 3
                     1 |             0 |            2 |        12 | 4
                     1 |             0 |            3 |        16 | 5
                     1 |             2 |            2 |        20 | 8
                    10 |             0 |           10 |         8 | 30
                    10 |             0 |           19 |         8 | 30
                    10 |            25 |           20 |        20 | 85
            """)
    void whatIsTakenUpToMaxWaitIsNoMatterOfTheClock(long tick, long ahead, long maxWait, int ids, long nextTick) {
        GeneratorFixture saturated = new GeneratorFixture(tick);
        saturated.maxAhead = Duration.ofMillis(ahead);
        saturated.maxWait = Duration.ofMillis(maxWait);
        List<IllegalStateException> refusals = new ArrayList<>();
        List<Long> made = new ArrayList<>();
        SnowflakeGenerator[] generator = new SnowflakeGenerator[1];
        generator[0] = new SnowflakeGenerator(
                saturated.layout,
                new SuppliedSource(() -> saturated.reservation),
                new SnowflakeLimits(saturated.maxAhead, saturated.maxWait, 1),
                saturated.clock,
                nanos -> {
                    if (refusals.isEmpty()) {
                        try {
                            made.add(generator[0].nextId());
                        } catch (IllegalStateException refusal) {
                            refusals.add(refusal);
                        }
                    }
                    if (saturated.clock.slept().compareTo(saturated.maxWait) < 0) {
                        saturated.clock.sleep(nanos);
                    }
                },
                saturated.randomBelow);
        saturated.clock.advanceMillis(tick + ahead);
        while (refusals.isEmpty()) {
            made.add(generator[0].nextId());
        }

        assertThat(made).hasSize(ids).doesNotHaveDuplicates();
        assertThat(refusals.get(0)).isInstanceOfSatisfying(SequenceExhaustedException.class, refusal -> {
            assertThat(refusal.clock()).isEqualTo(START.plusMillis(tick + ahead));
            assertThat(refusal.nextTick()).isEqualTo(START.plusMillis(nextTick - nextTick % tick));
            assertThat(refusal)
                    .hasMessage("layout [small] holds [4] ids a tick of " + tick
                            + " ms for each worker, and all ids before the tick of [" + refusal.nextTick()
                            + "] are taken while the clock reads [" + refusal.clock()
                            + "]; the wait for that tick would exceed max-wait [" + maxWait + " ms] with max-ahead ["
                            + ahead
                            + " ms]; use a layout with a wider sequence, raise max-wait or max-ahead, or share the"
                            + " work among more workers");
        });
        assertThat(generator[0].statistics().clockStepsBack()).isZero();
    }

    @Test
    void aThreadThatWasHeldUpAfterItReadTheClockIsNotRefusedAndSeesNoStepBack() {
        fixture.maxWait = Duration.ofMillis(2);
        SnowflakeGenerator generator = generator();
        afterRead.add(() -> {
            clock.advanceMillis(50);
            fixture.take(generator, 3);
        });

        assertThat(fixture.take(generator, 1)).containsExactly("51:3");
        assertThat(generator.statistics())
                .isEqualTo(new SnowflakeStatistics(0, 0, Duration.ZERO, Duration.ofMillis(1)));
    }

    /** However often it is held up: at each of its first readings of the clock. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10})
    void aThreadThatIsHeldUpAgainAndAgainNeitherBlamesTheClock(int times) {
        fixture.maxWait = Duration.ofMillis(2);
        SnowflakeGenerator generator = generator();
        for (int i = 0; i < times; i++) {
            afterRead.add(() -> {
                clock.advanceMillis(50);
                generator.nextIds(4);
            });
            // The readings of the call in between.
            afterRead.add(() -> {});
        }

        generator.nextId();
        assertThat(generator.statistics().clockStepsBack()).isZero();
    }

    // Refused because of the clock, also where others wait.

    @Test
    void aClockThatWentBackIsNamedThoughOthersWait() {
        fixture.maxWait = Duration.ofMillis(5);
        SnowflakeGenerator generator = generator();
        fixture.take(generator, 4);
        inSleep.add(() -> {
            clock.advanceMillis(-6);
            assertThatExceptionOfType(ClockMovedBackException.class).isThrownBy(generator::nextId);
            clock.advanceMillis(6);
        });

        fixture.take(generator, 1);
        assertThat(generator.statistics().clockStepsBack()).isEqualTo(1);
    }

    @Test
    void aClockThatGoesBackWhileACallerWaitsIsNamedAndTheIdIsNeverGiven() {
        fixture.maxWait = Duration.ofMillis(5);
        SnowflakeGenerator generator = generator();
        fixture.take(generator, 4);
        inSleep.add(() -> clock.advanceMillis(-7));

        assertThatExceptionOfType(ClockMovedBackException.class)
                .isThrownBy(generator::nextId)
                .satisfies(refusal -> {
                    assertThat(refusal.clock()).isEqualTo(START.minusMillis(5));
                    assertThat(refusal.nextTick()).isEqualTo(START.plusMillis(2));
                });
        assertThat(generator.statistics().clockStepsBack()).isEqualTo(1);
        clock.set(START.plusMillis(2));
        assertThat(fixture.take(generator, 1)).containsExactly("2:1");
    }

    @Test
    void aClockThatStandsIsNamedOnceACallerHasWaitedForIt() {
        fixture.maxWait = Duration.ofMillis(3);
        SnowflakeGenerator generator = generator();
        clock.stop();
        fixture.take(generator, 4);
        for (int call = 0; call < 20; call++) {
            assertThatExceptionOfType(ClockMovedBackException.class).isThrownBy(generator::nextId);
        }
    }

    // A clock that is set right.

    @ParameterizedTest
    @ValueSource(longs = {101, 3_000, 4_999})
    void aClockThatIsSetRightIsNoticedWithin100Millis(long back) {
        SnowflakeGenerator generator = generator();
        String before = fixture.show(generator.nextId());
        assertThat(before).isEqualTo("1:0");
        clock.advanceMillis(-back);
        inSleep.add(() -> clock.advanceMillis(back));

        assertThat(fixture.take(generator, 1)).containsExactly("1:1");
        assertThat(sleeps).hasSize(1);
        assertThat(clock.slept()).isLessThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void aClockThatIsNotSetRightIsWaitedForInSlices() {
        SnowflakeGenerator generator = generator();
        generator.nextId();
        clock.advanceMillis(-3_050);

        assertThat(fixture.take(generator, 1)).containsExactly("1:1");
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(3_050));
        assertThat(sleeps).hasSize(31).allMatch(nanos -> nanos <= 100_000_000);
        assertThat(generator.statistics()).isEqualTo(new SnowflakeStatistics(1, 1, Duration.ZERO, Duration.ZERO));
    }

    // Closed while a caller waits.

    @Test
    void whoWaitsWhenTheGeneratorIsClosedIsRefusedWithinASlice() {
        SnowflakeGenerator generator = generator();
        generator.nextId();
        clock.advanceMillis(-3_000);
        List<Long> ends = new ArrayList<>();
        inSleep.add(() -> ends.add(issuers.get(0).close()));

        assertThatIllegalStateException().isThrownBy(generator::nextId).withMessageContaining("is closed");
        assertThat(sleeps).hasSize(1);
        // What it had taken counts as issued.
        assertThat(ends).containsExactly(millis(2));
    }

    /** A generator that follows on a fixed number starts at the tick after its clock; it must not meet one that waits. */
    @Test
    void whoWaitsWhenTheGeneratorIsClosedNeverMeetsItsSuccessor() {
        SnowflakeGenerator generator = generator();
        fixture.take(generator, 4);
        List<String> successors = new ArrayList<>();
        inSleep.add(() -> {
            issuers.get(0).close();
            SnowflakeGenerator successor = fixture.generator();
            successors.addAll(fixture.take(successor, 4));
        });

        assertThatIllegalStateException().isThrownBy(generator::nextId).withMessageContaining("is closed");
        assertThat(successors).startsWith("2:0");
    }

    @Test
    void whoWaitsAcrossCloseAndReopenGetsAnIdOfTheNextReservation() {
        fixture.reservation = new WorkerReservation(5, millis(0), millis(100));
        SnowflakeGenerator generator = generator();
        fixture.take(generator, 4);
        inSleep.add(() -> {
            issuers.get(0).close();
            fixture.reservation = new WorkerReservation(9, millis(0), millis(100));
            issuers.get(0).reopen();
        });

        long id = generator.nextId();
        assertThat(fixture.worker(id)).isEqualTo(9);
        assertThat(fixture.show(id)).isGreaterThan("2:0");
    }

    // At the end of the reservation.

    /** The original gave the id, and a copy of the process wakes later. */
    @Test
    void whoSleepsThroughTheEndOfTheReservationDoesNotGiveWhatItTook() {
        fixture.reservation = new WorkerReservation(5, millis(0), millis(100));
        SnowflakeGenerator generator = generator();
        fixture.take(generator, 4);
        inSleep.add(() -> fixture.clock.set(Instant.ofEpochMilli(millis(100))));

        assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(generator::nextId);
    }

    @Test
    void waitsForTheRenewalThatComesBeforeItsTick() {
        fixture.reservation = new WorkerReservation(5, millis(0), millis(3));
        SnowflakeGenerator generator = generator();
        fixture.take(generator, 4);
        List<String> others = new ArrayList<>();
        List<String> last = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            inSleep.add(() -> others.addAll(fixture.take(generator, 1)));
        }
        inSleep.add(() -> last.addAll(fixture.take(generator, 1)));
        inSleep.add(() -> fixture.reservation = new WorkerReservation(5, millis(0), millis(100)));

        assertThat(fixture.take(generator, 1)).containsExactly("2:0");
        assertThat(others).containsExactlyInAnyOrder("2:1", "2:2", "2:3");
        assertThat(last).containsExactly("3:0");
    }

    // Real threads.

    /** A clock that cannot step back. */
    private static InstantSource steadyClock() {
        Instant start = Instant.now();
        long nanos = System.nanoTime();
        return () -> start.plusNanos(System.nanoTime() - nanos);
    }

    @Test
    void sixteenThreadsOnASteadyClockAreNeverToldOfTheClock() throws Exception {
        SnowflakeGenerator generator = new SnowflakeGenerator(
                SnowflakeLayout.JAVASCRIPT,
                WorkerSource.fixed(1),
                new SnowflakeLimits(Duration.ZERO, Duration.ofMillis(2), 1),
                steadyClock());
        Queue<Exception> clockRefusals = new ConcurrentLinkedQueue<>();
        Queue<Exception> saturations = new ConcurrentLinkedQueue<>();
        long end = System.nanoTime()
                + Duration.ofSeconds(Long.getLong("idgen.test.saturation.seconds", 2))
                        .toNanos();
        List<Long> made = Threads.callTogether(16, () -> {
            long ids = 0;
            for (long last = -1; System.nanoTime() < end; ) {
                try {
                    long id = generator.nextId();
                    assertThat(id > last).isTrue();
                    last = id;
                    ids++;
                } catch (SequenceExhaustedException e) {
                    saturations.add(e);
                } catch (ClockMovedBackException e) {
                    clockRefusals.add(e);
                }
            }
            return ids;
        });

        String figures = made + " ids, " + saturations.size() + " times saturated, " + clockRefusals.size()
                + " times the clock, " + generator.statistics();
        assertThat(clockRefusals).as(figures).isEmpty();
        assertThat(generator.statistics().clockStepsBack()).as(figures).isZero();
        // 128 ids a millisecond are enough for 16 callers that wait 2 ms each.
        assertThat(saturations).as(figures).isEmpty();
    }
}
