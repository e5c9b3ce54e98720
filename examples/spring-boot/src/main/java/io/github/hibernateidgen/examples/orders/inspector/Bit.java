package io.github.hibernateidgen.examples.orders.inspector;

/**
 * A bit of an id.
 *
 * @param on whether the bit is 1
 * @param role the purpose of the bit
 */
public record Bit(boolean on, Role role) {}
