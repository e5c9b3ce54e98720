package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.internal.text.Spelling;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/**
 * Names the property that a misspelt one was meant to be. The value is hidden, since it may be a secret: Spring Boot's own
 * analyzer would show it.
 */
final class MisspeltPropertyFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException>
        implements Ordered {

    /** For Spring Boot. */
    MisspeltPropertyFailureAnalyzer() {}

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        for (ConfigurationProperty property : cause.getUnboundProperties()) {
            String name = property.getName().toString();
            if (name.startsWith("idgen.")) {
                return new FailureAnalysis(
                        name + " [" + Secrets.HIDDEN + "]: no property has this name.\n\nIt is set in "
                                + property.getOrigin() + ".",
                        action(name),
                        cause);
            }
        }
        return null;
    }

    private static String action(String name) {
        if (Secrets.isSecret(name)) {
            return "Write idgen.seal.keys or idgen.seal.accept-plain.";
        }
        return Spelling.nearest(name, names())
                .map(meant -> "Did you mean " + meant + "?")
                .orElse("Remove it, or write one of the properties that docs/settings.md lists.");
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
