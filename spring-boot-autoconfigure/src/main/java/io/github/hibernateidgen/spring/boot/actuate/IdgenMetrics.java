package io.github.hibernateidgen.spring.boot.actuate;

import static java.util.stream.Collectors.groupingBy;

import io.github.hibernateidgen.GeneratedAttribute;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Meters of all generators, tagged with the bean name of their entity manager factory. They read what is counted anyway,
 * when they are asked; the making of an id does not know of them.
 *
 * <p>A registry gets the meters of the factories that are there, and those of a lazy factory once it is made.
 */
final class IdgenMetrics implements MeterBinder, BeanPostProcessor {

    private final IdgenFactories factories;
    private final boolean byAttribute;
    private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();
    private final Set<String> bound = ConcurrentHashMap.newKeySet();

    IdgenMetrics(IdgenFactories factories, boolean byAttribute) {
        this.factories = factories;
        this.byAttribute = byAttribute;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        // Asked first: a factory that nobody else has asked for comes by the method below, and would be bound twice.
        List<IdgenFactory> present = factories.all();
        registries.add(registry);
        for (IdgenFactory factory : present) {
            bound.add(factory.name());
            bind(registry, factory);
        }
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        // Spring 7 comes here wherever a factory is asked for by its type.
        if (bean instanceof EntityManagerFactory factory && !registries.isEmpty() && bound.add(beanName)) {
            IdgenFactories.find(beanName, factory)
                    .ifPresent(found -> registries.forEach(registry -> bind(registry, found)));
        }
        return bean;
    }

    private void bind(MeterRegistry registry, IdgenFactory factory) {
        Tags tags = Tags.of("factory", factory.name());
        bindIds(registry, factory.idgen(), tags);
        factory.idgen().attributes().stream()
                .filter(attribute -> attribute.kind() == GeneratedAttribute.Kind.SEGMENT)
                .forEach(attribute -> bindSegments(registry, attribute, tags.and("attribute", attribute.path())));
        for (SnowflakeGenerator generator : factory.idgen().snowflakeGenerators()) {
            bindGenerator(
                    registry,
                    generator,
                    factory.clock(),
                    tags.and("layout", generator.layout().name()));
        }
        if (factory.idgen().workerSource().orElse(null) instanceof ReservedWorkerSource source) {
            bindReservation(registry, source, tags);
        }
    }

    /** Meters refer to their subject weakly. Nobody else holds the lists, so the function has to. */
    private void bindIds(MeterRegistry registry, Idgen idgen, Tags tags) {
        idgen.attributes().stream()
                .collect(groupingBy(this::tags))
                .forEach((own, attributes) -> FunctionCounter.builder("idgen.ids", this, subject -> issued(attributes))
                        .description("Values given to Hibernate for generated attributes")
                        .tags(tags.and(own))
                        .register(registry));
    }

    private Tags tags(GeneratedAttribute attribute) {
        Tags kind = kind(attribute);
        return byAttribute ? kind.and("attribute", attribute.path()) : kind;
    }

    private static Tags kind(GeneratedAttribute attribute) {
        if (attribute.kind() == GeneratedAttribute.Kind.SEGMENT) {
            return Tags.of("kind", "segment", "layout", attribute.path());
        }
        return attribute
                .layout()
                .map(layout -> Tags.of("kind", "snowflake", "layout", layout.name()))
                .orElseGet(() -> Tags.of(
                        "kind",
                        "comb-guid",
                        "layout",
                        attribute.format().orElseThrow() + "/"
                                + attribute.order().orElseThrow()));
    }

    private static double issued(List<GeneratedAttribute> attributes) {
        return attributes.stream().mapToLong(GeneratedAttribute::issued).sum();
    }

    private static void bindGenerator(
            MeterRegistry registry, SnowflakeGenerator generator, InstantSource clock, Tags tags) {
        FunctionCounter.builder(
                        "idgen.waits",
                        generator,
                        subject -> subject.statistics().waits())
                .description("Waits for the clock, because a tick was full or the clock stepped back")
                .tags(tags)
                .register(registry);
        FunctionCounter.builder(
                        "idgen.clock.steps.back",
                        generator,
                        subject -> subject.statistics().clockStepsBack())
                .description("How often the clock was found set back by more than max-ahead")
                .tags(tags)
                .register(registry);
        TimeGauge.builder(
                        "idgen.ahead",
                        generator,
                        TimeUnit.MILLISECONDS,
                        subject -> subject.statistics().ahead().toMillis())
                .description("How far the last id lies ahead of the clock")
                .tags(tags)
                .register(registry);
        TimeGauge.builder(
                        "idgen.layout.remaining",
                        generator,
                        TimeUnit.SECONDS,
                        subject -> Duration.between(
                                        clock.instant(), subject.layout().end())
                                .toSeconds())
                .description("How long until the layout ends; negative once it has")
                .tags(tags)
                .register(registry);
    }

    /** All tenants together; nobody else holds the attribute, so the function has to. */
    private void bindSegments(MeterRegistry registry, GeneratedAttribute attribute, Tags tags) {
        Gauge.builder("idgen.segment.buffered", this, subject -> sum(attribute, SegmentStatistics::buffered))
                .description("Numbers that can be issued without another fetch")
                .tags(tags)
                .register(registry);
        Gauge.builder("idgen.segment.size", this, subject -> sum(attribute, SegmentStatistics::size))
                .description("Numbers of a segment")
                .tags(tags)
                .register(registry);
        count(registry, attribute, tags, "waits", "Callers that found nothing buffered", SegmentStatistics::waits);
        count(registry, attribute, tags, "fetches", "Segments that have arrived", SegmentStatistics::fetches);
        count(registry, attribute, tags, "failures", "Fetches that have failed", SegmentStatistics::failures);
        count(registry, attribute, tags, "dropped", "Segments that came too late", SegmentStatistics::dropped);
        TimeGauge.builder(
                        "idgen.segment.refill",
                        this,
                        TimeUnit.MILLISECONDS,
                        subject -> attribute.segments().stream()
                                .mapToLong(segments -> segments.lastFetch().toMillis())
                                .max()
                                .orElse(0))
                .description("How long the last fetch of a segment took")
                .tags(tags)
                .register(registry);
    }

    private void count(
            MeterRegistry registry,
            GeneratedAttribute attribute,
            Tags tags,
            String what,
            String description,
            ToLongFunction<SegmentStatistics> count) {
        FunctionCounter.builder("idgen.segment." + what, this, subject -> sum(attribute, count))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private static double sum(GeneratedAttribute attribute, ToLongFunction<SegmentStatistics> count) {
        return attribute.segments().stream().mapToLong(count).sum();
    }

    private static void bindReservation(MeterRegistry registry, ReservedWorkerSource source, Tags tags) {
        TimeGauge.builder(
                        "idgen.reservation.remaining",
                        source,
                        TimeUnit.MILLISECONDS,
                        subject -> subject.status().remaining().toMillis())
                .description("How long ids can be made if the store of reservations does not answer any more")
                .tags(tags)
                .register(registry);
        FunctionCounter.builder(
                        "idgen.reservation.failures",
                        source,
                        subject -> subject.status().failures())
                .description("Claims and renewals of the worker number that failed")
                .tags(tags)
                .register(registry);
        TimeGauge.builder(
                        "idgen.clock.offset",
                        source,
                        TimeUnit.MILLISECONDS,
                        subject -> subject.status()
                                .clockOffset()
                                .map(offset -> (double) offset.toMillis())
                                .orElse(Double.NaN))
                .description(
                        "How far the clock is ahead of that of the store of reservations; negative where it is behind")
                .tags(tags)
                .register(registry);
    }
}
