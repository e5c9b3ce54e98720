/** The attributes whose values this library makes, for reports and tests. */
@NullMarked
package io.github.hibernateidgen.attribute;

import org.jspecify.annotations.NullMarked;
