/**
 * Snowflake identifiers: numbers of up to 63 bits, which contain time, worker and sequence in a layout of your choice.
 */
@NullMarked
package io.github.hibernateidgen.snowflake;

import org.jspecify.annotations.NullMarked;
