/** The columns that generated values are stored in: what they must hold, and what they are. Not for applications: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.columns;

import org.jspecify.annotations.NullMarked;
