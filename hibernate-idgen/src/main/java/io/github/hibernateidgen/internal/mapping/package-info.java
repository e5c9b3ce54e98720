/** One attribute of the mapping: its column, its engine and what turns the engine's values into the attribute's. Not for applications: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.mapping;

import org.jspecify.annotations.NullMarked;
