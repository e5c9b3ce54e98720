package io.github.hibernateidgen.internal.mapping;

/**
 * What a mapping says about the text of an attribute's values.
 *
 * @param prefix what stands in front of each, or empty
 * @param sealed whether it is sealed, with the prefix as its purpose
 */
public record TextOptions(String prefix, boolean sealed) {}
