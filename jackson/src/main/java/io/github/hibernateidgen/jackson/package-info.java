/**
 * Writes ids in JSON as text: ids with a prefix, typed ids, and Snowflake ids for readers with numbers of only 53 bits.
 * Jackson 2 and Jackson 3 have a module each, registered by hand or by the auto-configuration. A module needs its version of
 * Jackson and does not need Spring.
 */
@NullMarked
package io.github.hibernateidgen.jackson;

import org.jspecify.annotations.NullMarked;
