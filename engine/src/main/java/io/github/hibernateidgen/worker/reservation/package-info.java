/**
 * Worker numbers that cannot collide: a durable store reserves ticks, so that no two holders of a number have a tick in
 * common. The protocol and its proof are in {@code
 * docs/contributing/decisions/0007-worker-numbers-are-reserved-by-ticks.md}.
 */
@NullMarked
package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.NullMarked;
