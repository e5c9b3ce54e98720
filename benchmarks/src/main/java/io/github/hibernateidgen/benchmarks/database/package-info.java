/** Measures the cost of each kind of id in the database: rows per second, and the state of indexes, log and cache afterwards. */
@NullMarked
package io.github.hibernateidgen.benchmarks.database;

import org.jspecify.annotations.NullMarked;
