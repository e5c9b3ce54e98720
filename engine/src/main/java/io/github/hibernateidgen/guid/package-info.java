/** COMB GUIDs: 128-bit identifiers with a time in the bytes that a given column compares first. */
@NullMarked
package io.github.hibernateidgen.guid;

import org.jspecify.annotations.NullMarked;
