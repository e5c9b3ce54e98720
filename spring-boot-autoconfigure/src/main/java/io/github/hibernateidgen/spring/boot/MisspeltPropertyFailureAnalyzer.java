package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.internal.text.Spelling;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/**
 * Names the property that a misspelt one was meant to be. A value that may be a key is hidden, which Spring Boot's own
 * analyzer would show; for other properties without a near name that analyzer answers.
 */
final class MisspeltPropertyFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException>
        implements Ordered {

    /** For Spring Boot. */
    MisspeltPropertyFailureAnalyzer() {}

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        for (ConfigurationProperty property : cause.getUnboundProperties()) {
            String name = property.getName().toString();
            if (Secrets.isSecret(name)) {
                return analysis(property, "hidden", "Write idgen.seal.keys or idgen.seal.accept-plain.", cause);
            }
            Optional<String> meant = name.startsWith("idgen.") ? Spelling.nearest(name, names()) : Optional.empty();
            if (meant.isPresent()) {
                return analysis(property, property.getValue(), "Did you mean " + meant.get() + "?", cause);
            }
        }
        return null;
    }

    private static FailureAnalysis analysis(
            ConfigurationProperty property, Object value, String action, Exception cause) {
        return new FailureAnalysis(
                property.getName() + " [" + value + "]: no property has this name.\n\nIt is set in "
                        + property.getOrigin() + ".",
                action,
                cause);
    }

    /** Returns the properties that are named like a setting of Hibernate. */
    private static List<String> names() {
        return Arrays.stream(IdgenSettings.class.getFields())
                .map(MisspeltPropertyFailureAnalyzer::name)
                .filter(name -> !name.endsWith("."))
                .toList();
    }

    private static String name(Field constant) {
        try {
            return "idgen." + String.valueOf(constant.get(null)).substring(IdgenSettings.PREFIX.length());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // The fields are public.
        }
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
