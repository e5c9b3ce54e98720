/** Redis, by Lettuce: reservations of worker numbers, and counters of segments. */
@NullMarked
package io.github.hibernateidgen.redis;

import org.jspecify.annotations.NullMarked;
