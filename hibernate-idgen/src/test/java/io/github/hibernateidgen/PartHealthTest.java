package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservationStatus;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether ids can be made, from what is known of generators, reservations and segments. */
class PartHealthTest {

    private static final WorkerReservation HELD = new WorkerReservation(7, 0, 1_000_000);

    private final RuntimeException failure = new IllegalStateException("connection refused");

    /** A failing renewal is down 15 s before the end. Without a known failure, the next id waits for the renewal. */
    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            held, 40, none,    0,  true,  none
            held, 40, failure, 0,  true,  'the renewal fails: ids can be made for [PT40S] more, and then not until the store of worker numbers answers'
            held, 15.001, failure, 0, true, 'the renewal fails: ids can be made for [PT15.001S] more, and then not until the store of worker numbers answers'
            held, 15, failure, 0,  false, 'the renewal fails: ids can be made for [PT15S] more, and then not until the store of worker numbers answers'
            held, 1,  none,    0,  true,  none
            held, 0,  failure, 0,  false, the reservation has ended: no id can be made until it is renewed
            held, 0,  none,    0,  true,  the reservation has ended: the next id waits for its renewal
            none, 0,  none,    0,  true,  none
            none, 0,  failure, 0,  false, no worker number is reserved: no id can be made
            held, 40, none,    60, true,  none
            held, 40, none,    61, true,  'this clock and the store''s clock are too far apart: once this worker number is lost or released, no other number can be claimed, and no id can be made'
            held, 40, failure, 61, true,  'the renewal fails: ids can be made for [PT40S] more, and then not until the store of worker numbers answers'
            """)
    void reservationIsUpUntilShortlyBeforeItsEnd(
            String held, BigDecimal remaining, String failed, long minutesOff, boolean isUp, String message) {
        PartHealth health = PartHealth.of(status(
                held == null ? null : HELD,
                Duration.ofMillis(remaining.movePointRight(3).longValue()),
                failed == null ? null : failure,
                Duration.ofMinutes(-minutesOff)));

        assertThat(health.name()).isEqualTo("reservation");
        assertThat(health.isUp()).isEqualTo(isUp);
        assertThat(health.details().get(isUp ? "warning" : "problem")).isEqualTo(message);
        assertThat(health.details().get(isUp ? "problem" : "warning")).isNull();
    }

    @Test
    void reservationTellsWhatIsKnownOfIt() {
        PartHealth health = PartHealth.of(status(HELD, Duration.ofSeconds(40), failure, Duration.ofMillis(-5)));
        assertThat(health.details())
                .containsEntry("worker", 7L)
                .containsEntry("remaining", "PT40S")
                .containsEntry("namespace", "shop")
                .containsEntry("store", "a table")
                .containsEntry("failures", 3L)
                .containsEntry("failure", "connection refused")
                .containsEntry("clockOffset", "PT-0.005S");
    }

    /** A process that is kept from requests asks for no segment, and would not find that they come again. */
    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            7, none,    0,     true,  none
            0, none,    0,     true,  none
            7, failure, 1000,  true,  no segment arrives: no id can be made once the buffered numbers are used
            0, failure, 9999,  false, no segment arrives and no number is buffered: no id can be made
            0, failure, 10000, true,  none
            """)
    void segmentsLetIdsBeMadeAsLongAsNumbersAreBuffered(
            long buffered, String failed, long millis, boolean isUp, String message) {
        SegmentStatistics segments = new SegmentStatistics(
                50,
                buffered,
                1,
                2,
                3,
                0,
                1,
                Duration.ofMillis(4),
                failed == null ? Optional.empty() : Optional.of(failure),
                Duration.ofMillis(millis));

        PartHealth health = PartHealth.of("segments Order.id", segments);

        assertThat(health.name()).isEqualTo("segments Order.id");
        assertThat(health.isUp()).isEqualTo(isUp);
        assertThat(health.details()).containsEntry("buffered", buffered).containsEntry("failures", 3L);
        assertThat(health.details().get("failure")).isEqualTo(message == null ? null : "connection refused");
        assertThat(health.details().get(isUp ? "warning" : "problem")).isEqualTo(message);
    }

    @Test
    void clockThatIsFurtherBackThanTheLimitsAllowRefusesIds() {
        Instant start = Instant.parse("2030-01-02T03:04:05Z");
        FakeClock clock = new FakeClock(start);
        SnowflakeLimits limits = new SnowflakeLimits(Duration.ofSeconds(1), Duration.ofSeconds(2), 1);
        SnowflakeGenerator generator =
                new SnowflakeGenerator(SnowflakeLayout.STANDARD, WorkerSource.fixed(1), limits, clock);
        clock.advance(Duration.ofSeconds(2));
        generator.nextId();
        clock.advance(Duration.ofSeconds(-3));
        assertThat(PartHealth.of(generator, clock.now()).isUp()).isTrue();

        clock.advance(Duration.ofMillis(-1));

        PartHealth health = PartHealth.of(generator, clock.now());
        assertThat(health.isUp()).isFalse();
        assertThat(health.details())
                .containsEntry("ends", "2093-09-06T15:47:35.552Z")
                .containsEntry("ahead", "PT3.001S")
                .containsEntry(
                        "problem",
                        "the clock is further behind the last id than max-ahead and max-wait allow: no id can be made");
    }

    @Test
    void layoutWarnsForAYearAndThenRefusesIds() {
        Instant end = SnowflakeLayout.STANDARD.end();
        Instant lastYear = end.minus(Duration.ofDays(365));
        assertThat(layoutAt(lastYear.minusMillis(1)).details()).doesNotContainKeys("warning", "problem");
        assertThat(layoutAt(lastYear).isUp()).isTrue();
        assertThat(layoutAt(lastYear).details().get("warning"))
                .asString()
                .startsWith("layout [standard] ends at [2093-09-06T15:47:35.552Z], in [365] days");
        assertThat(layoutAt(end.minusMillis(1)).isUp()).isTrue();
        assertThat(layoutAt(end).isUp()).isFalse();
        assertThat(layoutAt(end).details()).containsKey("problem").doesNotContainKey("warning");
    }

    @Test
    void layoutThatHasNotBegunRefusesIds() {
        PartHealth health = layoutAt(SnowflakeLayout.STANDARD.epoch().minusMillis(1));
        assertThat(health.isUp()).isFalse();
        assertThat(health.details().get("problem"))
                .asString()
                .startsWith("layout [standard] begins at [2024-01-01T00:00:00Z]");
    }

    private static PartHealth layoutAt(Instant now) {
        SnowflakeGenerator generator = new SnowflakeGenerator(SnowflakeLayout.STANDARD, WorkerSource.fixed(1));
        PartHealth health = PartHealth.of(generator, now);
        assertThat(health.name()).isEqualTo("layout standard");
        return health;
    }

    private static ReservationStatus status(
            @Nullable WorkerReservation held, Duration remaining, @Nullable RuntimeException failure, Duration offset) {
        return new ReservationStatus(
                "shop",
                "a table",
                new WorkerRange(0, 511),
                OptionalLong.empty(),
                Optional.ofNullable(held),
                remaining,
                3,
                Optional.ofNullable(failure),
                Optional.of(offset),
                Duration.ofHours(1),
                Duration.ofMinutes(1));
    }
}
