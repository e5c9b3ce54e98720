/** What one id costs: ours, those of other libraries, and the least that it can be. */
@NullMarked
package io.github.hibernateidgen.benchmarks.ids;

import org.jspecify.annotations.NullMarked;
