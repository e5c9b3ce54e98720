package io.github.hibernateidgen;

import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.worker.reservation.ReservationStatus;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * A meter of a session factory, for a metrics library to register. It reads statistics that are kept anyway, when it is asked;
 * generating an id costs the same with and without it. Immutable and thread-safe.
 *
 * @param name the name, such as {@code idgen.ids}
 * @param kind the kind, and for durations the unit
 * @param description one sentence
 * @param tags what tells it from other meters of this name in the same session factory
 * @param value reads it; sends no SQL
 */
public record IdgenMeter(String name, Kind kind, String description, Map<String, String> tags, Supplier<Number> value) {

    /** The kinds of meters. */
    public enum Kind {
        /** A count that only grows. */
        COUNTER,
        /** A number without a unit. */
        GAUGE,
        /** A duration in milliseconds. */
        MILLISECONDS,
        /** A duration in seconds. */
        SECONDS
    }

    static List<IdgenMeter> of(Idgen idgen, InstantSource clock) {
        List<IdgenMeter> meters = new ArrayList<>();
        for (GeneratedAttribute attribute : idgen.attributes()) {
            meters.add(ids(attribute));
            if (attribute.kind() == GeneratedAttribute.Kind.SEGMENT) {
                addSegments(meters, attribute);
            }
        }
        for (SnowflakeGenerator generator : idgen.snowflakeGenerators()) {
            addGenerator(meters, generator, clock);
        }
        if (idgen.workerSource().orElse(null) instanceof ReservedWorkerSource source) {
            addReservation(meters, source);
        }
        return List.copyOf(meters);
    }

    private static IdgenMeter ids(GeneratedAttribute attribute) {
        String layout = switch (attribute.kind()) {
            case SNOWFLAKE -> attribute.layout().orElseThrow().name();
            case COMB_GUID ->
                attribute.format().orElseThrow() + "/" + attribute.order().orElseThrow();
            case SEGMENT -> attribute.path();
        };
        String kind = attribute.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new IdgenMeter(
                "idgen.ids",
                Kind.COUNTER,
                "Values given to Hibernate for generated attributes",
                Map.of("kind", kind, "layout", layout, "attribute", attribute.path()),
                attribute::issued);
    }

    /** Adds the sums over all tenants. */
    private static void addSegments(List<IdgenMeter> meters, GeneratedAttribute attribute) {
        meters.add(segments(
                attribute,
                "idgen.segment.buffered",
                Kind.GAUGE,
                "Numbers that can be issued without another fetch",
                SegmentStatistics::buffered));
        meters.add(
                segments(attribute, "idgen.segment.size", Kind.GAUGE, "Numbers of a segment", SegmentStatistics::size));
        meters.add(segments(
                attribute,
                "idgen.segment.waits",
                Kind.COUNTER,
                "Callers that found nothing buffered",
                SegmentStatistics::waits));
        meters.add(segments(
                attribute,
                "idgen.segment.fetches",
                Kind.COUNTER,
                "Segments that have arrived",
                SegmentStatistics::fetches));
        meters.add(segments(
                attribute,
                "idgen.segment.failures",
                Kind.COUNTER,
                "Fetches that have failed",
                SegmentStatistics::failures));
        meters.add(segments(
                attribute,
                "idgen.segment.dropped",
                Kind.COUNTER,
                "Segments that came too late",
                SegmentStatistics::dropped));
        meters.add(new IdgenMeter(
                "idgen.segment.refill",
                Kind.MILLISECONDS,
                "How long the last fetch of a segment took",
                Map.of("attribute", attribute.path()),
                () -> attribute.segments().stream()
                        .mapToLong(segments -> segments.lastFetch().toMillis())
                        .max()
                        .orElse(0)));
    }

    private static IdgenMeter segments(
            GeneratedAttribute attribute,
            String name,
            Kind kind,
            String description,
            ToLongFunction<SegmentStatistics> read) {
        return new IdgenMeter(
                name,
                kind,
                description,
                Map.of("attribute", attribute.path()),
                () -> attribute.segments().stream().mapToLong(read).sum());
    }

    private static void addGenerator(List<IdgenMeter> meters, SnowflakeGenerator generator, InstantSource clock) {
        Map<String, String> tags = Map.of("layout", generator.layout().name());
        meters.add(new IdgenMeter(
                "idgen.waits",
                Kind.COUNTER,
                "Waits for the clock, because a tick was full or the clock stepped back",
                tags,
                () -> generator.statistics().waits()));
        meters.add(new IdgenMeter(
                "idgen.clock.steps.back",
                Kind.COUNTER,
                "How often the clock was found set back by more than max-ahead",
                tags,
                () -> generator.statistics().clockStepsBack()));
        meters.add(new IdgenMeter(
                "idgen.ahead",
                Kind.MILLISECONDS,
                "How far the last id lies ahead of the clock",
                tags,
                () -> generator.statistics().ahead().toMillis()));
        meters.add(new IdgenMeter(
                "idgen.layout.remaining",
                Kind.SECONDS,
                "How long until the layout ends; negative once it has",
                tags,
                () -> Duration.between(clock.instant(), generator.layout().end())
                        .toSeconds()));
    }

    private static void addReservation(List<IdgenMeter> meters, ReservedWorkerSource source) {
        meters.add(reservation(
                source,
                "idgen.reservation.remaining",
                Kind.MILLISECONDS,
                "How long ids can be made if the store of reservations does not answer any more",
                status -> status.remaining().toMillis()));
        meters.add(reservation(
                source,
                "idgen.reservation.failures",
                Kind.COUNTER,
                "Claims and renewals of the worker number that failed",
                ReservationStatus::failures));
        meters.add(reservation(
                source,
                "idgen.clock.offset",
                Kind.MILLISECONDS,
                "How far the clock is ahead of that of the store of reservations; negative where it is behind",
                status -> status.clockOffset()
                        .map(offset -> (double) offset.toMillis())
                        .orElse(Double.NaN)));
    }

    private static IdgenMeter reservation(
            ReservedWorkerSource source,
            String name,
            Kind kind,
            String description,
            Function<ReservationStatus, Number> read) {
        return new IdgenMeter(name, kind, description, Map.of(), () -> read.apply(source.status()));
    }
}
