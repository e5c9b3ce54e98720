/**
 * The part that all kinds of ids share: the engines of a session factory, from its start to its close, and its attributes,
 * from Hibernate's mapping to the generated value. This package is internal: it may change in any release.
 */
@NullMarked
package io.github.hibernateidgen.internal.runtime;

import org.jspecify.annotations.NullMarked;
