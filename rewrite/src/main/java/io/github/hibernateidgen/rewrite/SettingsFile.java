package io.github.hibernateidgen.rewrite;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.SourceFile;
import org.openrewrite.Tree;
import org.openrewrite.properties.AddProperty;
import org.openrewrite.properties.tree.Properties;
import org.openrewrite.yaml.MergeYaml;

/**
 * Adds layouts to the settings files of Spring Boot, Quarkus and Hibernate. Existing settings are not changed, so a second
 * run changes no file.
 */
final class SettingsFile {

    private static final Pattern PATH =
            Pattern.compile("(.*/)?src/main/resources/(application\\.(properties|ya?ml)|hibernate\\.properties)");

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
        Tree changed = file;
        for (TsidLayout layout : layouts) {
            for (Map.Entry<String, String> setting : layout.settings().entrySet()) {
                changed = add(prefix + setting.getKey(), setting.getValue(), changed, context);
            }
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
