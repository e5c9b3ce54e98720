package io.github.hibernateidgen.rewrite;

import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;

/**
 * A recipe's decision on an attribute: no change, a comment in front of the attribute, or a new annotation in place of an
 * old annotation. In the last case, the recipe also removes a {@code @GeneratedValue} beside the old annotation, and the
 * generator that this {@code @GeneratedValue} names if no other attribute uses that generator.
 *
 * @param comment the reason why the attribute is not changed, and the next step; null for no comment
 * @param replaced the annotation to replace; null if no annotation is replaced
 * @param by the new annotation, as Java source
 */
record Change(@Nullable String comment, J.@Nullable Annotation replaced, String by) {

    static final Change NONE = new Change(null, null, "");

    static Change comment(String why) {
        return new Change(why, null, "");
    }
}
