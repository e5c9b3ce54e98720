/** Worker numbers, which distinguish the generators of one layout, and the ticks for which a process holds its number. */
@NullMarked
package io.github.hibernateidgen.worker;

import org.jspecify.annotations.NullMarked;
