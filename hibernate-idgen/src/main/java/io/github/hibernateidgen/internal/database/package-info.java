/** Access to the database of the entities, through Hibernate. This package is internal: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.database;

import org.jspecify.annotations.NullMarked;
