/** Measures the cost of ids: alone, through Hibernate, and in the database. */
@NullMarked
package io.github.hibernateidgen.benchmarks;

import org.jspecify.annotations.NullMarked;
