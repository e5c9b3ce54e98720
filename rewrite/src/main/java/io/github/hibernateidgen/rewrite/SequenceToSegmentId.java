package io.github.hibernateidgen.rewrite;

import java.util.List;
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
        if (Ours.SEGMENT_ID.serves(attribute)
                && attribute.annotation(IdAttribute.ID).isEmpty()) {
            return Change.comment("@SegmentId is for an @Id of its own");
        }
        Optional<Members> definition = source.definition();
        if (definition.flatMap(members -> members.unreadable(UNDERSTOOD)).isPresent()) {
            return Change.comment(
                    "the @SequenceGenerator states what @SegmentId has no member for, or no literal; write "
                            + "@SegmentId yourself");
        }
        // Hibernate names a sequence as its generator, where nothing else does.
        List<String> members = segment(
                definition.flatMap(it -> it.get("schema")),
                definition.flatMap(it -> it.get("sequenceName")).or(source::generator),
                definition.flatMap(it -> it.get("allocationSize")),
                definition.flatMap(it -> it.get("initialValue")));
        return Ours.SEGMENT_ID.replace(attribute, source.annotation(), members);
    }
}
