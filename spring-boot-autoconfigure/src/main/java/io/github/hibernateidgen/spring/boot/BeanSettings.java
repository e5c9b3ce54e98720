package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;

/** Adds the application's beans of this library's types to the settings. No property has to name these beans. */
record BeanSettings(
        ObjectProvider<SnowflakeLayout> layouts,
        ObjectProvider<SealKeys> sealKeys,
        ObjectProvider<Map<String, WorkerSource>> workerSources,
        ObjectProvider<Map<String, ReservationStore>> reservationStores,
        ObjectProvider<Map<String, SegmentStore>> segmentStores,
        ObjectProvider<Map<String, DataSource>> dataSources) {

    /**
     * Adds the beans to the settings from {@link PropertySettings}. Throws if a bean and a property both supply the keys,
     * the worker numbers, the segments or the connections.
     */
    void addTo(Map<String, Object> settings) {
        layouts.orderedStream()
                .forEach(layout -> settings.put(IdgenSettings.SNOWFLAKE_LAYOUTS + layout.name(), layout));
        sealKeys.ifAvailable(keys -> addKeys(settings, keys));
        addSource(settings, IdgenSettings.WORKER_SOURCE, "worker numbers", List.of(workerSources, reservationStores));
        addSource(settings, IdgenSettings.SEGMENT_SOURCE, "segments", List.of(segmentStores));
        addSource(settings, IdgenSettings.JDBC_CONNECTION, "the connections of this library", List.of(dataSources));
    }

    /** Adds the keys of a bean. Throws if a property has keys, too. */
    static void addKeys(Map<String, Object> settings, SealKeys keys) {
        if (settings.put(IdgenSettings.SEAL_KEYS, keys) != null) {
            throw new IdgenConfigurationException(
                    IdgenSettings.SEAL_KEYS,
                    Secrets.HIDDEN,
                    "a bean of " + SealKeys.class + " also has keys",
                    "remove the property or the bean");
        }
    }

    /**
     * Adds the single bean of these types. All entity manager factories share the bean. Spring creates the bean for the
     * first factory, and therefore destroys the bean after all factories. Beans that are not autowire candidates are
     * skipped.
     */
    private static void addSource(
            Map<String, Object> settings,
            String setting,
            String purpose,
            List<? extends ObjectProvider<? extends Map<String, ?>>> providers) {
        Map<String, Object> sources = new TreeMap<>();
        providers.forEach(provider -> provider.ifAvailable(sources::putAll));
        if (sources.isEmpty()) {
            return;
        }
        if (sources.size() > 1) {
            throw new IdgenConfigurationException(
                    setting,
                    sources.keySet(),
                    "there are several beans for " + purpose,
                    "keep one of them, or declare the others with @Bean(autowireCandidate = false)");
        }
        Object other = settings.put(setting, sources.values().iterator().next());
        if (other != null) {
            throw new IdgenConfigurationException(
                    setting,
                    other instanceof String ? other : RedisStores.REDIS,
                    "bean " + sources.keySet() + " also supplies " + purpose,
                    "remove the property or the bean");
        }
    }
}
