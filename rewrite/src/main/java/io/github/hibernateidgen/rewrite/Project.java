package io.github.hibernateidgen.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.openrewrite.Cursor;
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

    private final List<Generator> generators = new ArrayList<>();
    private final Map<String, List<String>> references = new HashMap<>();
    private final Map<String, TsidLayout> factories = new HashMap<>();
    private final Set<String> usedFactories = new HashSet<>();

    /** The definitions of a generator: those of a class alone where it has one, else all of them. */
    List<Generator> generators(String name, String owner) {
        List<Generator> all = generators.stream()
                .filter(each -> each.members().get("name").filter(name::equals).isPresent())
                .toList();
        List<Generator> own =
                all.stream().filter(each -> each.owner().equals(owner)).toList();
        return own.isEmpty() ? all : own;
    }

    /** Whether one attribute refers to what a class defines under a name, and no other does, in this class or elsewhere. */
    boolean isUsedOnce(String generator, String owner) {
        List<String> owners = references.getOrDefault(generator, List.of());
        return owners.stream().filter(owner::equals).count() == 1
                && owners.stream()
                        .filter(other -> !other.equals(owner))
                        .allMatch(other -> generators(generator, other).stream()
                                .allMatch(each -> each.owner().equals(other)));
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
     * @param owner the full name of the class whose source defines it, or empty where a package does
     * @param annotation the full name of the annotation that defines it
     * @param members what the annotation states
     * @param parameters the {@code parameters} of a {@code @GenericGenerator}
     */
    record Generator(String owner, String annotation, Members members, Members parameters) {

        private static Generator of(String owner, J.Annotation annotation) {
            return new Generator(
                    owner,
                    IdAttribute.typeName(annotation.getType()),
                    Members.of(annotation),
                    Members.pairs(annotation, "parameters"));
        }
    }

    static boolean isGenerator(J.Annotation annotation) {
        return GENERATORS.contains(IdAttribute.typeName(annotation.getType()));
    }

    /** The full name of the class that a tree stands in, or in front of. */
    static String owner(Cursor cursor) {
        J.ClassDeclaration type = cursor.firstEnclosing(J.ClassDeclaration.class);
        return type == null ? "" : IdAttribute.typeName(type.getType());
    }

    JavaIsoVisitor<ExecutionContext> scanner() {
        return new JavaIsoVisitor<>() {
            @Override
            public J.Annotation visitAnnotation(J.Annotation annotation, ExecutionContext context) {
                Members members = Members.of(annotation);
                String owner = owner(getCursor());
                if (isGenerator(annotation)) {
                    generators.add(Generator.of(owner, annotation));
                } else if (TypeUtils.isOfClassType(annotation.getType(), IdAttribute.GENERATED_VALUE)) {
                    members.get("generator")
                            .ifPresent(name -> references
                                    .computeIfAbsent(name, key -> new ArrayList<>())
                                    .add(owner));
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
