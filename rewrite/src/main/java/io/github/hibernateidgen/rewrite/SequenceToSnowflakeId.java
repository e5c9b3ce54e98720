package io.github.hibernateidgen.rewrite;

import java.util.List;

/** Replaces {@code @GeneratedValue} with numbers from a sequence by {@code @SnowflakeId}. */
public final class SequenceToSnowflakeId extends IdRecipe {

    /** Creates the recipe, which has no options. */
    public SequenceToSnowflakeId() {
        super(
                "Replace SEQUENCE by `@SnowflakeId`",
                "Replaces `@GeneratedValue` with numbers from a sequence by `@SnowflakeId`.");
    }

    @Override
    Change change(IdAttribute attribute, Project project) {
        return SequenceSource.of(attribute, project)
                .map(source -> source.isCertain()
                        ? IdAnnotation.SNOWFLAKE_ID.replace(attribute, source.annotation(), List.of())
                        : Change.unknownGenerator(source.trouble()))
                .orElse(Change.NONE);
    }
}
