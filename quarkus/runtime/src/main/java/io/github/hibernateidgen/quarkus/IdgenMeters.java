package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.IdgenMeter;
import io.quarkus.runtime.metrics.MetricsFactory;
import io.quarkus.runtime.metrics.MetricsFactory.MetricBuilder;
import java.util.Locale;

/** Registers the meters of all generators, tagged with their persistence unit. */
record IdgenMeters(MetricsFactory meters, String unit) {

    static void register(MetricsFactory meters) {
        PersistenceUnits.all().forEach((unit, idgen) -> new IdgenMeters(meters, unit).register(idgen));
    }

    void register(Idgen idgen) {
        for (IdgenMeter meter : idgen.meters()) {
            MetricBuilder builder = meters.builder(meter.name())
                    .description(meter.description())
                    .tag("unit", unit);
            meter.tags().forEach(builder::tag);
            switch (meter.kind()) {
                case COUNTER -> builder.buildCounter(meter.value());
                case GAUGE -> builder.buildGauge(meter.value());
                case MILLISECONDS, SECONDS ->
                    builder.unit(meter.kind().name().toLowerCase(Locale.ROOT)).buildGauge(meter.value());
            }
        }
    }
}
