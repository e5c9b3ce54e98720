/**
 * Worker numbers, which keep the ids of different processes apart, and the ticks for which a process holds its number.
 */
@NullMarked
package io.github.hibernateidgen.worker;

import org.jspecify.annotations.NullMarked;
