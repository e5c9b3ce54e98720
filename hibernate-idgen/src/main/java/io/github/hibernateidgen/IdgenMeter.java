package io.github.hibernateidgen;

import static io.github.hibernateidgen.IdgenMeter.Kind.COUNTER;
import static io.github.hibernateidgen.IdgenMeter.Kind.GAUGE;
import static io.github.hibernateidgen.IdgenMeter.Kind.MILLISECONDS;
import static io.github.hibernateidgen.IdgenMeter.Kind.SECONDS;

import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * A meter of a session factory, for a metrics library to register. The generators keep the statistics with and
 * without meters, and a meter reads them when its value is requested. So generating an id costs the same with and
 * without meters. Immutable and thread-safe.
 *
 * @param name the name, such as {@code idgen.ids}
 * @param kind the kind of meter, with the unit for durations
 * @param description one sentence
 * @param tags the tags that distinguish the meter from other meters with this name in the same session factory
 * @param value reads the value; sends no SQL
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

    /** The meters with their kinds and descriptions. docs/spring-boot.md lists the meters, with durations in seconds. */
    private enum Meter {
        IDS("idgen.ids", COUNTER, "Values made for generated attributes"),
        SEGMENT_BUFFERED("idgen.segment.buffered", GAUGE, "Numbers that can be issued without another fetch"),
        SEGMENT_SIZE("idgen.segment.size", GAUGE, "How many numbers of a segment are issued, summed over all tenants"),
        SEGMENT_WAITS("idgen.segment.waits", COUNTER, "Callers that waited for a segment"),
        SEGMENT_FETCHES("idgen.segment.fetches", COUNTER, "Segments that have arrived"),
        SEGMENT_FAILURES("idgen.segment.failures", COUNTER, "Fetches that have failed"),
        SEGMENT_DROPPED(
                "idgen.segment.dropped", COUNTER, "Segments that were dropped because higher numbers had been issued"),
        SEGMENT_REFILL(
                "idgen.segment.refill",
                MILLISECONDS,
                "How long the last fetch of a segment took; the longest of all tenants"),
        WAITS("idgen.waits", COUNTER, "Waits for the clock, because a tick was full or the clock stepped back"),
        STEPS_BACK(
                "idgen.clock.steps.back",
                COUNTER,
                "How often a caller that waited found the clock set back, or not moving"),
        AHEAD("idgen.ahead", MILLISECONDS, "How far the last id lies ahead of the clock"),
        LAYOUT_REMAINING("idgen.layout.remaining", SECONDS, "How long until the layout ends; negative once it has"),
        RESERVATION_REMAINING(
                "idgen.reservation.remaining", MILLISECONDS, "How long ids can be made without the store"),
        RESERVATION_FAILURES("idgen.reservation.failures", COUNTER, "Failed claims and renewals of the worker number"),
        WORKERS_FREE(
                "idgen.workers.free",
                GAUGE,
                "Worker numbers of this process's range that fit all layouts and that no process had reserved,"
                        + " counted after the first renewal and every ten minutes"),
        CLOCK_OFFSET(
                "idgen.clock.offset", MILLISECONDS, "How far the clock is ahead of the store's; negative if behind");

        private final String meterName;
        private final Kind kind;
        private final String description;

        Meter(String meterName, Kind kind, String description) {
            this.meterName = meterName;
            this.kind = kind;
            this.description = description;
        }

        IdgenMeter of(Map<String, String> tags, Supplier<Number> value) {
            return new IdgenMeter(meterName, kind, description, tags, value);
        }
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
            meters.add(Meter.RESERVATION_REMAINING.of(
                    Map.of(), () -> source.status().remaining().toMillis()));
            meters.add(Meter.RESERVATION_FAILURES.of(
                    Map.of(), () -> source.status().failures()));
            meters.add(Meter.WORKERS_FREE.of(Map.of(), () -> free(source)));
            meters.add(Meter.CLOCK_OFFSET.of(Map.of(), () -> offsetMillis(source)));
        }
        return List.copyOf(meters);
    }

    private static IdgenMeter ids(GeneratedAttribute attribute) {
        String layout = attribute
                .layout()
                .map(SnowflakeLayout::name)
                .or(() -> attribute.format().flatMap(format -> attribute.order().map(order -> format + "/" + order)))
                .orElse(attribute.path());
        String kind = attribute.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return Meter.IDS.of(Map.of("kind", kind, "layout", layout, "attribute", attribute.path()), attribute::issued);
    }

    private static void addSegments(List<IdgenMeter> meters, GeneratedAttribute attribute) {
        Map<String, String> tags = Map.of("attribute", attribute.path());
        meters.add(Meter.SEGMENT_BUFFERED.of(tags, () -> sum(attribute, SegmentStatistics::buffered)));
        meters.add(Meter.SEGMENT_SIZE.of(tags, () -> sum(attribute, SegmentStatistics::size)));
        meters.add(Meter.SEGMENT_WAITS.of(tags, () -> sum(attribute, SegmentStatistics::waits)));
        meters.add(Meter.SEGMENT_FETCHES.of(tags, () -> sum(attribute, SegmentStatistics::fetches)));
        meters.add(Meter.SEGMENT_FAILURES.of(tags, () -> sum(attribute, SegmentStatistics::failures)));
        meters.add(Meter.SEGMENT_DROPPED.of(tags, () -> sum(attribute, SegmentStatistics::dropped)));
        meters.add(Meter.SEGMENT_REFILL.of(tags, () -> longestFetchMillis(attribute)));
    }

    /** Returns the sum over all tenants. */
    private static long sum(GeneratedAttribute attribute, ToLongFunction<SegmentStatistics> read) {
        return attribute.segments().stream().mapToLong(read).sum();
    }

    private static long longestFetchMillis(GeneratedAttribute attribute) {
        return attribute.segments().stream()
                .mapToLong(segments -> segments.lastFetch().toMillis())
                .max()
                .orElse(0);
    }

    private static void addGenerator(List<IdgenMeter> meters, SnowflakeGenerator generator, InstantSource clock) {
        Map<String, String> tags = Map.of("layout", generator.layout().name());
        Instant end = generator.layout().end();
        meters.add(Meter.WAITS.of(tags, () -> generator.statistics().waits()));
        meters.add(Meter.STEPS_BACK.of(tags, () -> generator.statistics().clockStepsBack()));
        meters.add(Meter.AHEAD.of(tags, () -> generator.statistics().ahead().toMillis()));
        meters.add(Meter.LAYOUT_REMAINING.of(
                tags, () -> Duration.between(clock.instant(), end).toSeconds()));
    }

    private static double free(ReservedWorkerSource source) {
        OptionalLong free = source.status().free();
        return free.isPresent() ? free.getAsLong() : Double.NaN;
    }

    private static double offsetMillis(ReservedWorkerSource source) {
        Optional<Duration> offset = source.status().clockOffset();
        return offset.isPresent() ? offset.get().toMillis() : Double.NaN;
    }
}
