package io.github.hibernateidgen.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openrewrite.SourceFile;
import org.openrewrite.Tree;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.properties.PropertiesParser;
import org.openrewrite.properties.tree.Properties;
import org.openrewrite.yaml.YamlParser;
import org.openrewrite.yaml.tree.Yaml;

/**
 * Adds layouts to the files that Spring Boot, Quarkus and Hibernate read their settings from. Nothing that stands there is
 * changed, so that a second run adds nothing.
 */
final class SettingsFile {

    private static final String FOLDER = "src/main/resources/";

    private final List<TsidLayout> layouts;

    SettingsFile(List<TsidLayout> layouts) {
        this.layouts = layouts;
    }

    Tree visit(Tree tree) {
        if (layouts.isEmpty() || !(tree instanceof SourceFile file)) {
            return tree;
        }
        String path = file.getSourcePath().toString().replace('\\', '/');
        if (tree instanceof Properties.File properties && path.endsWith(FOLDER + "application.properties")) {
            return add(properties, isOfQuarkus(properties) ? "quarkus.hibernate-idgen." : "idgen.");
        }
        if (tree instanceof Properties.File properties && path.endsWith(FOLDER + "hibernate.properties")) {
            return add(properties, "hibernate.idgen.");
        }
        if (tree instanceof Yaml.Documents yaml && path.matches("(.*/)?" + FOLDER + "application\\.ya?ml")) {
            return add(yaml);
        }
        return tree;
    }

    private static boolean isOfQuarkus(Properties.File file) {
        return entries(file).anyMatch(entry -> entry.getKey().startsWith("quarkus."));
    }

    private static Stream<Properties.Entry> entries(Properties.File file) {
        return file.getContent().stream()
                .filter(Properties.Entry.class::isInstance)
                .map(Properties.Entry.class::cast);
    }

    private Properties.File add(Properties.File file, String prefix) {
        Set<String> there = entries(file).map(Properties.Entry::getKey).collect(Collectors.toSet());
        String lines = lines(there, prefix, "\n%s=%s");
        if (lines.isEmpty()) {
            return file;
        }
        String text = file.getContent().isEmpty() ? lines.substring(1) : lines;
        Properties.File added =
                (Properties.File) new PropertiesParser().parse(text).findFirst().orElseThrow();
        return file.withContent(ListUtils.concatAll(file.getContent(), added.getContent()));
    }

    private String lines(Set<String> there, String prefix, String format) {
        return layouts.stream()
                .flatMap(layout -> layout.settings().entrySet().stream())
                .filter(setting -> !there.contains(prefix + setting.getKey()))
                .map(setting -> format.formatted(prefix + setting.getKey(), setting.getValue()))
                .collect(Collectors.joining());
    }

    /** Keys with dots, which Spring Boot reads as nested ones: they stand beside any {@code idgen:} that is there. */
    private Yaml.Documents add(Yaml.Documents file) {
        if (!(file.getDocuments().get(0).getBlock() instanceof Yaml.Mapping mapping)) {
            return file;
        }
        Set<String> there = mapping.getEntries().stream()
                .map(entry -> entry.getKey().getValue())
                .collect(Collectors.toSet());
        String lines = lines(there, "idgen.", "\n%s: \"%s\"");
        if (lines.isEmpty()) {
            return file;
        }
        List<Yaml.Document> documents = new ArrayList<>(file.getDocuments());
        documents.set(0, documents.get(0).withBlock(add(mapping, lines)));
        return file.withDocuments(documents);
    }

    private static Yaml.Mapping add(Yaml.Mapping mapping, String lines) {
        Yaml.Documents added = (Yaml.Documents)
                YamlParser.builder().build().parse(lines).findFirst().orElseThrow();
        Yaml.Mapping more = (Yaml.Mapping) added.getDocuments().get(0).getBlock();
        return mapping.withEntries(ListUtils.concatAll(
                mapping.getEntries(), ListUtils.map(more.getEntries(), entry -> entry.withPrefix("\n"))));
    }
}
