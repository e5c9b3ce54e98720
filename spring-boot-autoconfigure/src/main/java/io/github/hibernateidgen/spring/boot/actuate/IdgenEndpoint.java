package io.github.hibernateidgen.spring.boot.actuate;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.github.hibernateidgen.GeneratedAttribute;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservationStatus;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * The endpoint {@code idgen}: what was chosen for each attribute, the layouts with their ends, the worker number and its
 * reservation; and what an id tells. All ids are text, so that no reader rounds them.
 */
@Endpoint(id = "idgen")
public final class IdgenEndpoint {

    private final IdgenFactories factories;

    IdgenEndpoint(IdgenFactories factories) {
        this.factories = factories;
    }

    /**
     * Shows all entity manager factories.
     *
     * @return by the name of the factory's bean: attributes, layouts and worker
     */
    @ReadOperation
    public Map<String, Object> factories() {
        Map<String, Object> all = new LinkedHashMap<>();
        factories.all().forEach((name, idgen) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("attributes", idgen.attributes().stream().map(IdgenEndpoint::describe).toList());
            one.put(
                    "layouts",
                    idgen.snowflakeGenerators().stream().map(IdgenEndpoint::describe).toList());
            idgen.workerSource().ifPresent(source -> one.put("worker", describe(source)));
            all.put(name, one);
        });
        return all;
    }

    /**
     * Decodes an id by every layout, or format and order, that is in use.
     *
     * @param id a Snowflake id as a number or in Crockford's Base32, or a GUID of 36 or 32 characters
     * @return one reading for each
     * @throws InvalidEndpointRequestException if it is none of these
     */
    @ReadOperation
    public Map<String, Object> id(@Selector String id) {
        WrittenId written;
        try {
            written = WrittenId.parse(id);
        } catch (IllegalArgumentException e) {
            throw new InvalidEndpointRequestException(
                    "id [" + id + "] can't be read: " + e.getMessage(),
                    "Give a Snowflake id as 1 to 19 digits or 13 characters of Base32, or a GUID of 36 or 32 characters");
        }
        List<Map<String, Object>> readings = new ArrayList<>();
        for (Map.Entry<String, Idgen> factory : factories.all().entrySet()) {
            factory.getValue().attributes().stream()
                    .collect(groupingBy(
                            attribute -> written.reading(attribute),
                            LinkedHashMap::new,
                            mapping(GeneratedAttribute::path, toList())))
                    .forEach((reading, attributes) -> {
                        if (!reading.isEmpty()) {
                            Map<String, Object> one = new LinkedHashMap<>(reading);
                            one.put("factory", factory.getKey());
                            one.put("attributes", attributes);
                            readings.add(one);
                        }
                    });
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", id);
        answer.put("readings", readings);
        return answer;
    }

    /** An id as it was written: one of the two. */
    private record WrittenId(Long number, UUID guid) {
        static WrittenId parse(String text) {
            return null;
        }

        Map<String, Object> reading(GeneratedAttribute attribute) {
            return Map.of();
        }
    }

    private static Map<String, Object> describe(GeneratedAttribute attribute) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("attribute", attribute.path());
        one.put("column", attribute.column());
        attribute.layout().ifPresent(layout -> one.put("layout", layout.name()));
        attribute.format().ifPresent(format -> one.put("format", format));
        attribute.order().ifPresent(order -> one.put("order", order));
        one.put("reason", attribute.reason());
        one.put("issued", attribute.issued());
        return one;
    }

    private static Map<String, Object> describe(SnowflakeGenerator generator) {
        SnowflakeLayout layout = generator.layout();
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("name", layout.name());
        one.put("fields", layout.fields().stream().map(Object::toString).toList());
        one.put("tick", layout.tick().toString());
        one.put("workers", layout.workers());
        one.put("idsPerTick", layout.idsPerTick());
        one.put("begins", layout.epoch().toString());
        one.put("ends", layout.end().toString());
        one.put("waits", generator.statistics().waits());
        one.put("clockStepsBack", generator.statistics().clockStepsBack());
        one.put("ahead", generator.statistics().ahead().toString());
        return one;
    }

    private static Map<String, Object> describe(WorkerSource source) {
        Map<String, Object> one = new LinkedHashMap<>();
        if (source instanceof ReservedWorkerSource reserved) {
            ReservationStatus status = reserved.status();
            one.put("store", status.store());
            one.put("namespace", status.namespace());
            status.reservation().ifPresent(held -> {
                put(one, held);
                one.put("floor", Instant.ofEpochMilli(held.floor()).toString());
                one.put("reservedUntil", Instant.ofEpochMilli(held.reservedUntil()).toString());
                one.put("remaining", status.remaining().toString());
            });
            one.put("failures", status.failures());
            status.failure().ifPresent(failure -> one.put("failure", String.valueOf(failure.getMessage())));
        } else {
            put(one, source.reservation());
        }
        return one;
    }

    private static void put(Map<String, Object> one, WorkerReservation held) {
        one.put("worker", held.worker());
    }
}
