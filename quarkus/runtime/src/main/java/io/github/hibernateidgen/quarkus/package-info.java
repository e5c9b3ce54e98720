/** hibernate-idgen in a Quarkus application: settings of the run, health and meters. */
@NullMarked
package io.github.hibernateidgen.quarkus;

import org.jspecify.annotations.NullMarked;
