package io.github.hibernateidgen.rewrite;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A {@code @SegmentId} in the making; what is its default is left out. */
final class SegmentAnnotation {

    private final Map<String, String> members = new LinkedHashMap<>();

    SegmentAnnotation sequence(Optional<String> schema, Optional<String> name) {
        name.ifPresent(text -> members.put(
                "sequence",
                IdRecipe.quoted(
                        schema.filter(s -> !s.isEmpty()).map(s -> s + ".").orElse("") + text)));
        return this;
    }

    SegmentAnnotation size(Optional<String> size) {
        size.filter(text -> !text.equals("50")).ifPresent(text -> members.put("size", text));
        return this;
    }

    SegmentAnnotation initial(Optional<String> initial) {
        initial.filter(text -> !text.equals("1")).ifPresent(text -> members.put("initial", text));
        return this;
    }

    SegmentAnnotation optimizer(String optimizer) {
        if (!optimizer.isEmpty()) {
            members.put("optimizer", "SegmentId.Optimizer." + optimizer);
        }
        return this;
    }

    /** The annotation as Java source. */
    String source() {
        return members.isEmpty()
                ? "@SegmentId"
                : members.entrySet().stream()
                        .map(member -> member.getKey() + " = " + member.getValue())
                        .collect(Collectors.joining(", ", "@SegmentId(", ")"));
    }
}
