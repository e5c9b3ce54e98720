/** What the kind of id costs the database: rows a second, and what indexes, log and cache look like afterwards. */
@NullMarked
package io.github.hibernateidgen.benchmarks.database;

import org.jspecify.annotations.NullMarked;
