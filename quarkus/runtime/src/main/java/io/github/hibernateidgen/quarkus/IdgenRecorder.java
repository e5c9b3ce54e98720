package io.github.hibernateidgen.quarkus;

import io.agroal.api.AgroalDataSource;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.internal.settings.Setting;
import io.github.hibernateidgen.internal.settings.Settings;
import io.quarkus.agroal.runtime.AgroalDataSourceUtil;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ClientProxy;
import io.quarkus.arc.InstanceHandle;
import io.quarkus.hibernate.orm.runtime.integration.HibernateOrmIntegrationRuntimeInitListener;
import io.quarkus.runtime.annotations.Recorder;
import io.quarkus.runtime.metrics.MetricsFactory;
import jakarta.enterprise.inject.Any;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/** Passes the runtime settings and the stores to Hibernate, and registers the meters. */
@Recorder
public class IdgenRecorder {

    private final IdgenFixedConfig fixed;

    /** The persistence unit that uses the data source of the settings. */
    private final AtomicReference<@Nullable String> user = new AtomicReference<>();

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
        return new RunTimeSettings(unit, given, user);
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

    private record RunTimeSettings(String unit, Map<String, String> settings, AtomicReference<@Nullable String> user)
            implements HibernateOrmIntegrationRuntimeInitListener {

        @Override
        public void contributeRuntimeProperties(BiConsumer<String, Object> properties) {
            settings.forEach(properties);
            try {
                new StoreBeans(unit, settings).addTo(properties);
                String connection = settings.getOrDefault(IdgenSettings.JDBC_CONNECTION, Settings.OWN);
                if (!List.of(Settings.OWN, Settings.POOL).contains(connection.toLowerCase(Locale.ROOT))) {
                    properties.accept(IdgenSettings.JDBC_CONNECTION, dataSource(connection));
                }
            } catch (IdgenConfigurationException e) {
                throw e.withPrefix(IdgenSettingsMap.PREFIX);
            }
        }

        /**
         * Finds a data source of the application. It leads to the database of one persistence unit. From there, other units
         * would get numbers that their own tables may already have.
         */
        private Object dataSource(String name) {
            Map<String, InstanceHandle<AgroalDataSource>> active = new TreeMap<>();
            for (InstanceHandle<AgroalDataSource> source : Arc.container()
                    .select(AgroalDataSource.class, Any.Literal.INSTANCE)
                    .handles()) {
                if (source.getBean().isActive()) {
                    active.put(AgroalDataSourceUtil.dataSourceName(source.getBean()), source);
                }
            }
            InstanceHandle<AgroalDataSource> named = active.get(name);
            if (named == null) {
                throw Setting.invalid(
                        IdgenSettings.JDBC_CONNECTION,
                        name,
                        "no active data source has this name",
                        "use one of " + active.keySet() + ", own or pool",
                        null);
            }
            String other = user.compareAndExchange(null, unit);
            if (other != null && !other.equals(unit)) {
                throw new IdgenConfigurationException(
                        IdgenSettings.JDBC_CONNECTION,
                        name,
                        "the persistence units " + other + " and " + unit
                                + " would both use this data source, but it leads"
                                + " to the database of one of them",
                        "use own or pool");
            }
            return ClientProxy.unwrap(named.get());
        }

        /** Shows only the names of the settings, because a value may be a secret key. */
        @Override
        public String toString() {
            return "RunTimeSettings of " + unit + settings.keySet();
        }
    }
}
