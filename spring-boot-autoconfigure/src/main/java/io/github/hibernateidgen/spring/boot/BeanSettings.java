package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.seal.SealKeys;
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
        ObjectProvider<ReservationStore> stores,
        ObjectProvider<SealKeys> sealKeys)
        implements SettingsContributor {

    @Override
    public void addTo(Map<String, Object> settings) {
        layouts.orderedStream()
                .forEach(layout -> settings.put(IdgenSettings.SNOWFLAKE_LAYOUTS + layout.name(), layout));
        sealKeys.ifAvailable(keys -> addKeys(settings, keys));
        addSource(settings, workerSources.getIfAvailable());
        addSource(settings, stores.getIfAvailable());
    }

    private static void addKeys(Map<String, Object> settings, SealKeys keys) {
        if (settings.put(IdgenSettings.SEAL_KEYS, keys) != null) {
            throw new IdgenConfigurationException(
                    IdgenSettings.SEAL_KEYS,
                    "hidden",
                    "a bean of " + SealKeys.class + " has keys, too; remove one of the two");
        }
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
