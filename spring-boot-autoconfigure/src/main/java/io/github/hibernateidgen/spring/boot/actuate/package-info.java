/** What operators see of the generators: metrics, health and the endpoint {@code idgen}. */
@NullMarked
package io.github.hibernateidgen.spring.boot.actuate;

import org.jspecify.annotations.NullMarked;
