package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.GeneratedAttribute;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.reservation.ReservationStatus;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.smallrye.health.api.Wellness;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;

/**
 * Whether ids can be made. It is down where they are refused, and tells of a renewal or a fetch that fails while they still
 * are made.
 * It is neither liveness nor readiness: a new process would not do better, and reads go on.
 *
 * <p>Thread-safe. It asks nothing of the database.
 */
@Wellness
@ApplicationScoped
public class IdgenHealthCheck implements HealthCheck {

    /** For Quarkus. */
    public IdgenHealthCheck() {}

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response =
                HealthCheckResponse.named("hibernate-idgen").up();
        PersistenceUnits.all().forEach((unit, idgen) -> look(response, unit + ": ", idgen));
        return response.build();
    }

    private static void look(HealthCheckResponseBuilder response, String unit, Idgen idgen) {
        for (SnowflakeGenerator generator : idgen.snowflakeGenerators()) {
            look(response, unit + "layout " + generator.layout().name(), generator);
        }
        if (idgen.workerSource().orElse(null) instanceof ReservedWorkerSource source) {
            look(response, unit + "reservation", source.status());
        }
        for (GeneratedAttribute attribute : idgen.attributes()) {
            List<SegmentStatistics> tenants = attribute.segments();
            for (int i = 0; i < tenants.size(); i++) {
                String number = tenants.size() > 1 ? " " + (i + 1) : "";
                look(response, unit + "segments " + attribute.path() + number, tenants.get(i));
            }
        }
    }

    static void look(HealthCheckResponseBuilder response, String part, SegmentStatistics segments) {
        response.withData(part + " buffered", segments.buffered());
        segments.recentFailure().ifPresent(failure -> {
            response.withData(part + " failure", String.valueOf(failure.getMessage()));
            if (segments.buffered() > 0) {
                response.withData(part + " problem", "no segment comes: ids are refused once none is buffered");
            } else {
                response.down().withData(part + " problem", "no segment comes and none is buffered: ids are refused");
            }
        });
    }

    private static void look(HealthCheckResponseBuilder response, String part, SnowflakeGenerator generator) {
        Duration ahead = generator.statistics().ahead();
        SnowflakeLimits limits = generator.limits();
        SnowflakeLayout layout = generator.layout();
        Instant now = Instant.now();
        response.withData(part + " ends", layout.end().toString());
        layout.notice(now).ifPresent(notice -> response.withData(part + " warning", notice));
        if (now.isBefore(layout.epoch()) || !now.isBefore(layout.end())) {
            response.down();
        }
        if (ahead.compareTo(limits.maxAhead().plus(limits.maxWait())) > 0) {
            response.down()
                    .withData(
                            part + " problem",
                            "the clock stepped back further than max-ahead and max-wait allow: ids are refused");
        }
    }

    static void look(HealthCheckResponseBuilder response, String part, ReservationStatus status) {
        response.withData(part + " store", status.store());
        status.reservation()
                .ifPresent(held -> response.withData(part + " worker", held.worker())
                        .withData(part + " remaining", status.remaining().toString()));
        status.failure()
                .ifPresent(failure -> response.withData(part + " failure", String.valueOf(failure.getMessage())));
        status.clockOffset().ifPresent(offset -> response.withData(part + " clock offset", offset.toString()));
        if (status.reservation().isPresent() && status.remaining().isZero()) {
            response.down()
                    .withData(part + " problem", "the reservation has ended: ids are refused until it is renewed");
        } else if (status.reservation().isEmpty() && status.failure().isPresent()) {
            response.down().withData(part + " problem", "no worker number is reserved: ids are refused");
        } else if (status.failure().isPresent()) {
            response.withData(part + " problem", "the renewal fails: ids are refused once nothing remains");
        } else if (status.isClockOff()) {
            response.withData(
                    part + " problem",
                    "the clock is further from the store's than max-skew allows: ids are refused once this worker number is"
                            + " lost or released, since no other can be claimed");
        }
    }
}
