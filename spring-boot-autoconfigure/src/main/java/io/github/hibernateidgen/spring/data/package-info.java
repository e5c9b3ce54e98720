/** Snowflake ids and COMB GUIDs in the repositories of Spring Data JPA. */
@NullMarked
package io.github.hibernateidgen.spring.data;

import org.jspecify.annotations.NullMarked;
