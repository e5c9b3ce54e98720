/** Measures the way from {@code persist()} to the id. */
@NullMarked
package io.github.hibernateidgen.benchmarks.hibernate;

import org.jspecify.annotations.NullMarked;
