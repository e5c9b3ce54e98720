/**
 * Snowflake ids: {@code @SnowflakeId}, and the worker number of a session factory. This package is internal: it may change in
 * any release.
 */
@NullMarked
package io.github.hibernateidgen.internal.snowflake;

import org.jspecify.annotations.NullMarked;
