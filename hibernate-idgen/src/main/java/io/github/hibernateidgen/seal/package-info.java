/** Ids as text that reveals no id to outsiders: one AES block under a key of the application. Does not depend on Hibernate. */
@NullMarked
package io.github.hibernateidgen.seal;

import org.jspecify.annotations.NullMarked;
