package io.github.hibernateidgen.internal.mapping;

/**
 * What a mapping says about an attribute's values.
 *
 * @param prefix what stands in front of their text, or empty
 * @param sealed whether the text is sealed, with the prefix as its purpose
 * @param assignable whether a value that the application has set is kept
 */
public record ValueOptions(String prefix, boolean sealed, boolean assignable) {}
