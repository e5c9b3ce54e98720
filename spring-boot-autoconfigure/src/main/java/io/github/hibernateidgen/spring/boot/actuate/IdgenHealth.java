package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.worker.reservation.ReservationStatus;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Whether ids can be made, now and in the near future.
 *
 * @param state the state of the worst entity manager factory
 * @param details for each factory what was looked at, and what is wrong
 */
record IdgenHealth(State state, Map<String, Object> details) {

    /** From good to bad. */
    enum State {
        /** Ids are made. */
        UP,
        /** Ids are made until the reservation ends: its renewal fails. */
        OUT_OF_SERVICE,
        /** Ids are refused. */
        DOWN
    }

    static IdgenHealth of(Map<String, Idgen> factories, InstantSource clock) {
        Map<String, Object> details = new LinkedHashMap<>();
        State worst = State.UP;
        for (Map.Entry<String, Idgen> factory : factories.entrySet()) {
            IdgenHealth health = of(factory.getValue(), clock.instant());
            details.put(factory.getKey(), health.details);
            worst = worse(worst, health.state);
        }
        return new IdgenHealth(worst, details);
    }

    private static IdgenHealth of(Idgen idgen, Instant now) {
        Map<String, Object> details = new LinkedHashMap<>();
        State worst = State.UP;
        for (SnowflakeGenerator generator : idgen.snowflakeGenerators()) {
            IdgenHealth health = of(generator, now);
            details.put("layout " + generator.layout().name(), health.details);
            worst = worse(worst, health.state);
        }
        if (idgen.workerSource().orElse(null) instanceof ReservedWorkerSource source) {
            IdgenHealth health = of(source.status());
            details.put("reservation", health.details);
            worst = worse(worst, health.state);
        }
        return new IdgenHealth(worst, details);
    }

    static IdgenHealth of(SnowflakeGenerator generator, Instant now) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("ends", generator.layout().end().toString());
        details.put("ahead", generator.statistics().ahead().toString());
        boolean ended = !now.isBefore(generator.layout().end());
        boolean clockBehind = generator
                        .statistics()
                        .ahead()
                        .compareTo(generator
                                .limits()
                                .maxAhead()
                                .plus(generator.limits().maxWait()))
                > 0;
        if (ended) {
            details.put("problem", "the layout has ended: ids are refused");
        } else if (clockBehind) {
            details.put("problem", "the clock stepped back further than max-ahead and max-wait allow: ids are refused");
        }
        return new IdgenHealth(ended || clockBehind ? State.DOWN : State.UP, details);
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
        return new IdgenHealth(state(status, details), details);
    }

    private static State state(ReservationStatus status, Map<String, Object> details) {
        boolean claimed = status.reservation().isPresent();
        if (claimed && status.remaining().isZero()) {
            details.put("problem", "the reservation has ended: ids are refused until it is renewed");
            return State.DOWN;
        }
        if (status.failure().isEmpty()) {
            return State.UP;
        }
        details.put(
                "problem",
                claimed
                        ? "the renewal fails: ids are refused once nothing remains"
                        : "no worker number is reserved: ids are refused");
        return claimed ? State.OUT_OF_SERVICE : State.DOWN;
    }

    private static State worse(State one, State other) {
        return Stream.of(one, other).max(Comparator.naturalOrder()).orElseThrow();
    }
}
