/** What a Hibernate user types: the annotations, the generators for {@code @GenericGenerator}, and the settings. */
@NullMarked
package io.github.hibernateidgen;

import org.jspecify.annotations.NullMarked;
