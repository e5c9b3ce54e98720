/** Text for messages of the library and its command line. This package is internal: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.text;

import org.jspecify.annotations.NullMarked;
