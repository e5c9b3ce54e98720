package io.github.hibernateidgen.rewrite;

import java.util.Optional;
import java.util.Set;

/**
 * Puts {@code @SegmentId} in place of {@code @GeneratedValue} with a sequence, with the sequence, the size and the initial
 * value of its {@code @SequenceGenerator}. The numbers go on as they are.
 */
public final class SequenceToSegmentId extends IdRecipe {

    private static final Set<String> UNDERSTOOD =
            Set.of("name", "sequenceName", "schema", "allocationSize", "initialValue");

    /** Makes the recipe, which has no options. */
    public SequenceToSegmentId() {
        super(
                "Replace SEQUENCE by `@SegmentId`",
                "Puts `@SegmentId`, with the same sequence and size, in place of `@GeneratedValue` that takes numbers from a "
                        + "sequence.");
    }

    @Override
    Change change(IdAttribute attribute, Project project) {
        return SequenceSource.of(attribute, project)
                .map(source -> change(attribute, source))
                .orElse(Change.NONE);
    }

    private static Change change(IdAttribute attribute, SequenceSource source) {
        if (!source.trouble().isEmpty()) {
            return Change.comment(source.trouble() + "; name the sequence in @SegmentId yourself");
        }
        if (!SequenceSource.TYPES.contains(attribute.type())) {
            return wrongType(attribute, "@SegmentId", "a Long");
        }
        if (!attribute.has(IdAttribute.ID)) {
            return Change.comment("@SegmentId is for an @Id of its own");
        }
        return segment(source)
                .map(annotation ->
                        Change.replace(source.annotation(), annotation.source()).without(source.generator()))
                .orElseGet(
                        () -> Change.comment("the @SequenceGenerator states what @SegmentId has no member for, or no "
                                + "literal; write @SegmentId yourself"));
    }

    /** Hibernate names a sequence as its generator, where nothing else does. */
    private static Optional<SegmentAnnotation> segment(SequenceSource source) {
        Optional<Members> definition = source.definition();
        if (definition.isEmpty()) {
            return Optional.of(new SegmentAnnotation().sequence(Optional.empty(), source.generator()));
        }
        Members members = definition.get();
        if (members.unreadable(UNDERSTOOD).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new SegmentAnnotation()
                .sequence(members.get("schema"), members.get("sequenceName").or(source::generator))
                .size(members.get("allocationSize"))
                .initial(members.get("initialValue")));
    }
}
