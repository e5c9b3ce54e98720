/** Measures the cost of an id in this library and in other libraries, beside the lowest possible cost. */
@NullMarked
package io.github.hibernateidgen.benchmarks.ids;

import org.jspecify.annotations.NullMarked;
