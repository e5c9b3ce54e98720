package io.github.hibernateidgen.rewrite;

import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.J;

/**
 * A recipe's decision on an attribute: a comment in front of the attribute, a new annotation in place of an old annotation,
 * both, or no change. If there is a new annotation, the recipe also removes a {@code @GeneratedValue} beside the old
 * annotation, and the generator that this {@code @GeneratedValue} names if no other attribute uses that generator.
 *
 * @param comment the reason why the attribute is not changed, or the effect of the change, and the next step; null for no
 *     comment
 * @param replaced the annotation to replace; null if no annotation is replaced
 * @param by the new annotation, as Java source
 */
record Change(@Nullable String comment, J.@Nullable Annotation replaced, String by) {

    static final Change NONE = new Change(null, null, "");

    static Change comment(String why) {
        return new Change(why, null, "");
    }

    static Change unknownGenerator(String why) {
        return comment(why + "; correct the name, and run the recipe again");
    }

    static Change notJava() {
        return comment("this recipe changes Java only; write the annotation of hibernate-idgen yourself");
    }

    /** Returns this change, with a comment if an annotation is replaced by {@code @CombGuid}. */
    Change withOldIdsAbove(String kind) {
        return replaced == null
                ? this
                : new Change(
                        "new ids sort before the ids of " + kind + "; sort by a column with the time, and delete this"
                                + " comment",
                        replaced,
                        by);
    }
}
