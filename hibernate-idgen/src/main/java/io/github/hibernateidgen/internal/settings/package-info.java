/** Reads and checks the settings. This package is internal: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.settings;

import org.jspecify.annotations.NullMarked;
