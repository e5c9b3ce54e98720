package io.github.hibernateidgen.internal.columns;

/** A column as the database describes it through JDBC. */
record StoredColumn(String name, ColumnType type, boolean required) {}
