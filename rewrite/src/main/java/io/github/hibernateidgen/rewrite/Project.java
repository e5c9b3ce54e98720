package io.github.hibernateidgen.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.openrewrite.ExecutionContext;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/**
 * What the sources of a project declare by name, for sources elsewhere: generators, and factories of TSIDs. The scanner
 * fills it, and then the visitor reads it.
 */
final class Project {

    private static final Set<String> GENERATORS = Set.of(
            SequenceSource.SEQUENCE_GENERATOR,
            GenericGeneratorToIdgen.GENERIC_GENERATOR,
            "jakarta.persistence.TableGenerator");

    private final Map<String, List<Generator>> generators = new HashMap<>();
    private final Map<String, Integer> references = new HashMap<>();
    private final Map<String, TsidLayout> factories = new HashMap<>();
    private final Set<String> usedFactories = new HashSet<>();

    /** The definitions of a generator: more than one where a name is used twice. */
    List<Generator> generators(String name) {
        return generators.getOrDefault(name, List.of());
    }

    /** Whether one attribute refers to a generator, and no other. */
    boolean isUsedOnce(String generator) {
        return references.getOrDefault(generator, 0) == 1;
    }

    /** The layout of the ids that a factory makes, or empty where the sources do not show it. */
    Optional<TsidLayout> layout(String factory) {
        Optional<TsidLayout> layout =
                factory.isEmpty() ? Optional.of(TsidLayout.DEFAULT) : Optional.ofNullable(factories.get(factory));
        boolean another = usedFactories.stream()
                .filter(other -> !other.equals(factory))
                .map(factories::get)
                .anyMatch(other -> other != null
                        && layout.filter(mine -> mine.name().equals(other.name()))
                                .isPresent());
        return another ? Optional.empty() : layout;
    }

    /** The layouts of all ids that the sources ask for. */
    List<TsidLayout> layouts() {
        return usedFactories.stream()
                .sorted()
                .map(this::layout)
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * A generator with a name.
     *
     * @param annotation the full name of the annotation that defines it
     * @param members what the annotation states
     * @param parameters the {@code parameters} of a {@code @GenericGenerator}
     */
    record Generator(String annotation, Members members, Members parameters) {

        private static Generator of(J.Annotation annotation) {
            JavaType.FullyQualified type = TypeUtils.asFullyQualified(annotation.getType());
            return new Generator(
                    type == null ? "" : type.getFullyQualifiedName(),
                    Members.of(annotation),
                    Members.pairs(annotation, "parameters"));
        }
    }

    static boolean isGenerator(J.Annotation annotation) {
        JavaType.FullyQualified type = TypeUtils.asFullyQualified(annotation.getType());
        return type != null && GENERATORS.contains(type.getFullyQualifiedName());
    }

    JavaIsoVisitor<ExecutionContext> scanner() {
        return new JavaIsoVisitor<>() {
            @Override
            public J.Annotation visitAnnotation(J.Annotation annotation, ExecutionContext context) {
                Members members = Members.of(annotation);
                if (isGenerator(annotation)) {
                    members.get("name")
                            .ifPresent(name -> generators
                                    .computeIfAbsent(name, key -> new ArrayList<>())
                                    .add(Generator.of(annotation)));
                } else if (TypeUtils.isOfClassType(annotation.getType(), IdAttribute.GENERATED_VALUE)) {
                    members.get("generator").ifPresent(name -> references.merge(name, 1, Integer::sum));
                } else if (TypeUtils.isOfClassType(annotation.getType(), TsidToSnowflakeId.TSID)) {
                    usedFactories.add(members.get("value").orElse(""));
                }
                return super.visitAnnotation(annotation, context);
            }

            @Override
            public J.ClassDeclaration visitClassDeclaration(J.ClassDeclaration type, ExecutionContext context) {
                JavaType.FullyQualified named = type.getType();
                if (named != null) {
                    TsidLayout.of(type).ifPresent(layout -> factories.put(named.getFullyQualifiedName(), layout));
                }
                return super.visitClassDeclaration(type, context);
            }
        };
    }
}
