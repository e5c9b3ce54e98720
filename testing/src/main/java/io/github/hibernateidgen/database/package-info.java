/**
 * Where a database server for a test comes from, and what becomes of it. Tests ask {@link
 * io.github.hibernateidgen.database.TestDatabase#orSkip()}; {@code docs/contributing/test-databases.md} tells how to bring one's own.
 */
package io.github.hibernateidgen.database;
