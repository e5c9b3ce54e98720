/** Ids as text that tells outsiders nothing: one AES block under a key of the application. Knows nothing of Hibernate. */
@NullMarked
package io.github.hibernateidgen.seal;

import org.jspecify.annotations.NullMarked;
