package io.github.hibernateidgen.docs;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.config.IdgenSettings;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

/**
 * Every setting that a page names, in samples and in sentences, is there: Hibernate's, Spring Boot's, Quarkus's, in YAML and
 * in the environment. What else has such names is a meter or a method of {@link Idgen}.
 */
class SettingSamplesDocTest {

    private static final Pattern NAME = Pattern.compile(
            "(?<![\\w.-])(?:hibernate\\.|quarkus\\.hibernate-)?idgen(?:\\.[a-zA-Z][\\w-]*)+(?:\\.\\*)?");
    private static final Pattern VARIABLE = Pattern.compile("\\b(?:[A-Z]+_)*IDGEN_(?!IT_)[A-Z_]*[A-Z]\\b");
    private static final Pattern YAML = Pattern.compile("(?ms)^ *```yaml\\n(.*?)^ *```$");
    private static final Pattern LAYOUT =
            Pattern.compile("(.*\\.snowflake)\\.layouts\\.\\w+(?:\\.(?:fields|epoch|tick))?");
    private static final Set<String> OF_THE_BUILD = Set.of("idgen.test.hibernate.version", "idgen.docs.write");

    private final Set<String> known = known();

    private static Set<String> known() {
        try {
            Set<String> names = new TreeSet<>(OF_THE_BUILD);
            for (Field constant : IdgenSettings.class.getFields()) {
                String name = (String) constant.get(null);
                if (!name.endsWith(".")) {
                    names.add(name);
                    names.add("quarkus.hibernate-idgen." + name.substring(IdgenSettings.PREFIX.length()));
                }
            }
            for (URL metadata : Collections.list(SettingSamplesDocTest.class
                    .getClassLoader()
                    .getResources("META-INF/spring-configuration-metadata.json"))) {
                for (JsonNode property : new ObjectMapper().readTree(metadata).path("properties")) {
                    names.add(property.path("name").asText());
                }
            }
            // Quarkus has this setting of Spring Boot, too.
            names.add("quarkus.hibernate-idgen.jackson.snowflake-as-string");
            for (Method method : Idgen.class.getMethods()) {
                names.add("idgen." + method.getName());
            }
            String meters = Files.readString(
                    Path.of("../hibernate-idgen/src/main/java/io/github/hibernateidgen/IdgenMeter.java"));
            Pattern.compile("\"(idgen\\.[a-z.]*[a-z])\"")
                    .matcher(meters)
                    .results()
                    .forEach(meter -> names.add(meter.group(1)));
            return names;
        } catch (IOException | IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private boolean isKnown(String name) {
        return known.contains(LAYOUT.matcher(name).replaceFirst("$1.layout"))
                || name.endsWith("*") && known.stream().anyMatch(one -> one.startsWith(name.replace("*", "")))
                || known.stream().anyMatch(one -> isReadFrom(name, one));
    }

    /** Quarkus has its own rule, of MicroProfile Config; Spring Boot is asked. Hibernate reads no variables. */
    private static boolean isReadFrom(String variable, String setting) {
        if (setting.startsWith("quarkus.")) {
            return setting.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_").equals(variable);
        }
        ConfigurationPropertySource environment = ConfigurationPropertySource.from(
                new SystemEnvironmentPropertySource("systemEnvironment", Map.of(variable, "value")));
        return setting.startsWith("idgen.")
                && ConfigurationPropertyName.isValid(setting)
                && requireNonNull(environment).getConfigurationProperty(ConfigurationPropertyName.of(setting)) != null;
    }

    private static Set<String> named(String text) {
        return Stream.of(
                        NAME.matcher(text).results().map(MatchResult::group),
                        VARIABLE.matcher(text).results().map(MatchResult::group),
                        YAML.matcher(text).results().flatMap(block -> keys(block.group(1))))
                .flatMap(names -> names)
                .collect(toCollection(TreeSet::new));
    }

    private static Stream<String> keys(String yaml) {
        YamlPropertiesFactoryBean properties = new YamlPropertiesFactoryBean();
        properties.setResources(new ByteArrayResource(yaml.getBytes()));
        return properties.getObject().keySet().stream()
                .map(String::valueOf)
                .flatMap(key -> NAME.matcher(key.replaceFirst("^.*(?=hibernate\\.idgen\\.)", ""))
                        .results())
                .map(MatchResult::group);
    }

    private Set<String> unknown(String text) {
        return named(text).stream().filter(name -> !isKnown(name)).collect(toCollection(TreeSet::new));
    }

    @Test
    void areThere() throws IOException {
        Set<String> seen = new HashSet<>();
        List<String> unknown = new ArrayList<>();
        for (Path page : Pages.all()) {
            String text = Files.readString(page);
            seen.addAll(named(text));
            unknown(text).forEach(name -> unknown.add(page.getFileName() + ": " + name));
        }
        assertThat(unknown).isEmpty();
        assertThat(seen).contains("IDGEN_WORKER_JDBC_SCHEMAMANAGEMENT", "hibernate.idgen.snowflake.layouts.tsid.epoch");
    }

    /** With Spring Boot hyphens are left out, and what Hibernate calls the setting is read by nobody. */
    @Test
    void variablesAreThoseThatAreRead() {
        assertThat(unknown("HIBERNATE_IDGEN_WORKER_SOURCE, IDGEN_WORKER_SOURCE, IDGEN_WORKER_JDBC_SCHEMAMANAGEMENT,"
                        + " QUARKUS_IDGEN_WORKER_SOURCE, QUARKUS_HIBERNATE_IDGEN_WORKER_JDBC_SCHEMA_MANAGEMENT"))
                .containsExactly("HIBERNATE_IDGEN_WORKER_SOURCE", "QUARKUS_IDGEN_WORKER_SOURCE");
    }

    @Test
    void aMisspeltOneIsSeen() {
        assertThat(
                        unknown(
                                "hibernate.idgen.worker.widnow=60s, `idgen.jackson.snowflake-as-text` and `idgen.ids.made`\n"
                                        + "HIBERNATE_IDGEN_WORKER_SORCE=jdbc, hibernate.idgen.snowflake.layouts.own.epcoh=0\n"
                                        + "```yaml\nspring:\n  jpa:\n    properties:\n      hibernate:\n        idgen:\n          colum-check: off\n```\n"))
                .containsExactlyInAnyOrder(
                        "hibernate.idgen.worker.widnow",
                        "idgen.jackson.snowflake-as-text",
                        "idgen.ids.made",
                        "HIBERNATE_IDGEN_WORKER_SORCE",
                        "hibernate.idgen.snowflake.layouts.own.epcoh",
                        "hibernate.idgen.colum-check");
    }
}
