package io.github.hibernateidgen.benchmarks.database;

/**
 * Statistics of the pages of an index.
 *
 * @param indexBytes the size of the index; in InnoDB, the primary key is the table
 * @param tableBytes the size of the table with all its indexes
 * @param rowsPerLeaf entries on a leaf page, on average
 * @param density how full the leaf pages are, in percent; NaN if the server does not report it
 */
record Pages(double indexBytes, double tableBytes, double rowsPerLeaf, double density) {}
