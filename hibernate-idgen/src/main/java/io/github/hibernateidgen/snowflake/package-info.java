/** Snowflake identifiers: 63 bits of time, worker and sequence in a layout of the user's choice. */
@NullMarked
package io.github.hibernateidgen.snowflake;

import org.jspecify.annotations.NullMarked;
