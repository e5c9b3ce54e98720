/** Compares the columns that generated values are stored in with what the values need. This package is internal: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.columns;

import org.jspecify.annotations.NullMarked;
