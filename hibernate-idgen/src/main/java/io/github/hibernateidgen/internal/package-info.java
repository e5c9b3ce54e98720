/** The binding of the engines to Hibernate. Not for applications: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal;

import org.jspecify.annotations.NullMarked;
