package io.github.hibernateidgen.rewrite;

import java.util.List;
import java.util.Optional;
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
        Optional<J.Annotation> generated = attribute.annotation(IdAttribute.GENERATED_VALUE);
        Optional<J.Annotation> uuid = attribute.annotation(UUID_GENERATOR);
        if (uuid.isPresent() && Members.of(uuid.get()).has("algorithm")) {
            return Change.comment("a custom algorithm makes these ids; replace it yourself if @CombGuid fits");
        }
        if (uuid.isPresent()) {
            Change change = IdAnnotation.COMB_GUID.replace(attribute, uuid.get(), List.of());
            return Members.of(uuid.get())
                    .get("style")
                    .filter(ABOVE::contains)
                    .map(change::withOldIdsAbove)
                    .orElse(change);
        }
        return generated
                .filter(annotation -> !attribute.hasGeneratorAnnotation())
                .map(annotation -> change(attribute, annotation, Members.of(annotation), project))
                .orElse(Change.NONE);
    }

    private static Change change(IdAttribute attribute, J.Annotation generated, Members members, Project project) {
        String strategy = members.strategy();
        boolean isAuto = strategy.equals("AUTO") && (attribute.isUuid() || attribute.hasOpenType());
        if (!isAuto && !strategy.equals("UUID")) {
            return Change.NONE;
        }
        if (members.has("generator")) {
            return project.missing(members, attribute.owner())
                    .map(Change::unknownGenerator)
                    .orElse(Change.NONE);
        }
        return IdAnnotation.COMB_GUID.replace(attribute, generated, List.of());
    }
}
