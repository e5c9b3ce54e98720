package io.github.hibernateidgen.internal.columns;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A column of a foreign key as the database describes it through JDBC.
 *
 * @param name the name of the key
 * @param table its table, without columns
 * @param column the column
 * @param target the column that it refers to
 */
record StoredForeignKey(String name, StoredTable table, String column, String target) {

    /** The keys by which a table refers to others. */
    static List<StoredForeignKey> from(StoredTable table, DatabaseMetaData metadata) throws SQLException {
        return all(metadata.getImportedKeys(table.catalog(), table.schema(), table.name()));
    }

    /** The keys by which others refer to a table. */
    static List<StoredForeignKey> to(StoredTable table, DatabaseMetaData metadata) throws SQLException {
        return all(metadata.getExportedKeys(table.catalog(), table.schema(), table.name()));
    }

    private static List<StoredForeignKey> all(ResultSet keys) throws SQLException {
        List<StoredForeignKey> found = new ArrayList<>();
        try (ResultSet rows = keys) {
            while (rows.next()) {
                StoredTable table = new StoredTable(
                        rows.getString("FKTABLE_CAT"),
                        rows.getString("FKTABLE_SCHEM"),
                        rows.getString("FKTABLE_NAME"),
                        List.of());
                found.add(new StoredForeignKey(
                        String.valueOf(rows.getString("FK_NAME")),
                        table,
                        rows.getString("FKCOLUMN_NAME"),
                        rows.getString("PKCOLUMN_NAME")));
            }
        }
        return found;
    }
}
