package io.github.hibernateidgen.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.openrewrite.ExecutionContext;
import org.openrewrite.ScanningRecipe;
import org.openrewrite.TreeVisitor;

/** A recipe that changes attributes one by one. It knows the declarations of the whole project. */
abstract class IdRecipe extends ScanningRecipe<Project> {

    private final transient String displayName;
    private final transient String description;

    IdRecipe(String displayName, String description) {
        this.displayName = displayName;
        this.description = description;
    }

    @Override
    public String getDisplayName() {
        return displayName;
    }

    @Override
    public String getDescription() {
        return description;
    }

    /** Decides how to change an attribute. The recipe leaves most attributes unchanged. */
    abstract Change change(IdAttribute attribute, Project project);

    @Override
    public Project getInitialValue(ExecutionContext context) {
        return new Project();
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getScanner(Project project) {
        return project.scanner();
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor(Project project) {
        return new IdVisitor(this, project);
    }

    /** Returns the members of a {@code @SegmentId}, without members that have the default value. */
    static List<String> segment(
            Optional<String> schema, Optional<String> sequence, Optional<String> size, Optional<String> initial) {
        List<String> members = new ArrayList<>();
        String prefix =
                schema.filter(text -> !text.isEmpty()).map(text -> text + ".").orElse("");
        sequence.ifPresent(text -> members.add("sequence = " + quoted(prefix + text)));
        size.filter(text -> !text.equals("50")).ifPresent(text -> members.add("size = " + text));
        initial.filter(text -> !text.equals("1")).ifPresent(text -> members.add("initial = " + text));
        return members;
    }

    /** Returns the members of a {@code @SnowflakeId} with a layout. Empty text means the default layout of the settings. */
    static List<String> layout(String layout) {
        return layout.isEmpty() ? List.of() : List.of("layout = " + quoted(layout));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
