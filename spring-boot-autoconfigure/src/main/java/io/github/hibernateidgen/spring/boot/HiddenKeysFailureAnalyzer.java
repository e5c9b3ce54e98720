package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.internal.text.Secrets;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/** Says that a property has no meaning without its value, which may be keys: Spring Boot's own analyzer shows it. */
final class HiddenKeysFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException>
        implements Ordered {

    /** For Spring Boot. */
    HiddenKeysFailureAnalyzer() {}

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        return cause.getUnboundProperties().stream()
                .filter(property -> Secrets.isSecret(property.getName().toString()))
                .findFirst()
                .map(property -> new FailureAnalysis(
                        property.getName() + " [hidden]: no property has this name.\n\nIt is set in "
                                + property.getOrigin() + ".",
                        "Write idgen.seal.keys or idgen.seal.accept-plain.",
                        cause))
                .orElse(null);
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
