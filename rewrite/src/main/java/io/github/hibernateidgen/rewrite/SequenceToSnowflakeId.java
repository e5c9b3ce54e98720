package io.github.hibernateidgen.rewrite;

import java.util.List;

/** Puts {@code @SnowflakeId} in place of {@code @GeneratedValue} that takes numbers from a sequence. */
public final class SequenceToSnowflakeId extends IdRecipe {

    /** Makes the recipe, which has no options. */
    public SequenceToSnowflakeId() {
        super(
                "Replace SEQUENCE by `@SnowflakeId`",
                "Puts `@SnowflakeId` in place of `@GeneratedValue` that takes numbers from a sequence.");
    }

    @Override
    Change change(IdAttribute attribute, Project project) {
        return SequenceSource.of(attribute, project)
                .map(source -> Ours.SNOWFLAKE_ID.replace(attribute, source.annotation(), List.of()))
                .orElse(Change.NONE);
    }
}
