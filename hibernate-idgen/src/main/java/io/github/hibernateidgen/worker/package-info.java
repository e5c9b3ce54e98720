/**
 * Worker numbers, which make the ids of different processes different, and the ticks for which a process holds its
 * number.
 */
@NullMarked
package io.github.hibernateidgen.worker;

import org.jspecify.annotations.NullMarked;
