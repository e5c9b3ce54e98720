package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** Explains which property or attribute made startup fail, where it was set, and how to correct it. */
final class IdgenConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<IdgenConfigurationException> {

    private final SettingNames names;

    /** Called by Spring Boot, which passes the environment. */
    IdgenConfigurationFailureAnalyzer(Environment environment) {
        this.names = new SettingNames(environment);
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, IdgenConfigurationException cause) {
        String subject = names.property(cause.subject());
        String description = subject + " [" + cause.value() + "]: " + cause.rule() + "."
                + names.origin(subject)
                        .map(origin -> "\n\nIt is set in " + origin + ".")
                        .orElse("");
        String remedy = cause.remedy().isEmpty() ? "correct " + subject : cause.remedy();
        return new FailureAnalysis(description, sentence(remedy), cause);
    }

    /** Returns a remedy as a sentence. A statement, a question and a sentence need no period. */
    static String sentence(String remedy) {
        return StringUtils.capitalize(remedy) + (remedy.matches("(?s).*[;?.]") ? "" : ".");
    }
}
