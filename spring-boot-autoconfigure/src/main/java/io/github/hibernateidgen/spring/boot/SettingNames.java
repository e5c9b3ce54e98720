package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/**
 * Names Hibernate's settings as the application's configuration does.
 *
 * @param environment the configuration
 */
record SettingNames(Environment environment) {

    private static final String HIBERNATE = "hibernate.";
    private static final String JPA = "spring.jpa.properties.";

    /** The property that a setting came from, as text: its own name if it came from elsewhere, such as code. */
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
     * Where one of our properties was set: file, line and column, or whatever its source can tell. None for an attribute,
     * which an environment variable may happen to be named like.
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
     * The same text, with settings named as where the subject was set: a remedy names the property that its problem names.
     *
     * @param text the text
     * @param subject what {@link #property} returned
     */
    String translate(@Nullable String text, String subject) {
        String own = IdgenSettings.PREFIX.substring(HIBERNATE.length());
        String prefix = subject.startsWith(JPA)
                ? JPA + IdgenSettings.PREFIX
                : subject.startsWith(IdgenSettings.PREFIX) ? IdgenSettings.PREFIX : own;
        return text == null ? "" : text.replace(IdgenSettings.PREFIX, prefix);
    }
}
