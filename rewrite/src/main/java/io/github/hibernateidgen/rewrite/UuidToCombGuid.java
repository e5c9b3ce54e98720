package io.github.hibernateidgen.rewrite;

import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.J;

/**
 * Replaces Hibernate's generated UUIDs by {@code @CombGuid}. The recipe replaces a {@code @UuidGenerator} without an
 * algorithm, and a {@code @GeneratedValue} with the strategy {@code UUID}. For an attribute of type {@code UUID}, the
 * recipe also replaces a {@code @GeneratedValue} with the default strategy {@code AUTO}.
 */
public final class UuidToCombGuid extends IdRecipe {

    static final String UUID_GENERATOR = "org.hibernate.annotations.UuidGenerator";

    /** The styles whose ids begin with a higher byte than the time in a COMB GUID. */
    private static final Set<String> ABOVE = Set.of("TIME", "VERSION_6");

    /** Creates the recipe, which has no options. */
    public UuidToCombGuid() {
        super(
                "Replace generated UUIDs by `@CombGuid`",
                "Replaces `@UuidGenerator` and `@GeneratedValue` with the strategy `UUID` by `@CombGuid`.");
    }

    @Override
    Change change(IdAttribute attribute, Project project) {
        return attribute
                .annotation(UUID_GENERATOR)
                .map(uuid -> replace(attribute, uuid, Members.of(uuid)))
                .or(() -> attribute
                        .annotation(IdAttribute.GENERATED_VALUE)
                        .filter(generated -> !attribute.hasGeneratorAnnotation())
                        .map(generated -> replace(attribute, generated, Members.of(generated), project)))
                .orElse(Change.NONE);
    }

    private static Change replace(IdAttribute attribute, J.Annotation uuid, Members members) {
        if (members.has("algorithm")) {
            return Change.comment("a custom algorithm makes these ids; replace it yourself if @CombGuid fits");
        }
        Change change = IdAnnotation.COMB_GUID.replace(attribute, uuid, List.of());
        return members.get("style")
                .filter(ABOVE::contains)
                .map(change::withOldIdsAbove)
                .orElse(change);
    }

    private static Change replace(IdAttribute attribute, J.Annotation generated, Members members, Project project) {
        String strategy = members.strategy();
        if (!strategy.equals("UUID") && !(strategy.equals("AUTO") && attribute.maybeUuid())) {
            return Change.NONE;
        }
        if (members.has("generator")) {
            return project.missing(members).map(Change::unknownGenerator).orElse(Change.NONE);
        }
        return IdAnnotation.COMB_GUID.replace(attribute, generated, List.of());
    }
}
