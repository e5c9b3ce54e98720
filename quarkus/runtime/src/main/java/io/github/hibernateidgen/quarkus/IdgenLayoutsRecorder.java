package io.github.hibernateidgen.quarkus;

import io.quarkus.hibernate.orm.runtime.integration.HibernateOrmIntegrationStaticInitListener;
import io.quarkus.runtime.annotations.Recorder;
import java.util.Map;
import java.util.function.BiConsumer;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;

/** Declares layouts before the mapping is read, which names them. */
@Recorder
public class IdgenLayoutsRecorder {

    /** For Quarkus. */
    public IdgenLayoutsRecorder() {}

    /**
     * Makes what Quarkus asks for settings while it reads the mapping.
     *
     * @param layouts the settings that declare layouts
     * @return the listener
     */
    public HibernateOrmIntegrationStaticInitListener listener(Map<String, String> layouts) {
        return new Layouts(layouts);
    }

    private record Layouts(Map<String, String> settings) implements HibernateOrmIntegrationStaticInitListener {

        @Override
        public void contributeBootProperties(BiConsumer<String, Object> properties) {
            settings.forEach(properties);
        }

        @Override
        public void onMetadataInitialized(
                Metadata metadata, BootstrapContext context, BiConsumer<String, Object> properties) {}
    }
}
