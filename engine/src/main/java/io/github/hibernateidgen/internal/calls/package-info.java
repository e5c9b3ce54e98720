/** Bounds for calls of foreign code that may never return. This package is internal: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.calls;

import org.jspecify.annotations.NullMarked;
