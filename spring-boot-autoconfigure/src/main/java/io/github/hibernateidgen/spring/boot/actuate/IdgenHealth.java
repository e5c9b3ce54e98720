package io.github.hibernateidgen.spring.boot.actuate;

import static java.util.Comparator.naturalOrder;

import io.github.hibernateidgen.GeneratedAttribute;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.reservation.ReservationStatus;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether ids can be made, now and in the near future. It knows no class of Spring Boot, whose own moved in version 4.
 *
 * @param state the state of the worst part
 * @param details what was looked at, and what is wrong
 */
record IdgenHealth(State state, Map<String, Object> details) {

    /** From good to bad, with the names that Spring Boot has for them. */
    enum State {
        /** Ids are made. */
        UP,
        /** Ids are made until the reservation ends, or until no number is buffered: what brings the next fails. */
        OUT_OF_SERVICE,
        /** Ids are refused. */
        DOWN
    }

    static IdgenHealth of(List<IdgenFactory> factories) {
        Map<String, IdgenHealth> parts = new LinkedHashMap<>();
        for (IdgenFactory factory : factories) {
            parts.put(factory.name(), of(factory.idgen(), factory.clock().instant()));
        }
        return worst(parts);
    }

    private static IdgenHealth of(Idgen idgen, Instant now) {
        Map<String, IdgenHealth> parts = new LinkedHashMap<>();
        for (SnowflakeGenerator generator : idgen.snowflakeGenerators()) {
            parts.put("layout " + generator.layout().name(), of(generator, now));
        }
        if (idgen.workerSource().orElse(null) instanceof ReservedWorkerSource source) {
            parts.put("reservation", of(source.status()));
        }
        idgen.attributes().forEach(attribute -> addSegments(attribute, parts));
        return worst(parts);
    }

    /** One part for each tenant that has asked for an id. */
    private static void addSegments(GeneratedAttribute attribute, Map<String, IdgenHealth> parts) {
        List<SegmentStatistics> tenants = attribute.segments();
        for (int i = 0; i < tenants.size(); i++) {
            String number = tenants.size() > 1 ? " " + (i + 1) : "";
            parts.put("segments " + attribute.path() + number, of(tenants.get(i)));
        }
    }

    static IdgenHealth of(SegmentStatistics segments) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("buffered", segments.buffered());
        details.put("failures", segments.failures());
        Optional<Throwable> failure = segments.recentFailure();
        if (failure.isEmpty()) {
            return new IdgenHealth(State.UP, details);
        }
        details.put("failure", String.valueOf(failure.get().getMessage()));
        return segments.buffered() > 0
                ? problem(State.OUT_OF_SERVICE, "no segment comes: ids are refused once none is buffered", details)
                : problem(State.DOWN, "no segment comes and none is buffered: ids are refused", details);
    }

    static IdgenHealth of(SnowflakeGenerator generator, Instant now) {
        SnowflakeLayout layout = generator.layout();
        Instant end = layout.end();
        Duration ahead = generator.statistics().ahead();
        SnowflakeLimits limits = generator.limits();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("ends", end.toString()); // Text: how JSON has the types of java.time is the application's choice.
        details.put("ahead", ahead.toString());
        Optional<String> notice = layout.notice(now);
        if (notice.isPresent() && (now.isBefore(layout.epoch()) || !now.isBefore(end))) {
            return problem(State.DOWN, notice.get(), details);
        }
        if (ahead.compareTo(limits.maxAhead().plus(limits.maxWait())) > 0) {
            return problem(
                    State.DOWN,
                    "the clock stepped back further than max-ahead and max-wait allow: ids are refused",
                    details);
        }
        notice.ifPresent(warning -> details.put("warning", warning));
        return new IdgenHealth(State.UP, details);
    }

    static IdgenHealth of(ReservationStatus status) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("namespace", status.namespace());
        details.put("store", status.store());
        status.reservation().ifPresent(reservation -> {
            details.put("worker", reservation.worker());
            details.put("remaining", status.remaining().toString());
        });
        details.put("failures", status.failures());
        status.failure().ifPresent(failure -> details.put("failure", String.valueOf(failure.getMessage())));
        status.clockOffset().ifPresent(offset -> details.put("clockOffset", offset.toString()));
        if (status.reservation().isPresent() && status.remaining().isZero()) {
            return problem(State.DOWN, "the reservation has ended: ids are refused until it is renewed", details);
        }
        if (status.failure().isEmpty()) {
            return status.isClockOff()
                    ? problem(
                            State.OUT_OF_SERVICE,
                            "the clock is further from the store's than max-skew allows: ids are refused once this worker"
                                    + " number is lost or released, since no other can be claimed",
                            details)
                    : new IdgenHealth(State.UP, details);
        }
        return status.reservation().isPresent()
                ? problem(State.OUT_OF_SERVICE, "the renewal fails: ids are refused once nothing remains", details)
                : problem(State.DOWN, "no worker number is reserved: ids are refused", details);
    }

    private static IdgenHealth problem(State state, String problem, Map<String, Object> details) {
        details.put("problem", problem);
        return new IdgenHealth(state, details);
    }

    private static IdgenHealth worst(Map<String, IdgenHealth> parts) {
        Map<String, Object> details = new LinkedHashMap<>();
        parts.forEach((name, part) -> details.put(name, part.details));
        State worst = parts.values().stream()
                .map(IdgenHealth::state)
                .max(naturalOrder())
                .orElse(State.UP);
        return new IdgenHealth(worst, details);
    }
}
