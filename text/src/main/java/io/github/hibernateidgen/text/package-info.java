/**
 * Ids as text outside of the database: the annotation {@link io.github.hibernateidgen.text.PublicId}, and what writes and
 * reads the texts. This package does not depend on Hibernate.
 */
@NullMarked
package io.github.hibernateidgen.text;

import org.jspecify.annotations.NullMarked;
