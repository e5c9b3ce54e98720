/** Reservations of worker numbers in Redis. Needs Lettuce, which the application brings. */
@NullMarked
package io.github.hibernateidgen.worker.redis;

import org.jspecify.annotations.NullMarked;
