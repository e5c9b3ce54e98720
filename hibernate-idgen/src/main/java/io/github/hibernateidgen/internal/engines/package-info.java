/** The life of the engines in a service registry of Hibernate. Not for applications: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.engines;

import org.jspecify.annotations.NullMarked;
