package io.github.hibernateidgen.rewrite;

import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;

/**
 * A recipe's decision on an attribute: to leave it alone, to comment on it, or to replace an annotation. A {@code
 * @GeneratedValue} beside the replaced annotation goes too, and so does the generator that it names, if no other attribute
 * refers to it.
 *
 * @param comment the reason why the attribute stays, and the next step
 * @param replaced the annotation in whose place the new one stands
 * @param by the new annotation, as Java source
 */
record Change(@Nullable String comment, J.@Nullable Annotation replaced, String by) {

    static final Change NONE = new Change(null, null, "");

    static Change comment(String why) {
        return new Change(why, null, "");
    }
}
