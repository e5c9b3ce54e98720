/** Turns results into the tables and pictures of benchmarks/ids.md and benchmarks/more-ids.md. */
@NullMarked
package io.github.hibernateidgen.benchmarks.report;

import org.jspecify.annotations.NullMarked;
