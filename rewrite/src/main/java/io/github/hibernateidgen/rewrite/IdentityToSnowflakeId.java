package io.github.hibernateidgen.rewrite;

import java.util.List;

/** Replaces {@code @GeneratedValue(strategy = GenerationType.IDENTITY)} by {@code @SnowflakeId}. */
public final class IdentityToSnowflakeId extends IdRecipe {

    /** Creates the recipe, which has no options. */
    public IdentityToSnowflakeId() {
        super(
                "Replace IDENTITY by `@SnowflakeId`",
                "Replaces `@GeneratedValue(strategy = GenerationType.IDENTITY)` by `@SnowflakeId`.");
    }

    @Override
    Change change(IdAttribute attribute, Project project) {
        return attribute
                .annotation(IdAttribute.GENERATED_VALUE)
                .filter(generated -> Members.of(generated).strategy().equals("IDENTITY"))
                .filter(generated -> !attribute.hasGeneratorAnnotation())
                .map(generated -> IdAnnotation.SNOWFLAKE_ID.replace(attribute, generated, List.of()))
                .orElse(Change.NONE);
    }
}
