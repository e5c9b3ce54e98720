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
     * Reads a table, with one request if its schema is known.
     *
     * @param place the name, and the catalog and the schema that it should be in, as far as they are known
     * @param isSchemaMapped whether it can only be in that schema; otherwise the connection may find it elsewhere, for
     *     example by a search path
     * @return the table; empty if there is none, or if several could be meant
     */
    static Optional<StoredTable> read(DatabaseMetaData metadata, StoredTable place, boolean isSchemaMapped)
            throws SQLException {
        Optional<StoredTable> found = only(metadata, place);
        return found.isPresent() || place.schema == null || isSchemaMapped
                ? found
                : only(metadata, at(place.catalog, null, place.name));
    }

    /**
     * Reads the only table of a name; of several whose names differ in case, the exact match. JDBC takes the name as a pattern, in
     * which {@code _} stands for any character.
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
     * @param prefix what the names of the row's columns begin with
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

    /** Returns what identifies the table. */
    String place() {
        return catalog + "." + schema + "." + name;
    }

    /** Whether it is in a schema; true where none is asked for, and where the database has none. */
    boolean isIn(@Nullable String asked) {
        return asked == null || schema == null || schema.equalsIgnoreCase(asked);
    }

    /** Returns the column of a name: an exact match, or else one in another case. */
    Optional<StoredColumn> column(String wanted) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(wanted))
                .min(comparing(column -> !column.name().equals(wanted)));
    }

    /** Whether this is a view, whose columns are those of other tables. */
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
