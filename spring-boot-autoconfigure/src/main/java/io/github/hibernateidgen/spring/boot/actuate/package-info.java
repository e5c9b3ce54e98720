/** Metrics, health and the endpoint {@code idgen} for operators. */
@NullMarked
package io.github.hibernateidgen.spring.boot.actuate;

import org.jspecify.annotations.NullMarked;
