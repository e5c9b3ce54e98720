/** Turns results into the tables and pictures of docs/benchmarks-ids.md. */
@NullMarked
package io.github.hibernateidgen.benchmarks.report;

import org.jspecify.annotations.NullMarked;
