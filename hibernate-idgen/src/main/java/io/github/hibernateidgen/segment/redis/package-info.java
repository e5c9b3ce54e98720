/** Segments of a counter in Redis. Needs Lettuce, which the application brings. */
@NullMarked
package io.github.hibernateidgen.segment.redis;

import org.jspecify.annotations.NullMarked;
