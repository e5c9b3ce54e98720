package io.github.hibernateidgen.internal.columns;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A foreign key as the database describes it through JDBC.
 *
 * @param table its table, without columns
 * @param target the table that it refers to, without columns
 * @param rules what stands behind it in SQL, such as {@code  on delete cascade}
 * @param columns its columns, by their place in it
 * @param targets the columns that it refers to, by the same places
 */
record StoredForeignKey(
        StoredTable table,
        StoredTable target,
        String name,
        String rules,
        Map<Integer, String> columns,
        Map<Integer, String> targets) {

    /** The keys by which a table refers to others. */
    static List<StoredForeignKey> from(StoredTable table, DatabaseMetaData metadata) throws SQLException {
        return all(metadata.getImportedKeys(table.catalog(), table.schema(), table.name()));
    }

    /** The keys by which others refer to a table. */
    static List<StoredForeignKey> to(StoredTable table, DatabaseMetaData metadata) throws SQLException {
        return all(metadata.getExportedKeys(table.catalog(), table.schema(), table.name()));
    }

    private static List<StoredForeignKey> all(ResultSet keys) throws SQLException {
        Map<String, StoredForeignKey> found = new LinkedHashMap<>();
        try (ResultSet rows = keys) {
            while (rows.next()) {
                StoredForeignKey row = of(rows);
                StoredForeignKey key = found.computeIfAbsent(row.id(), missing -> row);
                key.columns.put(rows.getInt("KEY_SEQ"), rows.getString("FKCOLUMN_NAME"));
                key.targets.put(rows.getInt("KEY_SEQ"), rows.getString("PKCOLUMN_NAME"));
            }
        }
        return List.copyOf(found.values());
    }

    private static StoredForeignKey of(ResultSet row) throws SQLException {
        return new StoredForeignKey(
                table(row, "FK"),
                table(row, "PK"),
                row.getString("FK_NAME"),
                rule("delete", row.getInt("DELETE_RULE"))
                        + rule("update", row.getInt("UPDATE_RULE"))
                        + deferral(row.getInt("DEFERRABILITY")),
                new TreeMap<>(),
                new TreeMap<>());
    }

    private static StoredTable table(ResultSet row, String side) throws SQLException {
        return new StoredTable(
                row.getString(side + "TABLE_CAT"),
                row.getString(side + "TABLE_SCHEM"),
                row.getString(side + "TABLE_NAME"),
                List.of());
    }

    private static String rule(String action, int rule) {
        return switch (rule) {
            case DatabaseMetaData.importedKeyCascade -> " on " + action + " cascade";
            case DatabaseMetaData.importedKeyRestrict -> " on " + action + " restrict";
            case DatabaseMetaData.importedKeySetNull -> " on " + action + " set null";
            case DatabaseMetaData.importedKeySetDefault -> " on " + action + " set default";
            default -> "";
        };
    }

    private static String deferral(int deferrability) {
        return switch (deferrability) {
            case DatabaseMetaData.importedKeyInitiallyDeferred -> " deferrable initially deferred";
            case DatabaseMetaData.importedKeyInitiallyImmediate -> " deferrable";
            default -> "";
        };
    }

    /** What tells it from every other. */
    String id() {
        return table.catalog() + "." + table.schema() + "." + table.name() + "." + name;
    }
}
