package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.IdTexts;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.internal.types.IdAttributes;
import io.github.hibernateidgen.internal.types.IdClass;
import io.quarkus.hibernate.orm.runtime.integration.HibernateOrmIntegrationStaticInitListener;
import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.Recorder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;

/**
 * Declares the layouts before Hibernate reads the mapping, which refers to them. Finds the typed ids before Quarkus REST
 * decides which parameters it can read.
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

    /**
     * Creates the bean that reads and writes ids as text.
     *
     * @param entities the names of all mapped classes
     * @return the bean
     * @throws IllegalStateException if a mapped class cannot be loaded
     */
    public RuntimeValue<IdTexts> texts(List<String> entities) {
        Set<Class<?>> types = new HashSet<>();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        for (String entity : entities) {
            try {
                for (IdClass idClass : IdAttributes.idClasses(List.of(Class.forName(entity, false, loader)))
                        .keySet()) {
                    types.add(idClass.type());
                }
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException("mapped class [" + entity + "] can't be loaded", e);
            }
        }
        return new RuntimeValue<>(
                new IdTexts(types::contains, () -> PersistenceUnits.all().values()));
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
