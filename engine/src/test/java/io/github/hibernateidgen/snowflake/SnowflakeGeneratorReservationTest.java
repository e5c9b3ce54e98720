package io.github.hibernateidgen.snowflake;

import static io.github.hibernateidgen.snowflake.GeneratorFixture.START;
import static io.github.hibernateidgen.snowflake.GeneratorFixture.millis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.SuppliedSource;
import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids stay inside the reservation in force. Ids are shown as milliseconds since START:sequence. */
@Timeout(value = 30, threadMode = SEPARATE_THREAD) // a loop without end fails too
class SnowflakeGeneratorReservationTest {

    private static final WorkerReservation UNTIL_3 = new WorkerReservation(5, millis(0), millis(3));

    private final GeneratorFixture fixture = new GeneratorFixture(1);
    private final FakeClock clock = fixture.clock;
    private boolean isMade;

    // The floor protects the ticks of a generator before, so nothing of max-ahead is spent at the start.

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # max-ahead, ms | first
                          0 | 0:0
                          5 | 0:0
                    3600000 | 0:0
            """)
    void startsAtTheClockWhereAFloorProtectsWhatWasIssued(long ahead, String first) {
        fixture.maxAhead = Duration.ofMillis(ahead);
        fixture.reservation = new WorkerReservation(5, millis(-10), Long.MAX_VALUE);
        assertThat(fixture.take(fixture.generator(), 1)).containsExactly(first);
        assertThat(clock.slept()).isZero();
    }

    @Test
    void twoMillionIdsRightAfterTheStartNeedNoWaitWithASecondAhead() {
        fixture.reservation = new WorkerReservation(5, millis(0), Long.MAX_VALUE);
        fixture.maxAhead = Duration.ofSeconds(1);
        SnowflakeGenerator generator = fixture.generator(SnowflakeLayout.STANDARD);
        clock.stop();
        long last = 0;
        for (int i = 0; i < 2_000_000; i++) {
            last = generator.nextId();
        }
        assertThat(clock.slept()).isZero();
        assertThat(SnowflakeLayout.STANDARD.instant(last)).isEqualTo(START.plusMillis(488));

        fixture.maxAhead = Duration.ZERO;
        clock.go();
        fixture.generator(SnowflakeLayout.STANDARD).nextIds(2_000_000);
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(488));
    }

    @Test
    void waitsForTheFloor() {
        fixture.reservation = new WorkerReservation(5, millis(10), Long.MAX_VALUE);
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 2)).containsExactly("10:0", "10:1");
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(9));
    }

    @Test
    void startsAtTheFloorWithoutWaitingWhenItIsNoFurtherThanMaxAhead() {
        fixture.maxAhead = Duration.ofMillis(20);
        SnowflakeGenerator generator = fixture.startedGenerator();
        fixture.reservation = new WorkerReservation(5, millis(41), Long.MAX_VALUE);
        assertThat(fixture.take(generator, 1)).containsExactly("41:0");
        assertThat(clock.slept()).isZero();
        fixture.reservation = new WorkerReservation(5, millis(42), Long.MAX_VALUE);
        assertThat(fixture.take(generator, 1)).containsExactly("42:0");
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void refusesAFloorThatIsFurtherThanMaxWait() {
        fixture.reservation = new WorkerReservation(5, millis(5_002), Long.MAX_VALUE);
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThatExceptionOfType(ClockMovedBackException.class)
                .isThrownBy(generator::nextId)
                .satisfies(refusal -> {
                    assertThat(refusal.clock()).isEqualTo(START.plusMillis(1));
                    assertThat(refusal.nextTick()).isEqualTo(START.plusMillis(5_002));
                });
        assertThat(clock.slept()).isZero();
    }

    @Test
    void endsWithTheReservation() {
        fixture.reservation = UNTIL_3;
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 8)).startsWith("1:0").endsWith("2:3");
        Duration slept = clock.slept();
        assertThatExceptionOfType(ReservationEndedException.class)
                .isThrownBy(generator::nextId)
                .withMessage(
                        "worker [5] is reserved only until [2026-11-21T12:00:00.003Z], and its source does not renew it;"
                                + " restart the process")
                .satisfies(refusal -> assertThat(refusal.reservation()).isEqualTo(UNTIL_3));
        assertThat(clock.slept()).isEqualTo(slept);
    }

    @Test
    void doesNotRunAheadOverTheEndOfTheReservation() {
        fixture.maxAhead = Duration.ofMillis(20);
        fixture.reservation = new WorkerReservation(5, millis(0), millis(23));
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.takeBatch(generator, 8)).startsWith("21:0").endsWith("22:3");
        assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(generator::nextId);
        assertThat(clock.slept()).isZero();
    }

    @Test
    void refusesAtOnceWhenTheClockIsPastTheReservation() {
        fixture.reservation = UNTIL_3;
        SnowflakeGenerator generator = fixture.startedGenerator();
        clock.advance(Duration.ofHours(1));
        assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(generator::nextId);
        assertThat(clock.slept()).isZero();
    }

    @Test
    void aProcessThatSleptThroughItsReservationAndWakesOnAClockThatWentBackIssuesOnlyWhatItHolds() {
        fixture.reservation = UNTIL_3;
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 2)).containsExactly("1:0", "1:1");
        clock.advance(Duration.ofHours(1));
        assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(generator::nextId);
        clock.set(START.plusMillis(2));
        assertThat(fixture.take(generator, 4)).startsWith("2:0").endsWith("2:3");
        assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(generator::nextId);
    }

    /** A restored copy: its clock goes back into the old reservation, which the original process has, after it got a new one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void aThreadThatReadTheOldReservationDoesNotReadANewClockForIt(int count) {
        fixture.reservation = UNTIL_3;
        fixture.clockRead = () -> {
            if (isMade && fixture.reservation == UNTIL_3) {
                fixture.reservation = new WorkerReservation(5, millis(3), Long.MAX_VALUE);
                clock.set(START.plusMillis(1));
            }
        };
        SnowflakeGenerator generator = fixture.generator();
        isMade = true;
        clock.advance(Duration.ofMillis(10));
        assertThat(fixture.takeBatch(generator, count)).startsWith("3:0");
    }

    /** As above, with the clock back in a millisecond whose bounds are known. */
    @Test
    void aThreadWithKnownBoundsReadsTheReservationAfterTheClock() {
        fixture.reservation = UNTIL_3;
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 1)).containsExactly("1:0");
        clock.advance(Duration.ofMillis(10));
        fixture.clockRead = () -> {
            if (fixture.reservation == UNTIL_3) {
                fixture.reservation = new WorkerReservation(5, millis(3), Long.MAX_VALUE);
                clock.set(START.plusMillis(1));
            }
        };

        assertThat(fixture.take(generator, 1)).containsExactly("3:0");
    }

    @Test
    void resumesWhereItEndedOnceTheReservationIsRenewed() {
        fixture.reservation = UNTIL_3;
        SnowflakeGenerator generator = fixture.startedGenerator();
        fixture.take(generator, 8);
        assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(generator::nextId);
        fixture.reservation = new WorkerReservation(5, millis(0), millis(4));
        assertThat(fixture.take(generator, 4)).startsWith("3:0").endsWith("3:3");
        assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(generator::nextId);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # tick, ms | floor, ms | end, ms | ids | first  | last
                    10 |        10 |      30 |   8 | 10:0   | 20:3
                    10 |        11 |      39 |   4 | 20:0   | 20:3
                    10 |        19 |      40 |   8 | 20:0   | 30:3
                    10 |        20 |      41 |   8 | 20:0   | 30:3
                  1000 |      1001 |    4999 |   8 | 2000:0 | 3000:3
                  1000 |      2000 |    5000 |  12 | 2000:0 | 4000:3
            """)
    void issuesOnlyTicksThatLieWhollyInsideTheReservation(
            long tickMillis, long floor, long end, int ids, String first, String last) {
        GeneratorFixture ticking = new GeneratorFixture(tickMillis);
        ticking.reservation = new WorkerReservation(5, millis(floor), millis(end));
        SnowflakeGenerator generator = ticking.generator();
        assertThat(ticking.take(generator, ids)).startsWith(first).endsWith(last);
        assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(generator::nextId);
    }

    @Test
    void aReservationWithoutAWholeTickIsRefused() {
        GeneratorFixture ticking = new GeneratorFixture(10);
        ticking.reservation = new WorkerReservation(5, millis(11), millis(29));
        SnowflakeGenerator generator = ticking.generator();
        assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(generator::nextId);
    }

    @Test
    void anotherWorkerNumberChangesTheBitsAndItsFloorHolds() {
        fixture.reservation = UNTIL_3;
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.worker(generator.nextId())).isEqualTo(5);
        fixture.reservation = new WorkerReservation(9, millis(7), millis(100));
        long id = generator.nextId();
        assertThat(fixture.worker(id)).isEqualTo(9);
        assertThat(fixture.show(id)).isEqualTo("7:0");
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(6));
    }

    @Test
    void anotherWorkerNumberWithAnEarlierFloorGoesOnUpwards() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 2)).containsExactly("1:0", "1:1");
        fixture.reservation = new WorkerReservation(9, millis(-100), millis(100));
        long id = generator.nextId();
        assertThat(fixture.worker(id)).isEqualTo(9);
        assertThat(fixture.show(id)).isEqualTo("1:2");
    }

    @Test
    void anEqualReservationInAnotherInstanceChangesNothing() {
        fixture.reservation = new WorkerReservation(5, millis(0), millis(3));
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 1)).containsExactly("1:0");
        fixture.reservation = new WorkerReservation(5, millis(0), millis(3));
        assertThat(fixture.take(generator, 1)).containsExactly("1:1");
    }

    @Test
    void refusesAnotherWorkerNumberThatDoesNotFit() {
        SnowflakeGenerator generator = fixture.startedGenerator();
        fixture.reservation = WorkerReservation.unbounded(1024);
        assertThatIllegalArgumentException()
                .isThrownBy(generator::nextId)
                .withMessageStartingWith("worker number [1024] does not fit layout [small]");
    }

    @Test
    void whatWasTakenBeforeAWaitIsNotGivenOnceTheNumberHasChanged() {
        SnowflakeGenerator generator = new SnowflakeGenerator(
                fixture.layout,
                new SuppliedSource(() -> fixture.reservation),
                SnowflakeLimits.DEFAULT,
                clock,
                nanos -> {
                    fixture.reservation = WorkerReservation.unbounded(6);
                    clock.sleep(nanos);
                },
                fixture.randomBelow);
        clock.advanceMillis(1);
        long[] ids = generator.nextIds(10);
        assertThat(Arrays.stream(ids).map(fixture::worker).toArray()).containsExactly(5, 5, 5, 5, 6, 6, 6, 6, 6, 6);
    }

    @Test
    void aBatchThatMeetsTheEndIsRefusedAndItsIdsAreNeverGivenAgain() {
        fixture.reservation = UNTIL_3;
        SnowflakeGenerator generator = fixture.startedGenerator();
        assertThat(fixture.take(generator, 1)).containsExactly("1:0");
        assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(() -> generator.nextIds(8));
        fixture.reservation = new WorkerReservation(5, millis(0), millis(100));
        assertThat(fixture.take(generator, 1)).containsExactly("3:0");
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "3600000"})
    void aReservationThatOutlivesTheLayoutLeavesTheLayoutToEnd(long longer) {
        Instant end = fixture.layout.end();
        fixture.reservation = new WorkerReservation(5, millis(0), end.toEpochMilli() + longer);
        clock.set(end.minusMillis(2));
        SnowflakeGenerator generator = fixture.startedGenerator();
        fixture.take(generator, 4);
        assertThatExceptionOfType(LayoutEndedException.class).isThrownBy(generator::nextId);
    }

    @Test
    void aReservationThatEndsATickBeforeTheLayoutEndsFirst() {
        Instant end = fixture.layout.end();
        fixture.reservation = new WorkerReservation(5, millis(0), end.toEpochMilli() - 1);
        clock.set(end.minusMillis(3));
        SnowflakeGenerator generator = fixture.startedGenerator();
        fixture.take(generator, 4);
        assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(generator::nextId);
    }
}
