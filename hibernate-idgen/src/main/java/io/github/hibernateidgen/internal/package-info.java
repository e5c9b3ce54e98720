/** The class that Hibernate finds, with the list of the kinds of ids. This package is internal: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal;

import org.jspecify.annotations.NullMarked;
