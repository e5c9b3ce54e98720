/**
 * Recipes for <a href="https://docs.openrewrite.org">OpenRewrite</a> that put the annotations of this library in place of
 * those that an application has. {@code docs/migrating.md} names the command, and what a recipe can't do.
 *
 * <p>A recipe changes Java sources, and one of them settings. It changes no database. An attribute that it can't move is
 * left as it is, with a comment in front of it that says why.
 */
@NullMarked
package io.github.hibernateidgen.rewrite;

import org.jspecify.annotations.NullMarked;
