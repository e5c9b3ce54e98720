/**
 * Worker numbers that cannot collide: a durable store reserves ticks, and no two holders of one number have a tick in
 * common. The protocol and its proof are in {@code docs/contributing/decisions/0007-worker-numbers-are-reserved-by-ticks.md}.
 */
@NullMarked
package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.NullMarked;
