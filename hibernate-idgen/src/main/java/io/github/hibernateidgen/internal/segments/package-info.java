/** Where the segments of an attribute come from, and the threads that fetch them. Not for applications: it may change in any release. */
@NullMarked
package io.github.hibernateidgen.internal.segments;

import org.jspecify.annotations.NullMarked;
