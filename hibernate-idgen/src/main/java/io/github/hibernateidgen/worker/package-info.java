/** Worker numbers: what tells the generators of one layout apart, and for which ticks a process holds its number. */
@NullMarked
package io.github.hibernateidgen.worker;

import org.jspecify.annotations.NullMarked;
