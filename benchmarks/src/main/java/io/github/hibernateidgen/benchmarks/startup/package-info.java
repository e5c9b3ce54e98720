/** Measures the cost of an application's start. */
@NullMarked
package io.github.hibernateidgen.benchmarks.startup;

import org.jspecify.annotations.NullMarked;
