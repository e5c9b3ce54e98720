/** Support for tests of applications: predictable ids, assertions, and contract tests for stores and worker sources. */
@NullMarked
package io.github.hibernateidgen.test;

import org.jspecify.annotations.NullMarked;
