/** hibernate-idgen in a Quarkus application: settings, stores, health, meters and ids as text. */
@NullMarked
package io.github.hibernateidgen.quarkus;

import org.jspecify.annotations.NullMarked;
