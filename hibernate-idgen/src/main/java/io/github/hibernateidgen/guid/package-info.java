/** COMB GUIDs: 128-bit identifiers whose time stands where a given column looks first. */
@NullMarked
package io.github.hibernateidgen.guid;

import org.jspecify.annotations.NullMarked;
