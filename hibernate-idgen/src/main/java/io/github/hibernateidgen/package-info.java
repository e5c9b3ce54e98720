/** The API for users of Hibernate: the annotations, and access to the generated ids of a session factory. */
@NullMarked
package io.github.hibernateidgen;

import org.jspecify.annotations.NullMarked;
