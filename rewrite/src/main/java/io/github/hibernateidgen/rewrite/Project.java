package io.github.hibernateidgen.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.openrewrite.Cursor;
import org.openrewrite.ExecutionContext;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;

/**
 * The generators and the TSID factories that the sources of a project declare, and their uses. First the scanner fills this
 * object, then the visitor reads it.
 */
final class Project {

    private static final Set<String> GENERATORS = Set.of(
            SequenceSource.SEQUENCE_GENERATOR,
            GenericGeneratorToIdgen.GENERIC_GENERATOR,
            "jakarta.persistence.TableGenerator");

    private final List<Generator> generators = new ArrayList<>();
    private final Map<String, List<String>> references = new HashMap<>();
    private final Map<String, TsidLayout> factories = new HashMap<>(Map.of("", TsidLayout.DEFAULT));
    private final Set<String> usedFactories = new HashSet<>();

    /**
     * A generator with a name.
     *
     * @param owner the full name of the class that declares the generator; empty if a package declares it
     * @param annotation the full name of the annotation that declares the generator
     * @param id the id of that annotation in the syntax tree
     * @param members the members that the annotation states
     */
    record Generator(String owner, String annotation, UUID id, Members members) {}

    /**
     * Returns the declarations of a generator. If the given class declares the generator, returns only the declarations
     * in that class.
     */
    List<Generator> generators(String name, String owner) {
        List<Generator> all = generators.stream()
                .filter(each -> each.members().get("name").filter(name::equals).isPresent())
                .toList();
        List<Generator> ofOwner =
                all.stream().filter(each -> each.owner().equals(owner)).toList();
        return ofOwner.isEmpty() ? all : ofOwner;
    }

    /** Returns why the generator that a {@code @GeneratedValue} names is unknown; empty if it is known, or none is named. */
    Optional<String> missing(Members generated) {
        return generated.isUnreadable("generator")
                ? Optional.of("the name of the generator is not a literal")
                : generated
                        .generator()
                        .filter(name -> generators(name, "").isEmpty())
                        .map(name -> "generator [" + name + "] is not declared in the sources");
    }

    /** Returns whether a generator of a kind has a name that is not a literal. */
    boolean hasUnreadableName(String annotation) {
        return generators.stream()
                .anyMatch(each ->
                        each.annotation().equals(annotation) && each.members().isUnreadable("name"));
    }

    /**
     * Returns the ids of a generator's declarations in a class if exactly one attribute of that class, and no attribute
     * of another class, uses them; otherwise an empty list. The declarations are unused after a recipe has changed that
     * attribute.
     */
    List<UUID> unused(String generator, String owner) {
        List<String> owners = references.getOrDefault(generator, List.of());
        boolean isUsedOnce = owners.stream().filter(owner::equals).count() == 1
                && owners.stream()
                        .filter(other -> !other.equals(owner))
                        .allMatch(other -> generators(generator, other).stream()
                                .allMatch(each -> each.owner().equals(other)));
        return generators(generator, owner).stream()
                .filter(each -> isUsedOnce && each.owner().equals(owner))
                .map(Generator::id)
                .toList();
    }

    /**
     * Returns the layout of a factory's ids; empty if the sources do not show the layout, or if another used factory has a
     * layout of the same name.
     */
    Optional<TsidLayout> layout(String factory) {
        return Optional.ofNullable(factories.get(factory))
                .filter(candidate -> usedFactories.stream()
                        .filter(other -> !other.equals(factory))
                        .flatMap(other -> Stream.ofNullable(factories.get(other)))
                        .noneMatch(other -> other.name().equals(candidate.name())));
    }

    /** Returns the layouts of the factories that the sources use, if {@link #layout} finds them. */
    List<TsidLayout> layouts() {
        return usedFactories.stream()
                .sorted()
                .map(this::layout)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the full name of the class around the cursor; for an annotation of a class, the name of that class. */
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
                String name = IdAttribute.typeName(annotation.getType());
                if (GENERATORS.contains(name)) {
                    generators.add(new Generator(owner, name, annotation.getId(), members));
                } else if (name.equals(IdAttribute.GENERATED_VALUE)) {
                    members.get("generator")
                            .ifPresent(generator -> references
                                    .computeIfAbsent(generator, key -> new ArrayList<>())
                                    .add(owner));
                } else if (name.equals(TsidToSnowflakeId.TSID)) {
                    usedFactories.add(members.get("value").orElse(""));
                }
                return super.visitAnnotation(annotation, context);
            }

            @Override
            public J.ClassDeclaration visitClassDeclaration(J.ClassDeclaration type, ExecutionContext context) {
                TsidLayout.of(type).ifPresent(layout -> factories.put(IdAttribute.typeName(type.getType()), layout));
                return super.visitClassDeclaration(type, context);
            }
        };
    }
}
