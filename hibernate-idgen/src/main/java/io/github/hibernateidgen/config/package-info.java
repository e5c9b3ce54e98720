/** The settings, and how a wrong one is refused. */
@NullMarked
package io.github.hibernateidgen.config;

import org.jspecify.annotations.NullMarked;
