package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

    private static final String HIBERNATE = "hibernate.";
    private static final String JPA = "spring.jpa.properties.";

    /**
     * Returns the name of the property that gave a setting its value. Returns the setting's own name if the value came from
     * another place, such as code.
     */
    String property(String setting) {
        if (!setting.startsWith(IdgenSettings.PREFIX)) {
            return setting;
        }
        if (origin(setting.substring(HIBERNATE.length())).isPresent()) {
            return setting.substring(HIBERNATE.length());
        }
        return origin(JPA + setting).isPresent() ? JPA + setting : setting;
    }

    /**
     * Returns where a property of this library was set: file, line and column, or a description of the property's source.
     * Returns empty for other names, because an attribute may have the same name as an environment variable.
     */
    Optional<String> origin(String property) {
        if (!property.startsWith("idgen.") && !property.startsWith(JPA)) {
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

    /**
     * Returns the text in which the names of settings have the same prefix as the subject, so that the remedy uses the same
     * names as the problem.
     *
     * @param text the text
     * @param subject the name that {@link #property} returned
     */
    String translate(@Nullable String text, String subject) {
        String shortPrefix = IdgenSettings.PREFIX.substring(HIBERNATE.length());
        String prefix = subject.startsWith(JPA)
                ? JPA + IdgenSettings.PREFIX
                : subject.startsWith(IdgenSettings.PREFIX) ? IdgenSettings.PREFIX : shortPrefix;
        return text == null ? "" : text.replace(IdgenSettings.PREFIX, prefix);
    }
}
