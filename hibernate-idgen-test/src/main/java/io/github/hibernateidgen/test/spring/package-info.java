/** Repeatable ids in tests whose application context Spring makes. */
@NullMarked
package io.github.hibernateidgen.test.spring;

import org.jspecify.annotations.NullMarked;
