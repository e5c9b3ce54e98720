package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.internal.settings.Setting;
import io.quarkus.hibernate.orm.runtime.integration.HibernateOrmIntegrationRuntimeInitListener;
import io.quarkus.runtime.annotations.Recorder;
import io.quarkus.runtime.metrics.MetricsFactory;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** Passes the runtime settings and the stores to Hibernate, and registers the meters. */
@Recorder
public class IdgenRecorder {

    private final IdgenFixedConfig fixed;

    /**
     * Called by Quarkus.
     *
     * @param fixed the settings that were fixed at build time
     */
    public IdgenRecorder(IdgenFixedConfig fixed) {
        this.fixed = fixed;
    }

    /**
     * Creates the listener that Quarkus asks for settings when it starts a persistence unit.
     *
     * @param unit the persistence unit
     * @return the listener
     * @throws IdgenConfigurationException if the configuration contains an unknown setting of this library
     */
    public HibernateOrmIntegrationRuntimeInitListener listener(String unit) {
        Config config = ConfigProvider.getConfig();
        rejectUnknown(config);
        Map<String, String> given = IdgenSettingsMap.layouts(fixed);
        given.putAll(IdgenSettingsMap.given(config));
        given.put(Remedies.NAMES, IdgenSettingsMap.PREFIX);
        return new RunTimeSettings(unit, given);
    }

    /**
     * Returns the function that registers the meters.
     *
     * @return the function
     */
    public Consumer<MetricsFactory> meters() {
        return IdgenMeters::register;
    }

    /**
     * Throws for unknown settings. Quarkus would only log a warning and start: processes with a misspelt setting for their
     * worker numbers could then make the same ids.
     */
    private static void rejectUnknown(Config config) {
        TreeSet<String> unknown = new TreeSet<>();
        for (String name : config.getPropertyNames()) {
            if (IdgenSettingsMap.isMisspelt(name)) {
                unknown.add(name);
            }
        }
        if (!unknown.isEmpty()) {
            throw Setting.unknown(unknown.first(), IdgenSettingsMap.names());
        }
        for (String variable : System.getenv().keySet()) {
            if (variable.startsWith(IdgenSettingsMap.variable(IdgenSettingsMap.PREFIX))
                    && !IdgenSettingsMap.knowsVariable(variable)) {
                throw Setting.unknown(variable, IdgenSettingsMap.variables());
            }
        }
    }

    private record RunTimeSettings(String unit, Map<String, String> settings)
            implements HibernateOrmIntegrationRuntimeInitListener {

        @Override
        public void contributeRuntimeProperties(BiConsumer<String, Object> properties) {
            settings.forEach(properties);
            try {
                new StoreBeans(unit, settings).addTo(properties);
            } catch (IdgenConfigurationException e) {
                throw new Remedies(IdgenSettingsMap.PREFIX).explained(e);
            }
        }

        /** Shows only the names of the settings, because a value may be a secret key. */
        @Override
        public String toString() {
            return "RunTimeSettings of " + unit + settings.keySet();
        }
    }
}
