package io.github.hibernateidgen.rewrite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/**
 * The members that an annotation states: literals as their text, enum constants by their names, classes by their full
 * names. A member with any other value, such as a constant of the application, counts as stated and unreadable.
 */
final class Members {

    private final Map<String, Optional<String>> values = new LinkedHashMap<>();

    static Members of(J.Annotation annotation) {
        Members members = new Members();
        for (Expression argument : arguments(annotation)) {
            if (argument instanceof J.Assignment assignment) {
                members.values.put(assignment.getVariable().toString(), text(assignment.getAssignment()));
            } else {
                members.values.put("value", text(argument));
            }
        }
        return members;
    }

    /** The members {@code name} and {@code value} of the annotations that a member holds, as one of each pair names the other. */
    static Members pairs(J.Annotation annotation, String member) {
        Members pairs = new Members();
        for (Expression argument : arguments(annotation)) {
            if (argument instanceof J.Assignment assignment
                    && assignment.getVariable().toString().equals(member)) {
                for (Expression element : elements(assignment.getAssignment())) {
                    Members pair = element instanceof J.Annotation nested ? of(nested) : new Members();
                    pairs.values.put(pair.get("name").orElse("?"), pair.get("value"));
                }
            }
        }
        return pairs;
    }

    boolean states(String name) {
        return values.containsKey(name);
    }

    Optional<String> get(String name) {
        return values.getOrDefault(name, Optional.empty());
    }

    /** The strategy of a {@code @GeneratedValue}, or empty where the source does not show it. */
    String strategy() {
        return states("strategy") ? get("strategy").orElse("") : "AUTO";
    }

    /** The first member that is none of these, or that is stated with a value that the source does not show. */
    Optional<String> unreadable(Set<String> understood) {
        return values.keySet().stream()
                .filter(name -> !understood.contains(name) || hides(name))
                .findFirst();
    }

    /** Whether a member is stated with a value that the source does not show. */
    boolean hides(String name) {
        return states(name) && get(name).isEmpty();
    }

    private static List<Expression> arguments(J.Annotation annotation) {
        List<Expression> arguments = annotation.getArguments();
        return arguments == null
                ? List.of()
                : arguments.stream().filter(a -> !(a instanceof J.Empty)).toList();
    }

    private static List<Expression> elements(Expression value) {
        List<Expression> elements = value instanceof J.NewArray array ? array.getInitializer() : List.of(value);
        return elements == null ? List.of() : elements;
    }

    private static Optional<String> text(Expression value) {
        if (value instanceof J.Literal literal) {
            return Optional.ofNullable(literal.getValue()).map(Object::toString);
        }
        if (value instanceof J.FieldAccess access && access.getSimpleName().equals("class")) {
            return Optional.ofNullable(
                            TypeUtils.asFullyQualified(access.getTarget().getType()))
                    .map(JavaType.FullyQualified::getFullyQualifiedName);
        }
        if (isEnum(value.getType())) {
            return Optional.ofNullable(simpleName(value));
        }
        return Optional.empty();
    }

    private static boolean isEnum(@Nullable JavaType type) {
        JavaType.FullyQualified named = TypeUtils.asFullyQualified(type);
        return named != null && named.getKind() == JavaType.FullyQualified.Kind.Enum;
    }

    private static @Nullable String simpleName(Expression value) {
        if (value instanceof J.FieldAccess access) {
            return access.getSimpleName();
        }
        return value instanceof J.Identifier identifier ? identifier.getSimpleName() : null;
    }
}
