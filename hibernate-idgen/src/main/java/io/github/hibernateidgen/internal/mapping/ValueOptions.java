package io.github.hibernateidgen.internal.mapping;

/**
 * The options of an attribute's values, from its annotation.
 *
 * @param prefix the prefix of the values' text, or empty
 * @param sealed whether the text is sealed, with the prefix as the purpose of the seal
 * @param assignable whether a value that the application has set is kept
 */
public record ValueOptions(String prefix, boolean sealed, boolean assignable) {}
