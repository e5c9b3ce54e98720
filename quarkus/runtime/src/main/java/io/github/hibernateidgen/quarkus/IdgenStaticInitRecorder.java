package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.internal.settings.Remedies;
import io.quarkus.hibernate.orm.runtime.integration.HibernateOrmIntegrationStaticInitListener;
import io.quarkus.runtime.annotations.Recorder;
import java.util.Map;
import java.util.function.BiConsumer;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;

/**
 * Declares the layouts before Hibernate reads the mapping, which refers to them.
 */
@Recorder
public class IdgenStaticInitRecorder {

    private final IdgenFixedConfig config;

    /**
     * Called by Quarkus.
     *
     * @param config the settings that were fixed at build time
     */
    public IdgenStaticInitRecorder(IdgenFixedConfig config) {
        this.config = config;
    }

    /**
     * Creates the listener that Quarkus asks for settings before Hibernate reads the mapping.
     *
     * @return the listener
     */
    public HibernateOrmIntegrationStaticInitListener listener() {
        return new Layouts(IdgenSettingsMap.layouts(config));
    }

    private record Layouts(Map<String, String> settings) implements HibernateOrmIntegrationStaticInitListener {

        @Override
        public void contributeBootProperties(BiConsumer<String, Object> properties) {
            settings.forEach(properties);
            properties.accept(Remedies.NAMES, IdgenSettingsMap.PREFIX);
        }

        @Override
        public void onMetadataInitialized(
                Metadata metadata, BootstrapContext context, BiConsumer<String, Object> properties) {}
    }
}
