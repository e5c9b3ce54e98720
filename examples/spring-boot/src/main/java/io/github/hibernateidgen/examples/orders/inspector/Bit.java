package io.github.hibernateidgen.examples.orders.inspector;

/**
 * One bit of an id.
 *
 * @param on whether it is 1
 * @param role what it is for
 */
public record Bit(boolean on, Role role) {}
