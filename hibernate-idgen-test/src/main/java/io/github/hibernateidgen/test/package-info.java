/** For tests of applications: ids that can be foreseen, assertions, and the contracts of stores and worker sources. */
@NullMarked
package io.github.hibernateidgen.test;

import org.jspecify.annotations.NullMarked;
