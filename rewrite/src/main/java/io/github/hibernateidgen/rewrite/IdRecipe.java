package io.github.hibernateidgen.rewrite;

import org.openrewrite.ExecutionContext;
import org.openrewrite.ScanningRecipe;
import org.openrewrite.TreeVisitor;

/** A recipe that changes attributes one by one, with what the whole project declares at hand. */
abstract class IdRecipe extends ScanningRecipe<Project> {

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

    /** The comment on an attribute whose type is none that an annotation serves. */
    static Change wrongType(IdAttribute attribute, String annotation, String types) {
        return Change.comment(annotation + " does not serve the type " + attribute.type() + "; make it " + types
                + ", and run the recipe again");
    }

    /** An annotation with its layout; an empty one means the default of the settings. */
    static String snowflakeId(String layout) {
        return layout.isEmpty() ? "@SnowflakeId" : "@SnowflakeId(layout = " + quoted(layout) + ")";
    }

    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    static boolean isSnowflakeType(IdAttribute attribute) {
        return attribute.isOf("long", "java.lang.Long", "java.math.BigInteger", "java.lang.String");
    }
}
