package io.github.hibernateidgen.worker.jdbc;

import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.text.WrongArgumentException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of the table that keeps reservations.
 *
 * <p>Each part is 1 to 128 of the characters {@code A-Z a-z 0-9 _ $ # -}, and begins with a letter or {@code _}. Such a
 * part is meant as the database stores an unquoted name: {@code Shop} is {@code shop} in PostgreSQL and {@code SHOP} in H2.
 * A part in double quotes is meant exactly as it is written, and may contain other characters, except quotation marks and
 * {@code ]}. All parts are quoted in SQL, so reserved words are allowed. The columns are {@code namespace},
 * {@code worker_id}, {@code owner} and {@code reserved_until}, created without quotes.
 *
 * <p>Immutable and thread-safe.
 *
 * @param catalog the catalog; null for the catalog of the store's first connection
 * @param schema the schema; null for the schema in which the store's first connection finds the table
 * @param name the table
 */
public record JdbcTable(@Nullable String catalog, @Nullable String schema, String name) {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_$#-]{0,127}");
    private static final Pattern QUOTED = Pattern.compile("\"[^\"`\\]\\p{Cntrl}]{1,128}\"");
    private static final Pattern REGULAR = Pattern.compile("[A-Za-z0-9_]*");

    /** A dot that an even number of quotation marks follows, and so a dot outside of quotation marks. */
    private static final Pattern DOT = Pattern.compile("\\.(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");

    /** Table {@code idgen_worker} in the schema in which the store's first connection finds it. */
    public static final JdbcTable DEFAULT = new JdbcTable(null, null, "idgen_worker");

    /**
     * Checks the names.
     *
     * @throws IllegalArgumentException if a name is not an identifier
     */
    public JdbcTable {
        requireIdentifier("catalog", catalog);
        requireIdentifier("schema", schema);
        requireIdentifier("table", name);
    }

    /**
     * Parses a name from the settings or the command line.
     *
     * @param text {@code catalog.schema.table}, {@code schema.table} or {@code table}. On a database with catalogs but
     *     without schemas, such as MySQL, {@code schema} is the catalog. A part may be in double quotes or backticks
     * @return the table, with names that are exact only where they are quoted
     * @throws IllegalArgumentException if the text has more parts, or a part is not an identifier
     */
    public static JdbcTable of(String text) {
        String[] names = DOT.split(text.replace('`', '"'), -1);
        return switch (names.length) {
            case 1 -> new JdbcTable(null, null, names[0]);
            case 2 -> new JdbcTable(null, names[0], names[1]);
            case 3 -> new JdbcTable(names[0], names[1], names[2]);
            default ->
                throw new WrongArgumentException(
                        "table name [" + GivenText.shown(text) + "] has more than three parts",
                        "write catalog.schema.table, schema.table or table");
        };
    }

    /**
     * Returns whether a name is quoted, or needs quotes in standard SQL. This library expects that such a name was created
     * with quotes, so that no database has folded the name to upper or lower case.
     *
     * @param name the name of a catalog, a schema or a table
     * @return false if the name is made of letters, digits and {@code _}
     */
    public static boolean needsQuotes(String name) {
        return !REGULAR.matcher(name).matches();
    }

    /** Returns the name as {@link #of} parses it. */
    @Override
    public String toString() {
        return (catalog == null ? "" : catalog + ".") + (schema == null ? "" : schema + ".") + name;
    }

    /** Returns whether a name can be a part without quotation marks. */
    static boolean isPlain(String name) {
        return PLAIN.matcher(name).matches();
    }

    private static void requireIdentifier(String part, @Nullable String value) {
        if (value != null && !isPlain(value) && !QUOTED.matcher(value).matches()) {
            throw new WrongArgumentException(
                    part + " name [" + GivenText.shown(value) + "] is not an identifier",
                    "give a letter or _ and then up to 127 of the characters A-Z a-z 0-9"
                            + " _ $ # -, or up to 128 other characters in double quotes");
        }
    }
}
