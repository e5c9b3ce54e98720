/**
 * Numbers from segments of a sequence, a table or a store: {@code @SegmentId}. This package is internal: it may change in any
 * release.
 */
@NullMarked
package io.github.hibernateidgen.internal.segment;

import org.jspecify.annotations.NullMarked;
