/** What the extension does while an application is built. Not for applications: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.quarkus.deployment;

import org.jspecify.annotations.NullMarked;
