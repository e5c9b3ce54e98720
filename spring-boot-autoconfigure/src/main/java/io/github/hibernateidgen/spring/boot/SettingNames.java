package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenSettings;
import java.util.Optional;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/**
 * Finds the names that the application's configuration uses for the settings of this library.
 *
 * @param environment the configuration
 */
record SettingNames(Environment environment) {

    private static final String JPA = "spring.jpa.properties.";

    /**
     * Returns the name of the property that gave a setting its value: the setting's own name, or the name that it has among
     * Hibernate's settings.
     *
     * @param setting the name of a property, or of an attribute
     */
    String property(String setting) {
        String amongHibernates = JPA + "hibernate." + setting;
        return origin(setting).isEmpty() && origin(amongHibernates).isPresent() ? amongHibernates : setting;
    }

    /**
     * Returns where a property of this library was set: file, line and column, or a description of the property's source.
     * Returns empty for other names, because an attribute may have the same name as an environment variable.
     */
    Optional<String> origin(String property) {
        if (!property.startsWith(PropertySettings.PREFIX) && !property.startsWith(JPA + IdgenSettings.PREFIX)) {
            return Optional.empty();
        }
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
        for (var source : ConfigurationPropertySources.get(environment)) {
            var found = source.getConfigurationProperty(name);
            if (found != null) {
                Origin origin = found.getOrigin();
                return Optional.of(origin == null ? "the configuration" : origin.toString());
            }
        }
        return Optional.empty();
    }
}
