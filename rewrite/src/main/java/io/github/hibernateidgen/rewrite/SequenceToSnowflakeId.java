package io.github.hibernateidgen.rewrite;

/** Puts {@code @SnowflakeId} in place of {@code @GeneratedValue} that takes numbers from a sequence. */
public final class SequenceToSnowflakeId extends IdRecipe {

    /** Makes the recipe, which has no options. */
    public SequenceToSnowflakeId() {}

    @Override
    public String getDisplayName() {
        return "Replace SEQUENCE by `@SnowflakeId`";
    }

    @Override
    public String getDescription() {
        return "Puts `@SnowflakeId` in place of `@GeneratedValue` that takes numbers from a sequence.";
    }

    @Override
    Change change(IdAttribute attribute, Project project) {
        return SequenceSource.of(attribute, project)
                .map(source -> isSnowflakeType(attribute)
                        ? Change.replace(source.annotation(), "@SnowflakeId").without(source.generator())
                        : wrongType(attribute, "@SnowflakeId", "a Long"))
                .orElse(Change.NONE);
    }
}
