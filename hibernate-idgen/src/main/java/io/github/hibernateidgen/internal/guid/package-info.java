/** COMB GUIDs: {@code @CombGuid}. This package is internal: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.guid;

import org.jspecify.annotations.NullMarked;
