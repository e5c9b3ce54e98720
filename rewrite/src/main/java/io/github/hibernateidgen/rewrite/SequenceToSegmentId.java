package io.github.hibernateidgen.rewrite;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Turns a {@code @GeneratedValue} that uses a sequence into a {@code @SegmentId} with the sequence, the size and the initial
 * value of the {@code @SequenceGenerator}. The database sequence does not change, and new numbers follow the old numbers.
 */
public final class SequenceToSegmentId extends IdRecipe {

    private static final Set<String> UNDERSTOOD =
            Set.of("name", "sequenceName", "schema", "allocationSize", "initialValue");

    /** Creates the recipe, which has no options. */
    public SequenceToSegmentId() {
        super(
                "Replace SEQUENCE by `@SegmentId`",
                "Replaces `@GeneratedValue` with numbers from a sequence by `@SegmentId` with the same sequence and"
                        + " size.");
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
        if (IdAnnotation.SEGMENT_ID.serves(attribute)
                && attribute.annotation(IdAttribute.ID).isEmpty()) {
            return Change.comment("@SegmentId is for an @Id with a single attribute");
        }
        Optional<Members> definition = source.definition();
        if (definition.flatMap(members -> members.unreadable(UNDERSTOOD)).isPresent()) {
            return Change.comment(
                    "the @SequenceGenerator has a member that @SegmentId lacks, or a value that is not a literal;"
                            + " write @SegmentId yourself");
        }
        // If no member names the sequence, Hibernate uses the generator's name.
        List<String> members = segment(
                definition.flatMap(it -> it.get("schema")),
                definition.flatMap(it -> it.get("sequenceName")).or(source::generator),
                definition.flatMap(it -> it.get("allocationSize")),
                definition.flatMap(it -> it.get("initialValue")));
        return IdAnnotation.SEGMENT_ID.replace(attribute, source.annotation(), members);
    }
}
