package io.github.hibernateidgen.internal.columns;

import static java.util.Comparator.comparing;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table as the database describes it through JDBC. Immutable.
 *
 * @param catalog its catalog, or null
 * @param schema its schema, or null
 */
record StoredTable(@Nullable String catalog, @Nullable String schema, String name, List<StoredColumn> columns) {

    /** Returns the place of a table, without its columns. */
    static StoredTable at(@Nullable String catalog, @Nullable String schema, String name) {
        return new StoredTable(catalog, schema, name, new ArrayList<>());
    }

    /**
     * Reads a table, with one request if the table is in the given schema.
     *
     * @param place the table's name, and the catalog and schema in which to look, null if unknown
     * @param isSchemaMapped whether the table can only be in that schema; if false, the connection may find the table in
     *     another schema, for example by a search path
     * @return the table; empty if there is no such table, or if several tables match
     */
    static Optional<StoredTable> read(DatabaseMetaData metadata, StoredTable place, boolean isSchemaMapped)
            throws SQLException {
        Optional<StoredTable> found = only(metadata, place);
        return found.isPresent() || place.schema == null || isSchemaMapped
                ? found
                : only(metadata, at(place.catalog, null, place.name));
    }

    /**
     * Reads a table by its name. If the names of several tables differ only in case, the exact match is returned. If there
     * is still more than one table, the result is empty. JDBC takes the name as a pattern, in which {@code _} matches any
     * character, so the names of the tables are compared here.
     */
    private static Optional<StoredTable> only(DatabaseMetaData metadata, StoredTable place) throws SQLException {
        Map<String, StoredTable> tables = new LinkedHashMap<>();
        try (ResultSet rows = metadata.getColumns(place.catalog, place.schema, place.name, null)) {
            while (rows.next()) {
                StoredTable table = at(rows, "");
                if (table.name.equalsIgnoreCase(place.name) && table.isIn(place.schema)) {
                    tables.computeIfAbsent(table.place(), missing -> table)
                            .columns
                            .add(column(rows));
                }
            }
        }
        List<StoredTable> exact = tables.values().stream()
                .filter(table -> table.name.equals(place.name))
                .toList();
        Collection<StoredTable> left = exact.isEmpty() ? tables.values() : exact;
        return left.size() == 1 ? Optional.of(left.iterator().next()) : Optional.empty();
    }

    /**
     * Reads the place of a table from a row of metadata, without its columns.
     *
     * @param prefix the prefix of the names of the row's columns
     */
    static StoredTable at(ResultSet row, String prefix) throws SQLException {
        return at(
                row.getString(prefix + "TABLE_CAT"),
                row.getString(prefix + "TABLE_SCHEM"),
                row.getString(prefix + "TABLE_NAME"));
    }

    private static StoredColumn column(ResultSet row) throws SQLException {
        return new StoredColumn(
                row.getString("COLUMN_NAME"),
                ColumnType.of(row.getString("TYPE_NAME"), row.getLong("COLUMN_SIZE"), row.getInt("DECIMAL_DIGITS")),
                row.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls);
    }

    /** Returns the table's catalog, schema and name, which identify the table. */
    String place() {
        return catalog + "." + schema + "." + name;
    }

    /** Returns whether the table is in a schema. Returns true if no schema is asked for, or if the table has no schema. */
    boolean isIn(@Nullable String asked) {
        return asked == null || schema == null || schema.equalsIgnoreCase(asked);
    }

    /** Returns the column of a name: the exact match, or, without an exact match, a column whose name differs only in case. */
    Optional<StoredColumn> column(String wanted) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(wanted))
                .min(comparing(column -> !column.name().equals(wanted)));
    }

    /** Returns whether this table is a view, which shows the columns of other tables. */
    boolean isView(DatabaseMetaData metadata) throws SQLException {
        try (ResultSet rows = metadata.getTables(catalog, schema, name, new String[] {"VIEW"})) {
            boolean isView = false;
            while (!isView && rows.next()) {
                isView = name.equals(rows.getString("TABLE_NAME"));
            }
            return isView;
        }
    }
}
