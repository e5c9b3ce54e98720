package io.github.hibernateidgen.worker.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;

/**
 * The names of one table, as they are written in {@link JdbcTable}, as the database stores them, and as they are quoted
 * in SQL.
 *
 * <p>Immutable and thread-safe.
 *
 * @param database decides how names are quoted
 * @param quote the quotation mark of the driver
 * @param isUpper whether the database stores unquoted names in upper case
 * @param isLower whether the database stores unquoted names in lower case
 */
record Names(JdbcDatabase database, String quote, boolean isUpper, boolean isLower) {

    /** Reads the metadata of a connection to the database. */
    static Names of(DatabaseMetaData metaData) throws SQLException {
        return new Names(
                JdbcDatabase.of(metaData),
                metaData.getIdentifierQuoteString().trim(),
                metaData.storesUpperCaseIdentifiers(),
                metaData.storesLowerCaseIdentifiers());
    }

    /** Returns the part of a name in SQL, with quotation marks. */
    String quoted(String part) {
        return database.quoted(stored(part), quote);
    }

    /** Returns the part of a name as the database stores it. */
    private String stored(String part) {
        if (JdbcTable.needsQuotes(part)) {
            return part.startsWith("\"") ? part.substring(1, part.length() - 1) : part;
        }
        return isUpper ? part.toUpperCase(Locale.ROOT) : isLower ? part.toLowerCase(Locale.ROOT) : part;
    }

    /** Returns how a name that the database stores is written in {@link JdbcTable}. */
    String written(String stored) {
        return JdbcTable.isPlain(stored) && stored(stored).equals(stored) ? stored : '"' + stored + '"';
    }

    /** Returns the whole name of the table in SQL. */
    String quoted(JdbcTable table) {
        String name = quoted(table.name());
        if (table.schema() != null) {
            name = quoted(table.schema()) + "." + name;
        } else if (table.catalog() != null) {
            return database.inCatalog(quoted(table.catalog()), name);
        }
        return table.catalog() == null ? name : quoted(table.catalog()) + "." + name;
    }

    /** Returns the table in a schema that the database stores. */
    JdbcTable inSchema(JdbcTable table, String schema) {
        return new JdbcTable(table.catalog(), written(schema), table.name());
    }

    /** Returns the table in a catalog that the database stores. */
    JdbcTable inCatalog(JdbcTable table, String catalog) {
        return new JdbcTable(written(catalog), table.schema(), table.name());
    }
}
