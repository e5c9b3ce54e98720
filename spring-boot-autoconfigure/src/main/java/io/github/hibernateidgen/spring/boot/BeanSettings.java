package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** The beans of the library's own types, which serve without being named by a property. */
record BeanSettings(
        ObjectProvider<SnowflakeLayout> layouts,
        ObjectProvider<WorkerSource> workerSources,
        ObjectProvider<ReservationStore> stores)
        implements SettingsContributor {

    @Override
    public void addTo(Map<String, Object> settings) {
        layouts.orderedStream()
                .forEach(layout -> settings.put(IdgenSettings.SNOWFLAKE_LAYOUTS + layout.name(), layout));
        addSource(settings, workerSources.getIfAvailable());
        addSource(settings, stores.getIfAvailable());
    }

    private static void addSource(Map<String, Object> settings, @Nullable Object bean) {
        if (bean == null) {
            return;
        }
        Object other = settings.put(IdgenSettings.WORKER_SOURCE, bean);
        if (other != null) {
            throw new IdgenConfigurationException(
                    IdgenSettings.WORKER_SOURCE,
                    other,
                    "a bean of " + bean.getClass() + " is the source of worker numbers too; remove one of the two");
        }
    }
}
