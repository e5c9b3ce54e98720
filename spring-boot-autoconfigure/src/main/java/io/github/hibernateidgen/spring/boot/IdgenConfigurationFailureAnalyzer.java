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
        String start = cause.subject() + " [" + cause.value() + "]: ";
        String message = String.valueOf(cause.getMessage());
        String problem = message.startsWith(start) ? message.substring(start.length()) : message;
        // A message of this library is a rule, a semicolon, and a remedy.
        int semicolon = problem.indexOf("; ");
        String rule = semicolon < 0 ? problem : problem.substring(0, semicolon);
        String remedy = semicolon < 0 ? "Correct " + subject : problem.substring(semicolon + 2);
        String description = subject + " [" + cause.value() + "]: " + rule + "."
                + names.origin(subject)
                        .map(origin -> "\n\nIt is set in " + origin + ".")
                        .orElse("");
        String end =
                remedy.endsWith(";") || remedy.endsWith("?") ? "" : "."; // A statement or a question needs no period.
        return new FailureAnalysis(description, StringUtils.capitalize(remedy) + end, cause);
    }
}
