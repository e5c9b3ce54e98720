/**
 * Binds each attribute with a generator of this library to an engine, and converts the engine's values to the attribute's
 * type. This package is internal: it may change in any release.
 */
@NullMarked
package io.github.hibernateidgen.internal.mapping;

import org.jspecify.annotations.NullMarked;
