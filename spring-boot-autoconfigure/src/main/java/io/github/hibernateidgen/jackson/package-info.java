/**
 * Snowflake ids in JSON as text, for readers that hold numbers of 53 bits only. One module for each line of Jackson,
 * registered by hand or by the auto-configuration's {@code idgen.jackson.snowflake-as-string}. Either needs that Jackson
 * and nothing of Spring.
 */
@NullMarked
package io.github.hibernateidgen.jackson;

import org.jspecify.annotations.NullMarked;
