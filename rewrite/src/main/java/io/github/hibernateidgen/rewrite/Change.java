package io.github.hibernateidgen.rewrite;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;

/**
 * What becomes of an attribute: nothing, a comment that says why it stays, or another annotation.
 *
 * @param comment the reason why the attribute stays, and the next step
 * @param replaced the annotation in whose place the new one stands
 * @param by the new annotation, as Java source
 * @param removed annotations of the attribute that go away
 * @param generator the name of the generator that the attribute no longer refers to
 */
record Change(
        @Nullable String comment,
        J.@Nullable Annotation replaced,
        String by,
        List<J.Annotation> removed,
        Optional<String> generator) {

    static final Change NONE = new Change(null, null, "", List.of(), Optional.empty());

    static Change comment(String why) {
        return new Change(why, null, "", List.of(), Optional.empty());
    }

    static Change replace(J.Annotation annotation, String by) {
        return new Change(null, annotation, by, List.of(), Optional.empty());
    }

    Change remove(Optional<J.Annotation> annotation) {
        return new Change(
                comment,
                replaced,
                by,
                Stream.concat(removed.stream(), annotation.stream()).toList(),
                generator);
    }

    Change without(Optional<String> name) {
        return new Change(comment, replaced, by, removed, name);
    }
}
