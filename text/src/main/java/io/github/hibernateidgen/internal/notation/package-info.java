/** Ids as text outside of the database. This package is internal: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.notation;

import org.jspecify.annotations.NullMarked;
