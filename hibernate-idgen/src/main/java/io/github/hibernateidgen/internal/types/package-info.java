/** Classes of ids, such as {@code record OrderId(long value)}, as types that Hibernate maps to one column. Not for applications: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.types;

import org.jspecify.annotations.NullMarked;
