/**
 * Ids as encrypted text for outsiders: each text is one AES block under a key of the application. This package does not
 * depend on Hibernate.
 */
@NullMarked
package io.github.hibernateidgen.seal;

import org.jspecify.annotations.NullMarked;
