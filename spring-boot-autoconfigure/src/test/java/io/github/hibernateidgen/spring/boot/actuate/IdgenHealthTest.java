package io.github.hibernateidgen.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.spring.boot.actuate.IdgenHealth.State;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservationStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** From what is known of generators and reservations to a state. */
class IdgenHealthTest {

    private static final WorkerReservation HELD = new WorkerReservation(7, 0, 1_000_000);
    private static final Duration LEFT = Duration.ofSeconds(40);

    private final RuntimeException failure = new IllegalStateException("connection refused");

    @Test
    void isUpWhileAReservationIsHeldAndRenewed() {
        IdgenHealth health = IdgenHealth.of(status(HELD, LEFT, null));
        assertThat(health.state()).isEqualTo(State.UP);
        assertThat(health.details())
                .containsEntry("worker", 7L)
                .containsEntry("remaining", "PT40S")
                .containsEntry("namespace", "shop")
                .containsEntry("store", "a table")
                .doesNotContainKey("problem");
    }

    @Test
    void isUpBeforeTheFirstClaim() {
        assertThat(IdgenHealth.of(status(null, Duration.ZERO, null)).state()).isEqualTo(State.UP);
    }

    @Test
    void isOutOfServiceWhileTheRenewalFailsAndSomethingIsLeft() {
        IdgenHealth health = IdgenHealth.of(status(HELD, LEFT, failure));
        assertThat(health.state()).isEqualTo(State.OUT_OF_SERVICE);
        assertThat(health.details())
                .containsEntry("failure", "connection refused")
                .containsKey("problem");
    }

    @Test
    void isDownOnceNothingIsLeft() {
        assertThat(IdgenHealth.of(status(HELD, Duration.ZERO, failure)).state()).isEqualTo(State.DOWN);
        assertThat(IdgenHealth.of(status(HELD, Duration.ZERO, null)).state()).isEqualTo(State.DOWN);
    }

    @Test
    void isDownWhereNoNumberCouldBeClaimed() {
        assertThat(IdgenHealth.of(status(null, Duration.ZERO, failure)).state()).isEqualTo(State.DOWN);
    }

    @Test
    void isOutOfServiceWhereTheClockIsFurtherOffThanAClaimAllows() {
        Duration hour = Duration.ofHours(1);
        assertThat(IdgenHealth.of(status(HELD, LEFT, null, hour)).state()).isEqualTo(State.UP);
        assertThat(IdgenHealth.of(status(HELD, LEFT, null, hour.negated())).state())
                .isEqualTo(State.UP);
        for (Duration off : List.of(hour.plusMillis(1), hour.plusMillis(1).negated())) {
            IdgenHealth health = IdgenHealth.of(status(HELD, LEFT, null, off));
            assertThat(health.state()).isEqualTo(State.OUT_OF_SERVICE);
            assertThat(health.details())
                    .containsEntry("clockOffset", off.toString())
                    .containsKey("problem");
            assertThat(IdgenHealth.of(status(HELD, Duration.ZERO, null, off)).state())
                    .isEqualTo(State.DOWN);
        }
    }

    @Test
    void isDownWhileTheClockIsFurtherBackThanTheLimitsAllow() {
        Instant start = Instant.parse("2030-01-02T03:04:05Z");
        AtomicReference<Instant> clock = new AtomicReference<>(start);
        SnowflakeLimits limits = new SnowflakeLimits(Duration.ofSeconds(1), Duration.ofSeconds(2), 1);
        SnowflakeGenerator generator =
                new SnowflakeGenerator(SnowflakeLayout.STANDARD, WorkerSource.fixed(1), limits, clock::get);
        clock.set(start.plusSeconds(2));
        generator.nextId();
        clock.set(start.minusSeconds(1));
        assertThat(IdgenHealth.of(generator, clock.get()).state()).isEqualTo(State.UP);
        clock.set(start.minusSeconds(2));
        IdgenHealth health = IdgenHealth.of(generator, clock.get());
        assertThat(health.state()).isEqualTo(State.DOWN);
        assertThat(health.details()).containsEntry("ends", "2093-09-06T15:47:35.552Z");
    }

    @Test
    void isDownOnceTheLayoutHasEnded() {
        SnowflakeGenerator generator = new SnowflakeGenerator(SnowflakeLayout.STANDARD, WorkerSource.fixed(1));
        Instant end = SnowflakeLayout.STANDARD.end();
        assertThat(IdgenHealth.of(generator, end.minusMillis(1)).state()).isEqualTo(State.UP);
        assertThat(IdgenHealth.of(generator, end).state()).isEqualTo(State.DOWN);
    }

    @Test
    void warnsForAYearBeforeTheLayoutEnds() {
        SnowflakeGenerator generator = new SnowflakeGenerator(SnowflakeLayout.STANDARD, WorkerSource.fixed(1));
        Instant lastYear = SnowflakeLayout.STANDARD.end().minus(Duration.ofDays(365));
        assertThat(IdgenHealth.of(generator, lastYear.minusMillis(1)).details()).doesNotContainKey("warning");
        IdgenHealth health = IdgenHealth.of(generator, lastYear);
        assertThat(health.state()).isEqualTo(State.UP);
        assertThat(health.details())
                .hasEntrySatisfying(
                        "warning",
                        warning -> assertThat(warning)
                                .asString()
                                .startsWith("layout [standard] ends at [2093-09-06T15:47:35.552Z], in [365] days"));
    }

    @Test
    void isDownBeforeTheLayoutBegins() {
        SnowflakeGenerator generator = new SnowflakeGenerator(SnowflakeLayout.STANDARD, WorkerSource.fixed(1));
        IdgenHealth health =
                IdgenHealth.of(generator, SnowflakeLayout.STANDARD.epoch().minusMillis(1));
        assertThat(health.state()).isEqualTo(State.DOWN);
        assertThat(health.details())
                .hasEntrySatisfying(
                        "problem",
                        problem -> assertThat(problem)
                                .asString()
                                .startsWith("layout [standard] begins at [2024-01-01T00:00:00Z]"));
    }

    @Test
    void isOutOfServiceWhileNoSegmentComesAndSomethingIsBuffered() {
        assertThat(IdgenHealth.of(segments(7, null, Duration.ZERO)).state()).isEqualTo(State.UP);
        assertThat(IdgenHealth.of(segments(0, null, Duration.ZERO)).state()).isEqualTo(State.UP);
        IdgenHealth health = IdgenHealth.of(segments(7, failure, Duration.ofSeconds(1)));
        assertThat(health.state()).isEqualTo(State.OUT_OF_SERVICE);
        assertThat(health.details())
                .containsEntry("buffered", 7L)
                .containsEntry("failures", 3L)
                .containsEntry("failure", "connection refused")
                .containsKey("problem");
        assertThat(IdgenHealth.of(segments(0, failure, Duration.ofSeconds(1))).state())
                .isEqualTo(State.DOWN);
    }

    /** A process that is kept from requests asks for no segment, and would not find that they come again. */
    @Test
    void forgetsAFailedFetchAfterTenSeconds() {
        Duration almost = Duration.ofMillis(9_999);
        assertThat(IdgenHealth.of(segments(0, failure, almost)).state()).isEqualTo(State.DOWN);
        IdgenHealth later = IdgenHealth.of(segments(0, failure, Duration.ofSeconds(10)));
        assertThat(later.state()).isEqualTo(State.UP);
        assertThat(later.details()).containsEntry("failures", 3L).doesNotContainKeys("problem", "failure");
    }

    @Test
    void isUpWhereNothingIsGenerated() {
        assertThat(IdgenHealth.of(List.of()).state()).isEqualTo(State.UP);
    }

    private static SegmentStatistics segments(long buffered, @Nullable RuntimeException failure, Duration since) {
        return new SegmentStatistics(
                50, buffered, 1, 2, 3, 0, 1, Duration.ofMillis(4), Optional.ofNullable(failure), since);
    }

    private static ReservationStatus status(
            @Nullable WorkerReservation held, Duration remaining, @Nullable RuntimeException failure) {
        return status(held, remaining, failure, null);
    }

    private static ReservationStatus status(
            @Nullable WorkerReservation held,
            Duration remaining,
            @Nullable RuntimeException failure,
            @Nullable Duration clockOffset) {
        return new ReservationStatus(
                "shop",
                "a table",
                Optional.ofNullable(held),
                remaining,
                3,
                Optional.ofNullable(failure),
                Optional.ofNullable(clockOffset),
                Duration.ofHours(1));
    }
}
