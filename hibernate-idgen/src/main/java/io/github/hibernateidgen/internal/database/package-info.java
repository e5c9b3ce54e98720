/** The database of the entities, as this library reaches it through Hibernate. This package is internal: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.database;

import org.jspecify.annotations.NullMarked;
