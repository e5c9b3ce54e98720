/**
 * Compares the columns for generated values with the requirements of the values. This package is internal: it may change in
 * any release.
 */
@NullMarked
package io.github.hibernateidgen.internal.columns;

import org.jspecify.annotations.NullMarked;
