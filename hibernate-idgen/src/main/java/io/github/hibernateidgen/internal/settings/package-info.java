/** Text in, checked values out. Not for applications: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.settings;

import org.jspecify.annotations.NullMarked;
