package io.github.hibernateidgen;

import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeStatistics;
import io.github.hibernateidgen.worker.reservation.ReservationStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The health of one part of a session factory: a layout, the reservation of its worker number, or the segments of an
 * attribute. The health checks of all frameworks report this health unchanged. Immutable and thread-safe.
 *
 * @param name the part, such as {@code reservation}
 * @param isUp whether this part allows an id to be made now, perhaps after a wait, and soon. An unused reservation and
 *     unused segments allow an id. A layout allows ids only from its epoch to its end, and not while an id would wait
 *     longer than {@code max-wait}. A reservation whose renewal fails is up until 15 s before its end, or a quarter of
 *     its window if that is shorter: in the remaining time a load balancer can send new requests elsewhere. Segments
 *     without a buffered number allow no id for 10 s after a failed fetch. After these 10 s the segments are reported as
 *     healthy again, even if the store is still down: only a request for an id starts the next fetch, and an unhealthy
 *     process may get no requests
 * @param details the facts by name, each as text or a {@link Long}. If the part is up but ids cannot be made for ever,
 *     {@code warning} contains the reason; if the part is not up, {@code problem} contains the reason
 */
public record PartHealth(String name, boolean isUp, Map<String, Object> details) {

    private static final Duration NOTICE = Duration.ofSeconds(15);

    /** Copies the details. */
    public PartHealth {
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    /**
     * Returns the health of a reservation.
     *
     * @param status the state of its source
     * @return the health
     */
    public static PartHealth of(ReservationStatus status) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("namespace", status.namespace());
        details.put("store", status.store());
        details.put("range", status.range().toString());
        status.reservation().ifPresent(held -> {
            details.put("worker", held.worker());
            details.put("remaining", status.remaining().toString());
        });
        details.put("failures", status.failures());
        status.failure().ifPresent(failure -> details.put("failure", String.valueOf(failure.getMessage())));
        status.clockOffset().ifPresent(offset -> details.put("clockOffset", offset.toString()));
        boolean isUp = status.failure().isEmpty() || status.remaining().compareTo(notice(status.window())) > 0;
        return of("reservation", details, isUp, note(status));
    }

    private static Duration notice(Duration window) {
        Duration quarter = window.dividedBy(4);
        return quarter.compareTo(NOTICE) < 0 ? quarter : NOTICE;
    }

    private static Optional<String> note(ReservationStatus status) {
        if (!status.canMakeIds()) {
            return Optional.of(
                    status.reservation().isPresent()
                            ? "the reservation has ended: no id can be made until it is renewed"
                            : "no worker number is reserved: no id can be made");
        }
        if (status.failure().isPresent()) {
            return Optional.of("the renewal fails: ids can be made for [" + status.remaining()
                    + "] more, and then not until the store of worker numbers answers");
        }
        if (status.reservation().isPresent() && status.remaining().isZero()) {
            return Optional.of("the reservation has ended: the next id waits for its renewal");
        }
        return status.isClockOff()
                ? Optional.of("this clock and the store's clock are too far apart: once this worker number is"
                        + " lost or released, no other number can be claimed, and no id can be made")
                : Optional.empty();
    }

    static PartHealth of(String name, SegmentStatistics segments) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("buffered", segments.buffered());
        details.put("failures", segments.failures());
        Optional<Throwable> failure = segments.recentFailure();
        failure.ifPresent(cause -> details.put("failure", String.valueOf(cause.getMessage())));
        boolean canMakeIds = failure.isEmpty() || segments.buffered() > 0;
        String note = canMakeIds
                ? "no segment arrives: no id can be made once the buffered numbers are used"
                : "no segment arrives and no number is buffered: no id can be made";
        return of(name, details, canMakeIds, failure.map(cause -> note));
    }

    static PartHealth of(SnowflakeGenerator generator, Instant now) {
        SnowflakeLayout layout = generator.layout();
        SnowflakeStatistics statistics = generator.statistics();
        String name = "layout " + layout.name();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("ends", layout.end().toString());
        details.put("ahead", statistics.ahead().toString());
        Optional<String> notice = layout.notice(now);
        boolean isInForce = !now.isBefore(layout.epoch()) && now.isBefore(layout.end());
        boolean waits = statistics.nextWait().compareTo(generator.limits().maxWait()) <= 0;
        String late = "the clock is further behind the last id than max-ahead and max-wait allow: no id can be made";
        return of(name, details, isInForce && waits, isInForce && !waits ? Optional.of(late) : notice);
    }

    private static PartHealth of(String name, Map<String, Object> details, boolean isUp, Optional<String> note) {
        note.ifPresent(text -> details.put(isUp ? "warning" : "problem", text));
        return new PartHealth(name, isUp, details);
    }
}
