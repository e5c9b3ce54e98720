/**
 * Ids in JSON as text: ids with a prefix or of classes of their own, and Snowflake ids, for readers whose numbers have 53 bits
 * only. There is a module for each line of Jackson, registered by hand or by the auto-configuration. Each needs that Jackson and
 * nothing of Spring.
 */
@NullMarked
package io.github.hibernateidgen.jackson;

import org.jspecify.annotations.NullMarked;
