package io.github.hibernateidgen.rewrite;

import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Tree;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.tree.J;

/**
 * Replaces {@code @Tsid} of hypersistence-utils by {@code @SnowflakeId(layout = "tsid")}, and declares that layout in
 * the settings. New ids then sort after the old ids. If {@code @Tsid} names a factory class, the recipe declares a
 * layout with the factory's node width and epoch, named after that class.
 */
public final class TsidToSnowflakeId extends IdRecipe {

    static final String TSID = "io.hypersistence.utils.hibernate.id.Tsid";

    /** Creates the recipe, which has no options. */
    public TsidToSnowflakeId() {
        super(
                "Replace `@Tsid` by `@SnowflakeId`",
                "Replaces `@Tsid` of hypersistence-utils by `@SnowflakeId` with a layout of the same bits and epoch, "
                        + "and declares the layout in `application.properties`, `application.yml` and `hibernate.properties`.");
    }

    @Override
    Change change(IdAttribute attribute, Project project) {
        return attribute
                .annotation(TSID)
                .map(tsid -> change(attribute, tsid, project))
                .orElse(Change.NONE);
    }

    private static Change change(IdAttribute attribute, J.Annotation tsid, Project project) {
        String factory = Members.of(tsid).get("value").orElse("");
        return project.layout(factory)
                .map(layout -> IdAnnotation.SNOWFLAKE_ID.replace(attribute, tsid, layout(layout.name())))
                .orElseGet(() -> Change.comment("the bits and the epoch of " + factory
                        + " can't be read; declare a layout with them, and name it in @SnowflakeId(layout = ...)"));
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor(Project project) {
        TreeVisitor<?, ExecutionContext> sources = super.getVisitor(project);
        return new TreeVisitor<Tree, ExecutionContext>() {
            @Override
            public @Nullable Tree visit(@Nullable Tree tree, ExecutionContext context) {
                return tree instanceof J
                        ? sources.visit(tree, context)
                        : SettingsFile.add(project.layouts(), tree, context);
            }
        };
    }
}
