package io.github.hibernateidgen.rewrite;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TypeTree;
import org.openrewrite.java.tree.TypeUtils;

/**
 * An annotated member of a class: a field, a component of a record, or a method without parameters.
 *
 * @param owner the full name of the class that declares the member
 * @param member the identity of the field or method in the tree
 * @param annotations all annotations of the member, in front of its modifiers and behind them
 * @param type the full name of the member's type, such as {@code java.util.UUID}, {@code long}, {@code byte[]} or {@code
 *     variable T}
 */
record IdAttribute(String owner, UUID member, List<J.Annotation> annotations, String type) {

    static final String ID = "jakarta.persistence.Id";
    static final String GENERATED_VALUE = "jakarta.persistence.GeneratedValue";

    private static final String VARIABLE = "variable ";
    private static final String LIBRARIES = "(org\\.hibernate|io\\.hypersistence|io\\.github\\.hibernateidgen)\\..*";
    private static final String GENERATOR_TYPE = "org.hibernate.annotations.IdGeneratorType";

    static Optional<IdAttribute> of(String owner, Statement member) {
        if (member instanceof J.VariableDeclarations field) {
            return of(owner, member, field.getAllAnnotations(), field.getTypeExpression());
        }
        return member instanceof J.MethodDeclaration method
                        && method.getParameters().stream().allMatch(J.Empty.class::isInstance)
                ? of(owner, member, method.getAllAnnotations(), method.getReturnTypeExpression())
                : Optional.empty();
    }

    private static Optional<IdAttribute> of(
            String owner, Statement member, List<J.Annotation> annotations, @Nullable TypeTree type) {
        return annotations.isEmpty() || type == null
                ? Optional.empty()
                : Optional.of(new IdAttribute(owner, member.getId(), annotations, typeName(type.getType())));
    }

    Optional<J.Annotation> annotation(String name) {
        return annotations.stream()
                .filter(annotation -> TypeUtils.isOfClassType(annotation.getType(), name))
                .findFirst();
    }

    /**
     * Returns whether one of the annotations chooses a generator, such as {@code @UuidGenerator}. Hibernate then
     * ignores {@code @GeneratedValue}.
     */
    boolean hasGeneratorAnnotation() {
        return generatorAnnotations().findAny().isPresent();
    }

    /** Returns the simple name of an annotation of the application that chooses a generator. */
    Optional<String> applicationsGenerator() {
        return generatorAnnotations()
                .filter(type -> !type.getFullyQualifiedName().matches(LIBRARIES))
                .map(JavaType.FullyQualified::getClassName)
                .findFirst();
    }

    private Stream<JavaType.FullyQualified> generatorAnnotations() {
        return annotations.stream()
                .flatMap(annotation -> Stream.ofNullable(TypeUtils.asFullyQualified(annotation.getType())))
                .filter(type -> type.getAnnotations().stream()
                        .anyMatch(meta -> meta.getFullyQualifiedName().equals(GENERATOR_TYPE)));
    }

    /** Returns whether the attribute is a UUID, or may be: its type is a type variable, or is unknown to the parser. */
    boolean maybeUuid() {
        return type.equals("java.util.UUID") || type.startsWith(VARIABLE) || type.isEmpty();
    }

    /** Returns the full name of a type; empty if the parser does not know the type. */
    static String typeName(@Nullable JavaType type) {
        if (type instanceof JavaType.Primitive primitive) {
            return primitive == JavaType.Primitive.String ? "java.lang.String" : primitive.getKeyword();
        }
        if (type instanceof JavaType.Array array) {
            return typeName(array.getElemType()) + "[]";
        }
        if (type instanceof JavaType.GenericTypeVariable variable) {
            return VARIABLE + variable.getName();
        }
        JavaType.FullyQualified named = TypeUtils.asFullyQualified(type); // Null for an unknown type.
        return named == null ? "" : named.getFullyQualifiedName();
    }
}
