package io.github.hibernateidgen.rewrite;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openrewrite.java.tree.J;

/** The annotations of this library that the recipes write. */
enum IdAnnotation {
    SNOWFLAKE_ID(
            "SnowflakeId",
            "long|java\\.lang\\.(Long|String)|java\\.math\\.BigInteger",
            "a Long",
            "String layout() default \"\""),
    COMB_GUID("CombGuid", "java\\.util\\.UUID|java\\.lang\\.String|byte\\[\\]", "a UUID"),
    SEGMENT_ID(
            "SegmentId",
            "int|long|java\\.lang\\.(Integer|Long)|java\\.math\\.BigInteger",
            "a Long",
            "String sequence() default \"\"",
            "int size() default 50",
            "int initial() default 1",
            "Optimizer optimizer() default Optimizer.AUTO",
            "enum Optimizer { AUTO, POOLED, POOLED_LO }");

    static final String PACKAGE = "io.github.hibernateidgen.";

    private final String simpleName;
    private final String types;
    private final String advised;
    private final String members;

    /**
     * Declares an annotation.
     *
     * @param types a regular expression for the attribute types that the annotation supports
     * @param advised the type to recommend for an attribute of another type
     * @param members the declarations of the members that recipes write, as Java source
     */
    IdAnnotation(String simpleName, String types, String advised, String... members) {
        this.simpleName = simpleName;
        this.types = types;
        this.advised = advised;
        this.members = Stream.of(members).map(member -> member + ";").collect(Collectors.joining());
    }

    /**
     * Returns declarations of the annotations, with only the members that recipes write. The parser of the new source needs
     * these declarations, because this library's jar may be missing when a recipe runs.
     */
    static String[] sources() {
        return Stream.of(values())
                .map(each -> "package io.github.hibernateidgen; public @interface " + each.simpleName + " {"
                        + each.members + "}")
                .toArray(String[]::new);
    }

    String fullName() {
        return PACKAGE + simpleName;
    }

    boolean serves(IdAttribute attribute) {
        return attribute.type().matches(types);
    }

    /**
     * Returns the change that replaces an annotation by this annotation. If this annotation does not support the
     * attribute's type, returns a comment for the attribute instead.
     *
     * @param stated the members that the new annotation states, as Java source
     */
    Change replace(IdAttribute attribute, J.Annotation replaced, List<String> stated) {
        if (attribute.type().isEmpty()) {
            return Change.comment(
                    "the type of this attribute is unknown; compile the project, and run the recipe again");
        }
        String text = "@" + simpleName + (stated.isEmpty() ? "" : "(" + String.join(", ", stated) + ")");
        return serves(attribute)
                ? new Change(null, replaced, text)
                : Change.comment("@" + simpleName + " does not serve the type " + attribute.type() + "; make it "
                        + advised + ", and run the recipe again");
    }
}
