package io.github.hibernateidgen.rewrite;

import org.openrewrite.java.tree.J;

/** Puts {@code @SnowflakeId} in place of {@code @GeneratedValue(strategy = GenerationType.IDENTITY)}. */
public final class IdentityToSnowflakeId extends IdRecipe {

    /** Makes the recipe, which has no options. */
    public IdentityToSnowflakeId() {}

    @Override
    public String getDisplayName() {
        return "Replace IDENTITY by `@SnowflakeId`";
    }

    @Override
    public String getDescription() {
        return "Puts `@SnowflakeId` in place of `@GeneratedValue(strategy = GenerationType.IDENTITY)`.";
    }

    @Override
    Change change(IdAttribute attribute, Project project) {
        return attribute
                .annotation(IdAttribute.GENERATED_VALUE)
                .filter(generated -> Members.of(generated)
                        .get("strategy")
                        .filter("IDENTITY"::equals)
                        .isPresent())
                .map(generated -> change(attribute, generated))
                .orElse(Change.NONE);
    }

    private static Change change(IdAttribute attribute, J.Annotation generated) {
        return isSnowflakeType(attribute)
                ? Change.replace(generated, "@SnowflakeId")
                : wrongType(attribute, "@SnowflakeId", "a Long");
    }
}
