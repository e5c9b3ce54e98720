/** Fetches the segments of attributes. This package is internal: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.segments;

import org.jspecify.annotations.NullMarked;
