package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/** The beans of the library's own types, which serve without being named by a property. */
record BeanSettings(
        ConfigurableListableBeanFactory beans,
        ObjectProvider<SnowflakeLayout> layouts,
        ObjectProvider<SealKeys> sealKeys)
        implements SettingsContributor {

    @Override
    public void addTo(Map<String, Object> settings) {
        layouts.orderedStream()
                .forEach(layout -> settings.put(IdgenSettings.SNOWFLAKE_LAYOUTS + layout.name(), layout));
        sealKeys.ifAvailable(keys -> addKeys(settings, keys));
        addSource(settings, IdgenSettings.WORKER_SOURCE, WorkerSource.class, ReservationStore.class);
        addSource(settings, IdgenSettings.SEGMENT_SOURCE, SegmentStore.class);
    }

    private static void addKeys(Map<String, Object> settings, SealKeys keys) {
        if (settings.put(IdgenSettings.SEAL_KEYS, keys) != null) {
            throw new IdgenConfigurationException(
                    IdgenSettings.SEAL_KEYS,
                    "hidden",
                    "a bean of " + SealKeys.class + " has keys, too; remove one of the two");
        }
    }

    /** Each entity manager factory gets the one bean, which Spring closes after them, since it is made for the first. */
    private void addSource(Map<String, Object> settings, String setting, Class<?>... types) {
        Map<String, Object> sources = new LinkedHashMap<>();
        for (Class<?> type : types) {
            Arrays.stream(beans.getBeanNamesForType(type))
                    .filter(this::isCandidate)
                    .forEach(name -> sources.put(name, beans.getBean(name)));
        }
        if (sources.isEmpty()) {
            return;
        }
        if (sources.size() > 1) {
            throw new IdgenConfigurationException(
                    setting,
                    sources.keySet(),
                    "there are several beans of " + Arrays.toString(types)
                            + "; keep one, or declare those that serve something else with @Bean(autowireCandidate = false)");
        }
        Object other = settings.put(setting, sources.values().iterator().next());
        if (other != null) {
            throw new IdgenConfigurationException(
                    setting, other, "bean " + sources.keySet() + " is the source too; remove one of the two");
        }
    }

    /** As for a parameter without a qualifier. */
    private boolean isCandidate(String name) {
        return !beans.containsBeanDefinition(name)
                || (beans.getBeanDefinition(name) instanceof AbstractBeanDefinition bean
                        && bean.isAutowireCandidate()
                        && bean.isDefaultCandidate());
    }
}
