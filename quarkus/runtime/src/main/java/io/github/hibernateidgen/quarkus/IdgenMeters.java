package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.GeneratedAttribute;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.quarkus.runtime.metrics.MetricsFactory;
import io.quarkus.runtime.metrics.MetricsFactory.MetricBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Meters of all generators, tagged with their persistence unit. They read what is counted anyway, when they are asked.
 */
final class IdgenMeters {

    private final MetricsFactory meters;
    private final String unit;

    IdgenMeters(MetricsFactory meters, String unit) {
        this.meters = meters;
        this.unit = unit;
    }

    static void register(MetricsFactory meters) {
        PersistenceUnits.all().forEach((unit, idgen) -> new IdgenMeters(meters, unit).register(idgen));
    }

    void register(Idgen idgen) {
        idgen.attributes().forEach(this::attribute);
        idgen.snowflakeGenerators().forEach(this::generator);
        if (idgen.workerSource().orElse(null) instanceof ReservedWorkerSource source) {
            meter("idgen.reservation.remaining", "How long ids can be made if the store does not answer any more")
                    .unit("milliseconds")
                    .buildGauge(source, subject -> subject.status().remaining().toMillis());
            meter("idgen.reservation.failures", "Claims and renewals of the worker number that failed")
                    .buildCounter(source, subject -> subject.status().failures());
            meter("idgen.clock.offset", "How far the clock is ahead of that of the store; negative where it is behind")
                    .unit("milliseconds")
                    .buildGauge(
                            source,
                            subject -> subject.status()
                                    .clockOffset()
                                    .map(offset -> (double) offset.toMillis())
                                    .orElse(Double.NaN));
        }
    }

    private void attribute(GeneratedAttribute attribute) {
        String path = attribute.path();
        meter("idgen.ids", "Values given to Hibernate for a generated attribute")
                .tag("attribute", path)
                .buildCounter(attribute::issued);
        if (attribute.kind() == GeneratedAttribute.Kind.SEGMENT) {
            segment(path, "buffered", "Numbers that can be issued without another fetch")
                    .buildGauge(sum(attribute, SegmentStatistics::buffered));
            segment(path, "size", "Numbers of a segment").buildGauge(sum(attribute, SegmentStatistics::size));
            segment(path, "waits", "Callers that found nothing buffered")
                    .buildCounter(sum(attribute, SegmentStatistics::waits));
            segment(path, "fetches", "Segments that have arrived")
                    .buildCounter(sum(attribute, SegmentStatistics::fetches));
            segment(path, "failures", "Fetches that have failed")
                    .buildCounter(sum(attribute, SegmentStatistics::failures));
            segment(path, "dropped", "Segments that came too late")
                    .buildCounter(sum(attribute, SegmentStatistics::dropped));
            segment(path, "refill", "How long the last fetch of a segment took")
                    .unit("milliseconds")
                    .buildGauge(() -> attribute.segments().stream()
                            .mapToLong(segments -> segments.lastFetch().toMillis())
                            .max()
                            .orElse(0));
        }
    }

    private MetricBuilder segment(String path, String name, String description) {
        return meter("idgen.segment." + name, description).tag("attribute", path);
    }

    private static Supplier<Number> sum(GeneratedAttribute attribute, ToLongFunction<SegmentStatistics> count) {
        return () -> attribute.segments().stream().mapToLong(count).sum();
    }

    private void generator(SnowflakeGenerator generator) {
        String layout = generator.layout().name();
        meter("idgen.waits", "Waits for the clock, because a tick was full or the clock stepped back")
                .tag("layout", layout)
                .buildCounter(generator, subject -> subject.statistics().waits());
        meter("idgen.clock.steps.back", "How often the clock was found set back by more than max-ahead")
                .tag("layout", layout)
                .buildCounter(generator, subject -> subject.statistics().clockStepsBack());
        meter("idgen.ahead", "How far the last id lies ahead of the clock")
                .tag("layout", layout)
                .unit("milliseconds")
                .buildGauge(generator, subject -> subject.statistics().ahead().toMillis());
        meter("idgen.layout.remaining", "How long until the layout ends; negative once it has")
                .tag("layout", layout)
                .unit("seconds")
                .buildGauge(
                        generator,
                        subject -> Duration.between(
                                        Instant.now(), subject.layout().end())
                                .toSeconds());
    }

    private MetricBuilder meter(String name, String description) {
        return meters.builder(name).description(description).tag("unit", unit);
    }
}
