package io.github.hibernateidgen.rewrite;

import java.util.List;

/** Puts {@code @SnowflakeId} in place of {@code @GeneratedValue(strategy = GenerationType.IDENTITY)}. */
public final class IdentityToSnowflakeId extends IdRecipe {

    /** Makes the recipe, which has no options. */
    public IdentityToSnowflakeId() {
        super(
                "Replace IDENTITY by `@SnowflakeId`",
                "Puts `@SnowflakeId` in place of `@GeneratedValue(strategy = GenerationType.IDENTITY)`.");
    }

    @Override
    Change change(IdAttribute attribute, Project project) {
        return attribute
                .annotation(IdAttribute.GENERATED_VALUE)
                .filter(generated -> Members.of(generated).strategy().equals("IDENTITY"))
                .map(generated -> Ours.SNOWFLAKE_ID.replace(attribute, generated, List.of()))
                .orElse(Change.NONE);
    }
}
