package io.github.hibernateidgen.internal.factory;

/**
 * What comes after the prefix of a value's text.
 *
 * @param words says it in words; what is read may have other forms, too
 * @param pattern matches what is written, as a whole; in the syntax that Java and ECMA-262 share, without anchors
 * @param example is one such text
 */
public record TextRule(String words, String pattern, String example) {}
