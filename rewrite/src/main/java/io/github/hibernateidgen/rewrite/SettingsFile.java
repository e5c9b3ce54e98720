package io.github.hibernateidgen.rewrite;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.SourceFile;
import org.openrewrite.Tree;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.properties.AddProperty;
import org.openrewrite.properties.tree.Properties;
import org.openrewrite.yaml.MergeYaml;
import org.openrewrite.yaml.search.FindProperty;
import org.openrewrite.yaml.tree.Yaml;

/**
 * Adds layouts to the settings files of Spring Boot, Quarkus and Hibernate. If a file has several documents, the settings go
 * to the first document without a condition, such as a profile. If all documents have a condition, the settings go to each.
 * Existing settings are not changed, so a second run changes no file.
 */
final class SettingsFile {

    private static final Pattern PATH =
            Pattern.compile("(.*/)?src/main/resources/(application\\.(properties|ya?ml)|hibernate\\.properties)");

    /** The conditions of a document of Spring Boot. */
    private static final List<String> CONDITIONS =
            List.of("spring.config.activate.on-profile", "spring.config.activate.on-cloud-platform");

    private static final Pattern QUARKUS = Pattern.compile("^quarkus[.:]", Pattern.MULTILINE);

    private SettingsFile() {}

    static @Nullable Tree add(List<TsidLayout> layouts, @Nullable Tree tree, ExecutionContext context) {
        if (!(tree instanceof SourceFile file)) {
            return tree;
        }
        Matcher path = PATH.matcher(file.getSourcePath().toString().replace('\\', '/'));
        if (!path.matches()) {
            return tree;
        }
        String prefix = path.group(2).startsWith("hibernate")
                ? "hibernate.idgen."
                : QUARKUS.matcher(file.printAll()).find() ? "quarkus.hibernate-idgen." : "idgen.";
        Map<String, String> settings = new LinkedHashMap<>();
        layouts.forEach(layout -> layout.settings().forEach((key, value) -> settings.put(prefix + key, value)));
        return file instanceof Properties.File properties
                ? toProperties(settings, properties, context)
                : file instanceof Yaml.Documents yaml ? toYaml(settings, yaml, context) : file;
    }

    private static Tree toProperties(Map<String, String> settings, Properties.File file, ExecutionContext context) {
        List<List<Properties.Content>> documents = new ArrayList<>();
        for (Properties.Content content : file.getContent()) {
            boolean isSeparator = content instanceof Properties.Comment comment
                    && comment.getMessage().equals("---");
            if (documents.isEmpty() || isSeparator) {
                documents.add(new ArrayList<>());
            }
            documents.get(documents.size() - 1).add(content);
        }
        int chosen = chosen(
                documents,
                document -> document.stream()
                        .anyMatch(content ->
                                content instanceof Properties.Entry entry && CONDITIONS.contains(entry.getKey())));
        if (chosen < 0) {
            return add(settings, file, context);
        }
        List<Properties.Content> document = documents.get(chosen);
        List<Properties.Content> changed =
                ((Properties.File) add(settings, file.withContent(List.copyOf(document)), context)).getContent();
        if (changed.size() == document.size()) {
            return file;
        }
        document.addAll(changed.subList(document.size(), changed.size()));
        return file.withContent(documents.stream().flatMap(List::stream).toList());
    }

    private static Tree toYaml(Map<String, String> settings, Yaml.Documents file, ExecutionContext context) {
        int chosen = chosen(
                file.getDocuments(),
                document -> CONDITIONS.stream()
                        .anyMatch(key -> !FindProperty.find(document, key, true).isEmpty()));
        Yaml.Documents changed = (Yaml.Documents) add(settings, file, context);
        return chosen < 0
                ? changed
                : file.withDocuments(ListUtils.map(
                        file.getDocuments(),
                        (i, document) -> i == chosen ? changed.getDocuments().get(i) : document));
    }

    /** Returns the index of the first document without a condition, or -1. */
    private static <T> int chosen(List<T> documents, Predicate<T> isConditional) {
        return IntStream.range(0, documents.size())
                .filter(i -> !isConditional.test(documents.get(i)))
                .findFirst()
                .orElse(-1);
    }

    private static Tree add(Map<String, String> settings, Tree file, ExecutionContext context) {
        Tree changed = file;
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            changed = requireNonNull(add(setting.getKey(), setting.getValue(), changed, context));
        }
        return changed;
    }

    /**
     * Adds a setting. In YAML, the new setting is a key with dots, even if the file has the key {@code idgen:}. The
     * frameworks read a key with dots like nested keys.
     */
    private static @Nullable Tree add(String key, String value, @Nullable Tree file, ExecutionContext context) {
        return (file instanceof Properties
                        ? AddProperty.builder()
                                .property(key)
                                .value(value)
                                .orderedInsertion(false)
                                .build()
                        : new MergeYaml("$", key + ": \"" + value + "\"", true, null, null, null, null, null))
                .getVisitor()
                .visit(file, context);
    }
}
