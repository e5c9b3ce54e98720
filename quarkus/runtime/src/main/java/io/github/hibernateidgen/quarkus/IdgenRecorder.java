package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.text.Secrets;
import io.quarkus.hibernate.orm.runtime.integration.HibernateOrmIntegrationRuntimeInitListener;
import io.quarkus.runtime.annotations.Recorder;
import io.quarkus.runtime.metrics.MetricsFactory;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** Hands the settings of the run and the stores to Hibernate, and registers the meters. */
@Recorder
public class IdgenRecorder {

    private final IdgenFixedConfig fixed;

    /**
     * For Quarkus.
     *
     * @param fixed the settings of the build
     */
    public IdgenRecorder(IdgenFixedConfig fixed) {
        this.fixed = fixed;
    }

    /**
     * Makes what Quarkus asks for settings when it starts a persistence unit.
     *
     * @param unit the persistence unit
     * @return the listener
     * @throws IdgenConfigurationException if a setting is misspelt
     */
    public HibernateOrmIntegrationRuntimeInitListener listener(String unit) {
        Config config = ConfigProvider.getConfig();
        rejectUnknown(config);
        Map<String, String> given = IdgenSettingsMap.layouts(fixed);
        given.putAll(IdgenSettingsMap.given(config));
        return new RunTimeSettings(unit, given);
    }

    /**
     * Makes what registers the meters.
     *
     * @return it
     */
    public Consumer<MetricsFactory> meters() {
        return IdgenMeters::register;
    }

    /** Quarkus would warn of them and go on, and processes that such a setting should tell apart would make the same ids. */
    private static void rejectUnknown(Config config) {
        TreeSet<String> unknown = new TreeSet<>();
        for (String name : config.getPropertyNames()) {
            if (name.startsWith(IdgenSettingsMap.PREFIX) && !IdgenSettingsMap.knows(name)) {
                unknown.add(name);
            }
        }
        for (String variable : System.getenv().keySet()) {
            if (variable.startsWith(IdgenSettingsMap.variable(IdgenSettingsMap.PREFIX))
                    && !IdgenSettingsMap.knowsVariable(variable)) {
                unknown.add(variable);
            }
        }
        if (!unknown.isEmpty()) {
            String name = unknown.first();
            throw new IdgenConfigurationException(
                    name,
                    Secrets.HIDDEN,
                    "no setting has this name; those that start with " + IdgenSettingsMap.PREFIX
                            + " are those of hibernate.idgen.*, listed in docs/settings.md, without objects");
        }
    }

    private record RunTimeSettings(String unit, Map<String, String> settings)
            implements HibernateOrmIntegrationRuntimeInitListener {

        @Override
        public void contributeRuntimeProperties(BiConsumer<String, Object> properties) {
            settings.forEach(properties);
            new StoreBeans(unit, settings).addTo(properties);
        }

        /** Names alone: a value may be a key. */
        @Override
        public String toString() {
            return "RunTimeSettings of " + unit + settings.keySet();
        }
    }
}
