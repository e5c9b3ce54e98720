package io.github.hibernateidgen.benchmarks.database;

/**
 * The pages of an index.
 *
 * @param indexBytes the index; with InnoDB, the primary key is the table
 * @param tableBytes the table with all its indexes
 * @param rowsPerLeaf entries on a leaf page, on average
 * @param density how full the leaf pages are, in percent; NaN where the server does not tell
 */
record Pages(double indexBytes, double tableBytes, double rowsPerLeaf, double density) {}
