/** The settings, and the exception for wrong settings and mappings. */
@NullMarked
package io.github.hibernateidgen.config;

import org.jspecify.annotations.NullMarked;
