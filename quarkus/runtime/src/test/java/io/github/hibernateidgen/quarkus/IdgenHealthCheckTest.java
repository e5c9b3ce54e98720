package io.github.hibernateidgen.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.reservation.ReservationStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same as with Spring Boot, whose IdgenHealthTest has more of it. */
class IdgenHealthCheckTest {

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            0,  none, 0,  UP,   none
            20, gone, 3,  UP,   no segment comes: ids are refused once none is buffered
            0,  gone, 3,  DOWN, no segment comes and none is buffered: ids are refused
            0,  gone, 10, UP,   none
            """)
    void isDownWhereNoSegmentComesAndNoneIsBuffered(
            long buffered, String failure, long seconds, HealthCheckResponse.Status status, String problem) {
        Answer answer = new Answer();
        SegmentStatistics statistics = new SegmentStatistics(
                50,
                buffered,
                1,
                2,
                1,
                0,
                0,
                Duration.ZERO,
                Optional.ofNullable(failure).map(IllegalStateException::new),
                Duration.ofSeconds(seconds));
        IdgenHealthCheck.look(answer, "orders: segments Order.id", statistics);
        assertThat(answer.status).isEqualTo(status);
        assertThat(answer.data.get("orders: segments Order.id buffered")).isEqualTo(buffered);
        assertThat(answer.data.get("orders: segments Order.id problem")).isEqualTo(problem);
    }

    /** It stays up, since ids are made. */
    @ParameterizedTest
    @CsvSource({"PT1H, false", "PT-1H, false", "PT1H0.001S, true", "PT-1H-0.001S, true"})
    void tellsWhereTheClockIsFurtherOffThanAClaimAllows(Duration offset, boolean problem) {
        Answer answer = new Answer();
        ReservationStatus status = new ReservationStatus(
                "default",
                "a table",
                Optional.of(new WorkerReservation(7, 0, 1_000_000)),
                Duration.ofSeconds(40),
                0,
                Optional.empty(),
                Optional.of(offset),
                Duration.ofHours(1));
        IdgenHealthCheck.look(answer, "orders: reservation", status);
        assertThat(answer.status).isEqualTo(HealthCheckResponse.Status.UP);
        assertThat(answer.data).containsEntry("orders: reservation clock offset", offset.toString());
        assertThat(answer.data.containsKey("orders: reservation problem")).isEqualTo(problem);
    }

    /** SmallRye Health's is not there. */
    private static final class Answer extends HealthCheckResponseBuilder {

        final Map<String, Object> data = new HashMap<>();
        HealthCheckResponse.Status status = HealthCheckResponse.Status.UP;

        @Override
        public HealthCheckResponseBuilder name(String name) {
            return this;
        }

        @Override
        public HealthCheckResponseBuilder withData(String key, String value) {
            data.put(key, value);
            return this;
        }

        @Override
        public HealthCheckResponseBuilder withData(String key, long value) {
            data.put(key, value);
            return this;
        }

        @Override
        public HealthCheckResponseBuilder withData(String key, boolean value) {
            data.put(key, value);
            return this;
        }

        @Override
        public HealthCheckResponseBuilder up() {
            return status(true);
        }

        @Override
        public HealthCheckResponseBuilder down() {
            return status(false);
        }

        @Override
        public HealthCheckResponseBuilder status(boolean up) {
            status = up ? HealthCheckResponse.Status.UP : HealthCheckResponse.Status.DOWN;
            return this;
        }

        @Override
        public HealthCheckResponse build() {
            return new HealthCheckResponse("hibernate-idgen", status, Optional.of(data));
        }
    }
}
