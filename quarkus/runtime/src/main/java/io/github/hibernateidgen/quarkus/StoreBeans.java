package io.github.hibernateidgen.quarkus;

import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_SOURCE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ClientProxy;
import io.quarkus.arc.InjectableBean;
import io.quarkus.arc.InstanceHandle;
import io.quarkus.hibernate.orm.runtime.PersistenceUnitUtil;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Finds the beans that supply worker numbers and segments for a persistence unit. The default unit uses beans without a
 * qualifier. Another unit uses beans with {@code @PersistenceUnit} and its name.
 *
 * @param settings the settings of all units
 */
record StoreBeans(String unit, Map<String, String> settings) {

    void addTo(BiConsumer<String, Object> properties) {
        add(WORKER_SOURCE, properties, WorkerSource.class, ReservationStore.class);
        add(SEGMENT_SOURCE, properties, SegmentStore.class);
    }

    private void add(String setting, BiConsumer<String, Object> properties, Class<?>... types) {
        List<InjectableBean<?>> beans =
                Stream.of(types).flatMap(this::find).distinct().toList();
        if (beans.isEmpty()) {
            return;
        }
        List<String> names = beans.stream().map(StoreBeans::nameOf).toList();
        String given = settings.get(setting);
        if (given != null) {
            throw new IdgenConfigurationException(
                    setting,
                    given,
                    "persistence unit " + unit + " also has a bean for this: " + names,
                    "remove the setting or the bean");
        }
        if (beans.size() > 1) {
            throw new IdgenConfigurationException(
                    setting,
                    names,
                    "several beans serve persistence unit " + unit,
                    "keep one of them, and give beans of other units @PersistenceUnit with the name of their unit");
        }
        // Passing the object behind the bean's proxy is safe, because the persistence unit closes before any bean is
        // destroyed.
        properties.accept(
                setting,
                ClientProxy.unwrap(Arc.container().instance(beans.get(0)).get()));
    }

    private Stream<InjectableBean<?>> find(Class<?> type) {
        return Arc.container()
                .select(type, PersistenceUnitUtil.qualifier(unit))
                .handlesStream()
                .map(InstanceHandle::getBean);
    }

    private static String nameOf(InjectableBean<?> bean) {
        String type = bean.getImplementationClass().getName();
        String declaring = bean.getBeanClass().getName();
        return type.equals(declaring) ? type : type + " of " + declaring;
    }
}
