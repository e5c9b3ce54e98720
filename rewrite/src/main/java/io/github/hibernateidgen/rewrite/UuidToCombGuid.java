package io.github.hibernateidgen.rewrite;

import java.util.List;
import java.util.Optional;
import org.openrewrite.java.tree.J;

/**
 * Replaces Hibernate's generated UUIDs by {@code @CombGuid}. The recipe replaces a {@code @UuidGenerator} without an
 * algorithm, and a {@code @GeneratedValue} with the strategy {@code UUID}. For an attribute of type {@code UUID}, the
 * recipe also replaces a {@code @GeneratedValue} with the default strategy {@code AUTO}.
 */
public final class UuidToCombGuid extends IdRecipe {

    static final String UUID_GENERATOR = "org.hibernate.annotations.UuidGenerator";

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
        return uuid.or(() -> generated.filter(annotation -> isUuid(attribute, Members.of(annotation))))
                .map(annotation -> IdAnnotation.COMB_GUID.replace(attribute, annotation, List.of()))
                .orElse(Change.NONE);
    }

    private static boolean isUuid(IdAttribute attribute, Members generated) {
        if (generated.has("generator") || attribute.hasGeneratorAnnotation()) {
            return false;
        }
        String strategy = generated.strategy();
        return strategy.equals("UUID")
                || (strategy.equals("AUTO") && attribute.type().equals("java.util.UUID"));
    }
}
