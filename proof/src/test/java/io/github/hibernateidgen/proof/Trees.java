package io.github.hibernateidgen.proof;

import io.github.hibernateidgen.proof.World.State;
import java.util.List;
import java.util.function.UnaryOperator;

/** The contents of a row or a counter as a tree. */
final class Trees {

    private Trees() {}

    /** Sets which contents are ancestors of a content, given the parent of each content; a root is its own parent. */
    static void ancestors(State rigid, List<String> contents, String content, UnaryOperator<String> parent) {
        contents.forEach(other -> rigid.set("anc", false, other, content));
        String ancestor = content;
        rigid.set("anc", true, ancestor, content);
        while (!parent.apply(ancestor).equals(ancestor)) {
            ancestor = parent.apply(ancestor);
            rigid.set("anc", true, ancestor, content);
        }
    }
}
