package io.github.hibernateidgen.rewrite;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;

/**
 * What becomes of an attribute: nothing, a comment that says why it stays, or another annotation.
 *
 * @param comment the reason why the attribute stays, and the next step
 * @param replaced the annotation in whose place the new one stands
 * @param by the new annotation, as Java source
 * @param removed another annotation of the attribute, which goes away
 * @param generator the name of the generator that the attribute no longer refers to
 */
record Change(
        @Nullable String comment,
        J.@Nullable Annotation replaced,
        String by,
        Optional<J.Annotation> removed,
        Optional<String> generator) {

    static final Change NONE = new Change(null, null, "", Optional.empty(), Optional.empty());

    static Change comment(String why) {
        return new Change(why, null, "", Optional.empty(), Optional.empty());
    }

    static Change replace(J.Annotation annotation, String by) {
        return new Change(null, annotation, by, Optional.empty(), Optional.empty());
    }

    Change remove(Optional<J.Annotation> annotation) {
        return new Change(comment, replaced, by, annotation, generator);
    }

    Change without(Optional<String> name) {
        return new Change(comment, replaced, by, removed, name);
    }
}
