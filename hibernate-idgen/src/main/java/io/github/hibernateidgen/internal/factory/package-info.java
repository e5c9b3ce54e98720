/** The engines of one session factory, from its start to its close. This package is internal: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.factory;

import org.jspecify.annotations.NullMarked;
