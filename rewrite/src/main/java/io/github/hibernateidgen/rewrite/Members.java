package io.github.hibernateidgen.rewrite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.Flag;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;

/**
 * The members that an annotation states. The value of a member is the text of a literal, the name of an enum constant, or
 * the full name of a class. A member with any other value, such as a constant of the application, counts as stated but
 * unreadable. Nested annotations are flattened: each annotation in {@code parameters} becomes a member {@code
 * parameters.NAME} with its value.
 */
final class Members {

    private final Map<String, Optional<String>> values = new LinkedHashMap<>();

    static Members of(J.Annotation annotation) {
        Members members = new Members();
        for (Expression argument :
                Optional.ofNullable(annotation.getArguments()).orElse(List.of())) {
            if (argument instanceof J.Assignment assignment) {
                members.put(assignment.getVariable().toString(), assignment.getAssignment());
            } else {
                members.put("value", argument);
            }
        }
        return members;
    }

    private void put(String name, Expression value) {
        if (value instanceof J.NewArray array && array.getInitializer() != null) {
            array.getInitializer().forEach(element -> put(name, element));
        } else if (value instanceof J.Annotation nested) {
            Members pair = of(nested);
            values.put(name + "." + pair.get("name").orElse("?"), pair.get("value"));
        } else if (!(value instanceof J.Empty)) {
            values.put(name, text(value));
        }
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    Optional<String> get(String name) {
        return values.getOrDefault(name, Optional.empty());
    }

    /** Returns the strategy of a {@code @GeneratedValue}: AUTO if none is stated, and empty text if it is unreadable. */
    String strategy() {
        return has("strategy") ? get("strategy").orElse("") : "AUTO";
    }

    /** Returns the generator that a {@code @GeneratedValue} names. */
    Optional<String> generator() {
        return get("generator").filter(name -> !name.isEmpty());
    }

    /** Returns the first member that is not in the set or has an unreadable value. */
    Optional<String> unreadable(Set<String> understood) {
        return values.keySet().stream()
                .filter(name -> !understood.contains(name) || isUnreadable(name))
                .findFirst();
    }

    /** Returns whether a member is stated with an unreadable value. */
    boolean isUnreadable(String name) {
        return has(name) && get(name).isEmpty();
    }

    private static Optional<String> text(Expression value) {
        if (value instanceof J.Literal literal) {
            return Optional.ofNullable(literal.getValue()).map(Object::toString);
        }
        J.Identifier name = value instanceof J.FieldAccess access
                ? access.getName()
                : value instanceof J.Identifier identifier ? identifier : null;
        if (value instanceof J.FieldAccess access && access.getSimpleName().equals("class")) {
            return Optional.of(IdAttribute.typeName(access.getTarget().getType()));
        }
        JavaType.Variable field = name == null ? null : name.getFieldType();
        return field != null && field.hasFlags(Flag.Enum) ? Optional.of(field.getName()) : Optional.empty();
    }
}
