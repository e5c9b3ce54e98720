/**
 * The API for users of Hibernate: the annotations, the generators for {@code @GenericGenerator}, and access to a session
 * factory.
 */
@NullMarked
package io.github.hibernateidgen;

import org.jspecify.annotations.NullMarked;
