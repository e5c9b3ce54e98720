/** What a Hibernate user types: the annotations, the generators for {@code @GenericGenerator}, and what looks into a session factory. */
@NullMarked
package io.github.hibernateidgen;

import org.jspecify.annotations.NullMarked;
