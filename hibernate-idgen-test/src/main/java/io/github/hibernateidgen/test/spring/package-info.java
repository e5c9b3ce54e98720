/** Repeatable ids for tests with a Spring application context. */
@NullMarked
package io.github.hibernateidgen.test.spring;

import org.jspecify.annotations.NullMarked;
