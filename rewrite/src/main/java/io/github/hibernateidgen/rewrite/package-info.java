/**
 * Recipes for <a href="https://docs.openrewrite.org">OpenRewrite</a> that replace an application's id annotations by the
 * annotations of this library. {@code docs/migrating.md} has the command and the limits of the recipes.
 *
 * <p>The recipes change Java sources. {@link TsidToSnowflakeId} also changes settings files. No recipe changes a database.
 * If a recipe cannot change an attribute, it puts a comment with the reason in front of the attribute.
 */
@NullMarked
package io.github.hibernateidgen.rewrite;

import org.jspecify.annotations.NullMarked;
