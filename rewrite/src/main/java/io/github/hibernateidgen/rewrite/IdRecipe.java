package io.github.hibernateidgen.rewrite;

import org.openrewrite.ExecutionContext;
import org.openrewrite.ScanningRecipe;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.tree.J;

/** A recipe that changes attributes one by one, with what the whole project declares at hand. */
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

    /** Decides on an attribute; most are none of the recipe's and stay as they are. */
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

    /**
     * Puts {@code @SnowflakeId} in place of an annotation, if it serves the attribute's type.
     *
     * @param layout the layout; an empty one means the default of the settings
     */
    static Change snowflakeId(IdAttribute attribute, J.Annotation replaced, String layout) {
        return attribute.isOf("long", "java.lang.Long", "java.math.BigInteger", "java.lang.String")
                ? Change.replace(
                        replaced, layout.isEmpty() ? "@SnowflakeId" : "@SnowflakeId(layout = " + quoted(layout) + ")")
                : wrongType(attribute, "@SnowflakeId", "a Long");
    }

    /** Puts {@code @CombGuid} in place of an annotation, if it serves the attribute's type. */
    static Change combGuid(IdAttribute attribute, J.Annotation replaced) {
        return attribute.isOf("java.util.UUID", "java.lang.String", "byte[]")
                ? Change.replace(replaced, "@CombGuid")
                : wrongType(attribute, "@CombGuid", "a UUID");
    }

    /** The comment on an attribute whose type is none that an annotation serves. */
    static Change wrongType(IdAttribute attribute, String annotation, String types) {
        return Change.comment(annotation + " does not serve the type " + attribute.type() + "; make it " + types
                + ", and run the recipe again");
    }

    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
