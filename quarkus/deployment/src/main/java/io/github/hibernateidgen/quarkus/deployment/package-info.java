/** The build steps of the Quarkus extension. Applications must not use this package: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.quarkus.deployment;

import org.jspecify.annotations.NullMarked;
