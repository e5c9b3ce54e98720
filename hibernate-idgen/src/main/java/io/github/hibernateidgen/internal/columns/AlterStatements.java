package io.github.hibernateidgen.internal.columns;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.OracleDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.dialect.SQLServerDialect;

/**
 * Writes the statements that give columns the types of the mapping. The statements also change columns that refer to
 * these columns, in the same table or in other tables, whether mapped or not. A comment names the keys to drop before
 * the statements run. MySQL, MariaDB and HSQLDB cannot change a column of a foreign key. PostgreSQL rejects a foreign key
 * from a {@code numeric} to an integer column, so on PostgreSQL a column that becomes {@code numeric} must change before
 * the columns that refer to it. SQL Server cannot change a column of a key or an index. H2 and Oracle can change such
 * columns while the keys exist, and PostgreSQL can if all of them are integers, so these statements have no comment.
 */
final class AlterStatements {

    private final SqlStringGenerationContext sql;
    private final Dialect dialect;
    private final DatabaseMetaData metadata;

    /** The statements by the places of their columns. */
    private final Map<String, String> statements = new LinkedHashMap<>();

    private final Set<String> keys = new LinkedHashSet<>();

    AlterStatements(SqlStringGenerationContext sql, DatabaseMetaData metadata) {
        this.sql = sql;
        this.dialect = sql.getDialect();
        this.metadata = metadata;
    }

    /**
     * Returns the statements, after a comment for the keys to drop. Each statement ends in a semicolon, unless it is the
     * only line.
     */
    List<String> of(List<MisfitColumn> misfits) throws SQLException {
        if (dialect instanceof SQLServerDialect && !misfits.isEmpty()) {
            keys.add("the primary keys and the indexes of these columns");
        }
        for (MisfitColumn misfit : misfits) {
            String table = sql.format(misfit.needed().table().getQualifiedTableName());
            String column = misfit.needed().column().getQuotedName(dialect);
            statements.put(
                    misfit.table().place() + "." + misfit.column().name(),
                    alter(table, column, misfit.column(), misfit.type()));
        }
        for (MisfitColumn misfit : misfits) {
            followKeys(misfit.table(), misfit.column(), misfit.type());
        }
        List<String> lines = new ArrayList<>();
        if (!keys.isEmpty() && !canKeepKeys(misfits)) {
            lines.add("-- drop first, and add again afterwards: " + String.join(", ", keys));
        }
        String end = lines.size() + statements.size() == 1 ? "" : ";";
        statements.values().forEach(statement -> lines.add(statement + end));
        return lines;
    }

    /** Returns whether the database can change these columns while their keys exist. */
    private boolean canKeepKeys(List<MisfitColumn> misfits) {
        return dialect instanceof H2Dialect
                || dialect instanceof OracleDialect
                || (dialect instanceof PostgreSQLDialect
                        && misfits.stream()
                                .map(misfit -> misfit.column().type().toString())
                                .allMatch(type -> type.matches("(small|big)?int(eger|[248])?")));
    }

    /** Finds the foreign keys that contain a changed column, and changes the columns that refer to the column. */
    private void followKeys(StoredTable table, StoredColumn column, String type) throws SQLException {
        List<Map.Entry<StoredTable, String>> referring = new ArrayList<>();
        for (boolean isExported : new boolean[] {false, true}) {
            try (ResultSet rows = isExported
                    ? metadata.getExportedKeys(table.catalog(), table.schema(), table.name())
                    : metadata.getImportedKeys(table.catalog(), table.schema(), table.name())) {
                while (rows.next()) {
                    if (column.name().equals(rows.getString(isExported ? "PKCOLUMN_NAME" : "FKCOLUMN_NAME"))) {
                        keys.add(rows.getString("FK_NAME") + " of " + rows.getString("FKTABLE_NAME"));
                        if (isExported) {
                            referring.add(Map.entry(StoredTable.at(rows, "FK"), rows.getString("FKCOLUMN_NAME")));
                        }
                    }
                }
            }
        }
        for (Map.Entry<StoredTable, String> entry : referring) {
            changeReferring(entry.getKey(), entry.getValue(), type);
        }
    }

    private void changeReferring(StoredTable place, String name, String type) throws SQLException {
        String key = place.place() + "." + name;
        if (statements.containsKey(key)) {
            return;
        }
        StoredTable table = StoredTable.read(metadata, place, true).orElse(place);
        StoredColumn column = table.column(name).orElse(null);
        if (column != null) {
            statements.put(key, alter(quoted(table), quoted(name), column, type));
            followKeys(table, column, type);
        }
    }

    private String alter(String table, String column, StoredColumn stored, String type) {
        String definition = type + (stored.required() ? " not null" : "");
        String alter = dialect.supportsAlterColumnType()
                ? dialect.getAlterColumnTypeString(
                        column,
                        // SQL Server drops a "not null" that the statement does not repeat.
                        dialect instanceof SQLServerDialect ? definition : type,
                        definition)
                : "alter column " + column + " set data type " + type;
        return "alter table " + table + " " + alter;
    }

    /** Returns the quoted name of a table with its schema, or with its catalog if the database has no schemas. */
    private String quoted(StoredTable table) {
        String place = table.schema() != null ? table.schema() : table.catalog();
        return (place == null ? "" : quoted(place) + ".") + quoted(table.name());
    }

    /** Quotes a name, which is spelled as the database returned it. */
    private String quoted(String name) {
        return dialect.openQuote() + name + dialect.closeQuote();
    }
}
