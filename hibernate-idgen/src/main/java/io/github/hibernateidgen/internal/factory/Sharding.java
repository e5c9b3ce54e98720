package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.snowflake.ShardFunction;

/**
 * The source of the shard of an attribute's ids.
 *
 * @param attribute the attribute of the same entity
 * @param function how its value becomes a shard
 */
public record Sharding(String attribute, ShardFunction function) {}
