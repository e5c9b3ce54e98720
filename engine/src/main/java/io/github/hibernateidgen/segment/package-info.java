/** Dense ascending numbers from segments: ranges that a database, or another store, hands out once. */
@NullMarked
package io.github.hibernateidgen.segment;

import org.jspecify.annotations.NullMarked;
