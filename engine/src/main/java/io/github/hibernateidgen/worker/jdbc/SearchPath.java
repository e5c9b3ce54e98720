package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's answer to where a table without a schema is.
 *
 * @param found the schema that has the table; null if no schema of the {@code search_path} has it
 * @param current the schema in which new tables are created; null if there is none
 * @param isSet whether the {@code search_path} has been changed since the session began
 */
record SearchPath(@Nullable String found, @Nullable String current, boolean isSet) {

    private static final String QUERY = "select (select n.nspname from pg_catalog.pg_class c"
            + " join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = to_regclass(?)),"
            + " current_schema(), current_setting('search_path') <>"
            + " (select reset_val from pg_catalog.pg_settings where name = 'search_path')";

    /**
     * Asks for a table.
     *
     * @param name the table's name in SQL
     */
    static SearchPath of(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(QUERY)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new SearchPath(row.getString(1), row.getString(2), row.getBoolean(3));
            }
        }
    }

    /** Asks with the {@code search_path} that the session began with, in a transaction that is rolled back. */
    static SearchPath ofSessionStart(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("set local search_path to default");
            return of(connection, name);
        } finally {
            connection.rollback();
        }
    }
}
