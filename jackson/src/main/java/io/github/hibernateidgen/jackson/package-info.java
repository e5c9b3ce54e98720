/**
 * Ids in JSON as text: Snowflake ids, for readers that hold numbers of 53 bits only, and ids with a prefix or of classes of
 * their own. For each a module for each line of Jackson, registered by hand or by the auto-configuration, the first
 * where {@code idgen.jackson.snowflake-as-string} is set. Each needs that Jackson and nothing of Spring.
 */
@NullMarked
package io.github.hibernateidgen.jackson;

import org.jspecify.annotations.NullMarked;
