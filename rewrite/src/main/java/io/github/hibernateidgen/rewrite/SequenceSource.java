package io.github.hibernateidgen.rewrite;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.openrewrite.java.tree.J;

/**
 * The sequence that an attribute takes its numbers from.
 *
 * @param annotation the {@code @GeneratedValue}
 * @param generator the name of the generator, if the attribute names one
 * @param definition the {@code @SequenceGenerator} of that name, where there is one
 * @param trouble why the sequence can't be told, or empty
 */
record SequenceSource(
        J.Annotation annotation, Optional<String> generator, Optional<Members> definition, String trouble) {

    static final String SEQUENCE_GENERATOR = "jakarta.persistence.SequenceGenerator";

    static final Set<String> TYPES =
            Set.of("int", "java.lang.Integer", "long", "java.lang.Long", "java.math.BigInteger");

    /** The sequence of an attribute, or empty where another generator makes its ids. */
    static Optional<SequenceSource> of(IdAttribute attribute, Project project) {
        Optional<J.Annotation> generated = attribute.annotation(IdAttribute.GENERATED_VALUE);
        if (generated.isEmpty() || attribute.hasGeneratorAnnotation()) {
            return Optional.empty();
        }
        Members members = Members.of(generated.get());
        String strategy = members.strategy();
        // Hibernate takes a sequence for AUTO where the type is a number and no generator of another kind is named.
        boolean open = strategy.equals("AUTO") && TYPES.contains(attribute.type());
        if (!strategy.equals("SEQUENCE") && !open) {
            return Optional.empty();
        }
        if (members.hides("generator")) {
            return Optional.of(trouble(generated.get(), Optional.empty(), "the name of the generator is no literal"));
        }
        Optional<String> name = members.get("generator").filter(text -> !text.isEmpty());
        List<Project.Generator> all =
                name.map(text -> project.generators(text, attribute.owner())).orElse(List.of());
        List<Project.Generator> sequences = all.stream()
                .filter(each -> each.annotation().equals(SEQUENCE_GENERATOR))
                .toList();
        if (sequences.isEmpty() && (!all.isEmpty() || (open && name.isPresent()))) {
            return Optional.empty();
        }
        // Versions of Hibernate differ in where they look for the name, and take it for the sequence's own otherwise.
        if (sequences.size() > 1
                || sequences.stream().anyMatch(each -> !each.owner().equals(attribute.owner()))) {
            return Optional.of(trouble(
                    generated.get(), name, "generator [" + name.orElse("") + "] is not declared once in this class"));
        }
        if (name.isEmpty() && attribute.has(SEQUENCE_GENERATOR)) {
            return Optional.of(trouble(
                    generated.get(), Optional.empty(), "@GeneratedValue does not name the generator beside it"));
        }
        return Optional.of(new SequenceSource(
                generated.get(),
                name,
                sequences.stream().map(Project.Generator::members).findFirst(),
                ""));
    }

    private static SequenceSource trouble(J.Annotation generated, Optional<String> name, String why) {
        return new SequenceSource(generated, name, Optional.empty(), why);
    }
}
