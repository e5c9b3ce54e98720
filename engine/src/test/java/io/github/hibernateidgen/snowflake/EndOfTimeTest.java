package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.worker.SuppliedSource;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Clocks, epochs and reservations at the ends of what 64 bits of milliseconds hold. */
@Timeout(value = 30, threadMode = SEPARATE_THREAD) // a loop without end fails too
class EndOfTimeTest {

    private static final long MIN = Long.MIN_VALUE;
    private static final long MAX = Long.MAX_VALUE;

    private static SnowflakeLayout layout(long epoch, int timeBits, long tickMillis) {
        return SnowflakeLayout.named("end")
                .epoch(Instant.ofEpochMilli(epoch))
                .tick(Duration.ofMillis(tickMillis))
                .time(timeBits)
                .worker("worker", 1)
                .sequence(1)
                .build();
    }

    static Stream<SnowflakeLayout> layouts() {
        return Stream.of(
                SnowflakeLayout.STANDARD,
                layout(MIN, 41, 1),
                layout(MIN, 61, 1),
                layout(MIN, 41, 1000),
                layout(0, 61, 1),
                layout(0, 53, 1000),
                layout(MAX - (1L << 41), 41, 1),
                layout(MAX - 1000 * (1L << 31), 31, 1000));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # epoch              | tick, ms | clock                | before | within | after: where a time field of 41 bits has it
            0                    | 1        | 9223372036854775807  | after
            0                    | 1        | -9223372036854775808 | before
            0                    | 1000     | 9223372036854775807  | after
            1000                 | 1        | -9223372036854775808 | before
            -1000                | 1        | 9223372036854775807  | after
            -9223372036854775808 | 1        | 9223372036854775807  | after
            -9223372036854775808 | 1        | 0                    | after
            -9223372036854775808 | 1        | -9223372036854775808 | within
            -9223372036854775808 | 1000     | -9223372036854775808 | within
            9223369837831520255  | 1        | 9223372036854775807  | after
            9223369837831520255  | 1        | 9223372036854775806  | within
            9223369837831520255  | 1        | 9223369837831520255  | within
            9223369837831520255  | 1        | -9223372036854775808 | before
            """)
    void aTickIsOnItsSideOfTheLayoutHoweverFar(long epoch, long tickMillis, long clock, String where) {
        SnowflakeLayout layout = layout(epoch, 41, tickMillis);
        long tick = layout.ticks().tick(clock);
        assertThat(tick < 0 ? "before" : tick > layout.ticks().maxTick() ? "after" : "within")
                .isEqualTo(where);
        // Room for max-ahead, up to an hour of ticks of a millisecond.
        assertThat(Math.addExact(tick, 3_600_001) - tick).isEqualTo(3_600_001);
        assertThat(Math.subtractExact(tick, 3_600_001) - tick).isEqualTo(-3_600_001);
    }

    /** Every id and every answer of close() lies inside the reservation; everything else is refused. */
    @ParameterizedTest
    @MethodSource("layouts")
    void nothingIsIssuedOutsideTheReservation(SnowflakeLayout layout) {
        long epoch = layout.epoch().toEpochMilli();
        long end = layout.end().toEpochMilli();
        List<Long> moments = new ArrayList<>(List.of(MIN, MIN + 1, -1L, 0L, 1L, MAX - 1, MAX));
        for (long edge : new long[] {epoch, end}) {
            for (long step : new long[] {-2000, -1, 0, 1, 2000}) {
                if (edge + step > edge == step > 0) {
                    moments.add(edge + step);
                }
            }
        }
        int issued = 0;
        for (long clock : moments) {
            for (long floor : moments) {
                for (long until : moments) {
                    for (long ahead : new long[] {0, 3_600_000}) {
                        if (floor < until) {
                            issued += check(layout, clock, new WorkerReservation(1, floor, until), ahead);
                        }
                    }
                }
            }
        }
        assertThat(issued).isPositive();
    }

    private static int check(SnowflakeLayout layout, long millis, WorkerReservation reservation, long ahead) {
        FakeClock clock = new FakeClock(Instant.ofEpochMilli(millis));
        SuppliedSource source = new SuppliedSource(() -> reservation);
        SnowflakeGenerator generator = new SnowflakeGenerator(
                layout,
                source,
                new SnowflakeLimits(Duration.ofMillis(ahead), Duration.ofSeconds(1), 1),
                clock,
                nanos -> {
                    // A clock cannot go past its last millisecond.
                    if (clock.now().toEpochMilli() < MAX - 1000) {
                        clock.sleep(nanos);
                    }
                },
                bound -> 0);
        String what = layout.epoch() + ", " + layout.fields() + " at " + millis + " under " + reservation;
        int issued = 0;
        try {
            for (; issued < 3; issued++) {
                long start = layout.instant(generator.nextId()).toEpochMilli();
                assertThat(start).as(what).isGreaterThanOrEqualTo(reservation.floor());
                assertThat(start)
                        .as(what)
                        .isLessThanOrEqualTo(
                                reservation.reservedUntil() - layout.ticks().tickMillis());
                assertThat(start - ahead > start || start - ahead <= clock.now().toEpochMilli())
                        .as(what)
                        .isTrue();
            }
        } catch (IllegalStateException refused) {
            assertThat(refused).as(what).hasMessageNotContaining("overflow");
        }
        generator.statistics();
        assertThat(source.issuers().get(0).lead()).isPositive();
        long end = source.issuers().get(0).close();
        if (end == MIN) {
            assertThat(issued).as(what).isZero();
        } else {
            assertThat(end).as(what).isBetween(reservation.floor(), reservation.reservedUntil());
        }
        return issued;
    }

    @Test
    void aClockThat64BitsOfMillisecondsCannotHoldIsRefusedInWords() {
        for (Instant now : List.of(Instant.MIN, Instant.MAX)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> new SnowflakeGenerator(
                                    SnowflakeLayout.STANDARD,
                                    WorkerSource.fixed(1),
                                    SnowflakeLimits.DEFAULT,
                                    InstantSource.fixed(now))
                            .nextId())
                    .withMessage(
                            "the clock reads [" + now + "], which 64 bits of milliseconds can't hold; set it right");
        }
    }
}
