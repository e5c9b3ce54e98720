/** Text for messages, of the library and of its command line. Not for users; it may change at any time. */
@NullMarked
package io.github.hibernateidgen.internal.text;

import org.jspecify.annotations.NullMarked;
