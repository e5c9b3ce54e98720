package io.github.hibernateidgen.rewrite;

import java.util.List;
import java.util.Optional;
import org.openrewrite.java.tree.J;

/**
 * The sequence that supplies an attribute's numbers.
 *
 * @param annotation the {@code @GeneratedValue}
 * @param generator the name of the generator, if the attribute names a generator
 * @param definition the {@code @SequenceGenerator} of that name, if there is one
 * @param trouble why the sequence cannot be determined; empty if it can
 * @param isCertain whether the numbers come from a sequence, even if it cannot be determined
 */
record SequenceSource(
        J.Annotation annotation,
        Optional<String> generator,
        Optional<Members> definition,
        String trouble,
        boolean isCertain) {

    static final String SEQUENCE_GENERATOR = "jakarta.persistence.SequenceGenerator";

    private static final String NO_NUMBER = "java\\.util\\.UUID|(java\\.lang|kotlin)\\.String";

    /**
     * Returns the sequence of an attribute; empty if the values are not generated, or if another kind of generator may
     * make them.
     */
    static Optional<SequenceSource> of(IdAttribute attribute, Project project) {
        return attribute
                .annotation(IdAttribute.GENERATED_VALUE)
                .filter(generated -> !attribute.hasGeneratorAnnotation())
                .flatMap(generated -> of(attribute, generated, Members.of(generated), project));
    }

    private static Optional<SequenceSource> of(
            IdAttribute attribute, J.Annotation generated, Members members, Project project) {
        // For AUTO, Hibernate uses a sequence if the type is a number, unless the attribute names another kind of
        // generator. A type that is no number of Java, such as a type variable, leads to a comment.
        boolean open = members.strategy().equals("AUTO") && !attribute.type().matches(NO_NUMBER);
        Optional<String> name = members.generator();
        List<Project.Generator> all =
                name.map(text -> project.generators(text, attribute.owner())).orElse(List.of());
        List<Project.Generator> sequences = all.stream()
                .filter(each -> each.annotation().equals(SEQUENCE_GENERATOR))
                .toList();
        boolean isOther = sequences.isEmpty() && !all.isEmpty();
        if (isOther || !(open || members.strategy().equals("SEQUENCE"))) {
            return Optional.empty();
        }
        Optional<String> missing = project.missing(members);
        String trouble = "";
        if (members.isUnreadable("generator") || (open && missing.isPresent())) {
            trouble = missing.orElse("");
        } else if (sequences.size() > 1
                || sequences.stream().anyMatch(each -> !each.owner().equals(attribute.owner()))) {
            // Different versions of Hibernate look for the generator in different places. A version that does not find
            // the generator uses the generator's name as the name of the sequence.
            trouble = "generator [" + name.orElse("") + "] is not declared exactly once in this class";
        } else if (sequences.isEmpty()
                && attribute.annotation(SEQUENCE_GENERATOR).isPresent()) {
            trouble = "@GeneratedValue does not name the generator beside it";
        } else if (missing.isPresent() && project.hasUnreadableName(SEQUENCE_GENERATOR)) {
            trouble = "the name of a @SequenceGenerator is not a literal";
        }
        return Optional.of(new SequenceSource(
                generated,
                name,
                sequences.stream().map(Project.Generator::members).findFirst(),
                trouble,
                !open || missing.isEmpty()));
    }
}
