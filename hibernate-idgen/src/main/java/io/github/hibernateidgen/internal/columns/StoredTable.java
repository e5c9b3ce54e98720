package io.github.hibernateidgen.internal.columns;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table as the database describes it through JDBC. Immutable.
 *
 * @param catalog its catalog, or null
 * @param schema its schema, or null
 */
record StoredTable(@Nullable String catalog, @Nullable String schema, String name, List<StoredColumn> columns) {

    /**
     * Reads a table, with one request if its schema is known.
     *
     * @param catalog the catalog that it must be in, or null
     * @param schema the schema that it should be in, or null
     * @param isSchemaMapped whether it can only be in that schema; otherwise the connection may find it elsewhere, for
     *     example by a search path
     * @return the table; empty if there is none, or if several could be meant
     */
    static Optional<StoredTable> read(
            DatabaseMetaData metadata,
            @Nullable String catalog,
            @Nullable String schema,
            boolean isSchemaMapped,
            String name)
            throws SQLException {
        Optional<StoredTable> found = only(all(metadata, catalog, schema, name), name);
        return found.isPresent() || schema == null || isSchemaMapped
                ? found
                : only(all(metadata, catalog, null, name), name);
    }

    /** Reads all tables of a name. JDBC takes the name as a pattern, in which {@code _} stands for any character. */
    private static List<StoredTable> all(
            DatabaseMetaData metadata, @Nullable String catalog, @Nullable String schema, String name)
            throws SQLException {
        List<StoredTable> tables = new ArrayList<>();
        try (ResultSet rows = metadata.getColumns(catalog, schema, name, null)) {
            while (rows.next()) {
                StoredTable table = new StoredTable(
                        rows.getString("TABLE_CAT"),
                        rows.getString("TABLE_SCHEM"),
                        rows.getString("TABLE_NAME"),
                        new ArrayList<>());
                if (table.name.equalsIgnoreCase(name) && table.isIn(schema)) {
                    at(table, tables).columns.add(column(rows));
                }
            }
        }
        return tables;
    }

    private static StoredColumn column(ResultSet row) throws SQLException {
        return new StoredColumn(
                row.getString("COLUMN_NAME"),
                row.getString("TYPE_NAME"),
                row.getLong("COLUMN_SIZE"),
                row.getInt("DECIMAL_DIGITS"),
                row.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls);
    }

    private static StoredTable at(StoredTable table, List<StoredTable> tables) {
        for (StoredTable known : tables) {
            if (known.isSame(table)) {
                return known;
            }
        }
        tables.add(table);
        return table;
    }

    /** Returns the only table; if several names differ only in case, the one that matches exactly. */
    private static Optional<StoredTable> only(List<StoredTable> tables, String name) {
        List<StoredTable> exact = new ArrayList<>();
        for (StoredTable table : tables) {
            if (table.name.equals(name)) {
                exact.add(table);
            }
        }
        List<StoredTable> left = exact.isEmpty() ? tables : exact;
        return left.size() == 1 ? Optional.of(left.get(0)) : Optional.empty();
    }

    /** Whether it is in a schema; true where none is asked for, and where the database has none. */
    boolean isIn(@Nullable String asked) {
        return asked == null || schema == null || schema.equalsIgnoreCase(asked);
    }

    /** Whether another has the same name, in the same place. */
    boolean isSame(StoredTable other) {
        return name.equals(other.name)
                && String.valueOf(catalog).equals(String.valueOf(other.catalog))
                && String.valueOf(schema).equals(String.valueOf(other.schema));
    }

    /** Returns the column of a name: an exact match, or else one in another case. */
    Optional<StoredColumn> column(String wanted) {
        StoredColumn alike = null;
        for (StoredColumn column : columns) {
            if (column.name().equals(wanted)) {
                return Optional.of(column);
            }
            if (alike == null && column.name().equalsIgnoreCase(wanted)) {
                alike = column;
            }
        }
        return Optional.ofNullable(alike);
    }

    /** Whether this is a view, whose columns are those of other tables. */
    boolean isView(DatabaseMetaData metadata) throws SQLException {
        try (ResultSet rows = metadata.getTables(catalog, schema, name, null)) {
            while (rows.next()) {
                if (name.equals(rows.getString("TABLE_NAME"))) {
                    return String.valueOf(rows.getString("TABLE_TYPE"))
                            .toUpperCase(Locale.ROOT)
                            .contains("VIEW");
                }
            }
        }
        return false;
    }
}
