/** Reservations of worker numbers in a table of a relational database, by portable SQL. */
@NullMarked
package io.github.hibernateidgen.worker.jdbc;

import org.jspecify.annotations.NullMarked;
