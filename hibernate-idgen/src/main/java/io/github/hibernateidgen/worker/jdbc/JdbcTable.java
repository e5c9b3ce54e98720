package io.github.hibernateidgen.worker.jdbc;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of the table that keeps reservations.
 *
 * <p>Each part is 1 to 128 of the characters {@code A-Z a-z 0-9 _ $ # -}, and begins with a letter or {@code _}. All parts
 * are quoted in SQL, so reserved words are allowed. The columns are {@code namespace}, {@code worker_id}, {@code owner} and
 * {@code reserved_until}.
 *
 * <p>Immutable and thread-safe.
 *
 * @param catalog the catalog; null for the connection's catalog
 * @param schema the schema; null for the connection's schema
 * @param name the table
 * @param exact false for a table that was made without quoting its names, as by the scripts that come with this library
 *     and by Hibernate unless told otherwise: the database has folded them to upper or lower case. True for a table
 *     whose names, with the column names, were quoted, so that the database has not folded them
 */
public record JdbcTable(@Nullable String catalog, @Nullable String schema, String name, boolean exact) {

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_$#-]{0,127}");
    private static final Pattern REGULAR = Pattern.compile("[A-Za-z0-9_]*");

    /** Table {@code idgen_worker} in the schema of the connection. */
    public static final JdbcTable DEFAULT = new JdbcTable(null, null, "idgen_worker", false);

    /**
     * Checks the names.
     *
     * @throws IllegalArgumentException if a part is not an identifier
     */
    public JdbcTable {
        requireIdentifier("catalog", catalog);
        requireIdentifier("schema", schema);
        requireIdentifier("table", name);
    }

    /**
     * Reads a name as the settings and the command line write it.
     *
     * @param text {@code catalog.schema.table}, {@code schema.table} or {@code table}. On a database that has catalogs but no
     *     schemas, such as MySQL, {@code schema} is the catalog
     * @return the table, with names that are not exact
     * @throws IllegalArgumentException if the text has more parts, or a part is not an identifier
     */
    public static JdbcTable of(String text) {
        String[] names = text.split("\\.", -1);
        return switch (names.length) {
            case 1 -> new JdbcTable(null, null, names[0], false);
            case 2 -> new JdbcTable(null, names[0], names[1], false);
            case 3 -> new JdbcTable(names[0], names[1], names[2], false);
            default ->
                throw new IllegalArgumentException("table name [" + text
                        + "] has more than three parts; write catalog.schema.table, schema.table or table");
        };
    }

    /**
     * Whether a name can only have been made with quotes, in every database. Such a name is never folded.
     *
     * @param name one of the names
     * @return false if the name is made of letters, digits and {@code _}
     */
    public static boolean needsQuotes(String name) {
        return !REGULAR.matcher(name).matches();
    }

    /** Returns the name as a user would write it. */
    @Override
    public String toString() {
        return (catalog == null ? "" : catalog + ".") + (schema == null ? "" : schema + ".") + name;
    }

    private static void requireIdentifier(String part, @Nullable String value) {
        if (value != null && !IDENTIFIER.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    part + " name [" + value
                            + "] is not an identifier; give a letter or _ and then up to 127 of the characters A-Z a-z 0-9 _ $ # -");
        }
    }
}
