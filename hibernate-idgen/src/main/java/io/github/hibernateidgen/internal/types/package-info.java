/**
 * Typed ids, such as {@code record OrderId(long value)}, as types that Hibernate maps to one column. This package is
 * internal: it may change in any release.
 */
@NullMarked
package io.github.hibernateidgen.internal.types;

import org.jspecify.annotations.NullMarked;
