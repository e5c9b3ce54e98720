package io.github.hibernateidgen.spring.boot.actuate;

import static java.util.stream.Collectors.groupingBy;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.IdgenMeter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Registers the meters of all generators, tagged with the bean name of their entity manager factory.
 *
 * <p>A registry gets the meters of all factories that exist, and the meters of a lazy factory as soon as the factory is
 * created.
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
        // Find the factories before adding the registry. If the search creates a factory, Spring calls
        // postProcessAfterInitialization, which would bind the factory's meters to this registry a second time.
        Map<String, Idgen> present = factories.all();
        registries.add(registry);
        present.forEach((name, idgen) -> {
            bound.add(name);
            bind(registry, name, idgen);
        });
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        // Spring 7 calls this method again at each lookup of a factory by its type.
        if (bean instanceof EntityManagerFactory factory && !registries.isEmpty() && bound.add(beanName)) {
            IdgenFactories.find(factory)
                    .ifPresent(idgen -> registries.forEach(registry -> bind(registry, beanName, idgen)));
        }
        return bean;
    }

    private void bind(MeterRegistry registry, String factory, Idgen idgen) {
        idgen.meters().stream()
                .collect(groupingBy(meter -> List.of(meter.name(), tags(factory, meter))))
                .values()
                .forEach(alike -> register(registry, tags(factory, alike.get(0)), alike));
    }

    private Tags tags(String factory, IdgenMeter meter) {
        boolean isOfAll = meter.name().equals("idgen.ids") && !byAttribute;
        return Tags.of("factory", factory)
                .and(meter.tags().entrySet().stream()
                        .filter(tag -> !(isOfAll && tag.getKey().equals("attribute")))
                        .map(tag -> Tag.of(tag.getKey(), tag.getValue()))
                        .toList());
    }

    /**
     * Registers a meter with the sum of meters that have the same name and tags. Micrometer has only a weak reference to the
     * object that it measures, but a strong reference to the function, so the function keeps the meters alive.
     */
    private void register(MeterRegistry registry, Tags tags, List<IdgenMeter> alike) {
        String name = alike.get(0).name();
        IdgenMeter.Kind kind = alike.get(0).kind();
        String description = alike.get(0).description();
        ToDoubleFunction<IdgenMetrics> sum = subject -> alike.stream()
                .mapToDouble(meter -> meter.value().get().doubleValue())
                .sum();
        switch (kind) {
            case COUNTER ->
                FunctionCounter.builder(name, this, sum)
                        .description(description)
                        .tags(tags)
                        .register(registry);
            case GAUGE ->
                Gauge.builder(name, this, sum)
                        .description(description)
                        .tags(tags)
                        .register(registry);
            case MILLISECONDS, SECONDS ->
                TimeGauge.builder(name, this, TimeUnit.valueOf(kind.name()), sum)
                        .description(description)
                        .tags(tags)
                        .register(registry);
        }
    }
}
