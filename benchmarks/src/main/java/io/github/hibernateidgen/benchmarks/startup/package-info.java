/** What an application's start costs. */
@NullMarked
package io.github.hibernateidgen.benchmarks.startup;

import org.jspecify.annotations.NullMarked;
