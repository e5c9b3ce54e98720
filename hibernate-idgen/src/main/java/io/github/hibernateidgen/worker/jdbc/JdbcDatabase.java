package io.github.hibernateidgen.worker.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;

/**
 * The databases that a script for the table of reservations comes with. The statements themselves are the same on all.
 *
 * <p>The script of {@code SQL_SERVER} is the resource {@code io/github/hibernateidgen/worker/jdbc/sql_server.sql}, and
 * so on; Flyway and Liquibase users copy it among their own.
 */
public enum JdbcDatabase {
    /** PostgreSQL and CockroachDB. */
    POSTGRESQL("PostgreSQL"),
    /** MySQL and TiDB. */
    MYSQL("MySQL"),
    /** MariaDB. */
    MARIADB("MariaDB"),
    /** Microsoft SQL Server. */
    SQL_SERVER("Microsoft SQL Server"),
    /** Oracle. */
    ORACLE("Oracle"),
    /** DB2. */
    DB2("DB2"),
    /** H2. */
    H2("H2"),
    /** HSQLDB. */
    HSQLDB("HSQL Database Engine"),
    /** Derby. */
    DERBY("Apache Derby"),
    /** Any other: types as the SQL standard has them. */
    OTHER("");

    private final String productPrefix;

    JdbcDatabase(String productPrefix) {
        this.productPrefix = productPrefix;
    }

    /**
     * Recognizes a database by its product name.
     *
     * @param metaData of a connection to it
     * @return the database, {@link #OTHER} if it is none of those named here
     * @throws SQLException if it does not say
     */
    public static JdbcDatabase of(DatabaseMetaData metaData) throws SQLException {
        String product = metaData.getDatabaseProductName();
        return Arrays.stream(values())
                .filter(database -> product.startsWith(database.productPrefix))
                .findFirst()
                .orElse(OTHER);
    }

    /**
     * Returns the statement that creates the table {@code idgen_worker}.
     *
     * @return the text of the script, which ends in a semicolon and a line feed
     */
    public String ddl() {
        String resource = name().toLowerCase(Locale.ROOT) + ".sql";
        try (InputStream script = JdbcDatabase.class.getResourceAsStream(resource)) {
            if (script == null) {
                throw new IllegalStateException(
                        "resource [" + resource + "] is missing beside " + JdbcDatabase.class + "; repair the jar");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
