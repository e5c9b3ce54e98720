package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.cli.DatabaseOptions.Connections;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A table with rows that have no id yet. SQL statements use the names exactly as they were given, including quotes.
 *
 * @param id the column of the ids
 * @param created the column with the time at which a row was made
 * @param key the columns of the existing key; {@link OldRows#requireKey} checks that it is unique
 * @param zone the time zone for times without a time zone; null if none was given
 */
record BackfillTable(
        Connections connections,
        String table,
        String id,
        String created,
        List<String> key,
        @Nullable ZoneId zone) {

    private static final int FETCH = 1000;

    /** Handles a row. Returns false to stop. */
    interface Use {
        boolean of(Object[] key, Instant made) throws SQLException;
    }

    OldRows rows() throws SQLException {
        String query = "select count(*), count(" + created + "), min(" + created + "), max(" + created + ") from "
                + table + " where " + id + " is null";
        return first(query, row -> {
            row.next();
            TimeColumn times = TimeColumn.of(row.getMetaData(), 3, zone, created);
            return new OldRows(this, row.getLong(1), row.getLong(2), times.read(row, 3), times.read(row, 4));
        });
    }

    /** For messages: returns the key of the oldest row without an id. */
    String oldest() throws SQLException {
        return firstKey(" order by " + created);
    }

    /** For messages: returns the key of the youngest row without an id. */
    String youngest() throws SQLException {
        return firstKey(" order by " + created + " desc");
    }

    /** For messages: returns the key of a row without an id and without a time. */
    String timeless() throws SQLException {
        return firstKey(" and " + created + " is null");
    }

    private String firstKey(String condition) throws SQLException {
        String query = "select " + String.join(", ", key) + " from " + table + " where " + id + " is null" + condition;
        return key + " = " + first(query, row -> row.next() ? keyText(key(row)) : "[]"); // The row may be gone.
    }

    private Object[] key(ResultSet row) throws SQLException {
        Object[] values = new Object[key.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.getObject(i + 1);
        }
        return values;
    }

    /** Returns how many values of the key belong to several rows without an id. Such rows would get the same id. */
    long ambiguousKeys() throws SQLException {
        return count("select count(*) from (select count(*) as n from " + table + " where " + id + " is null group by "
                + String.join(", ", key) + " having count(*) > 1) ambiguous");
    }

    /**
     * Returns how many rows without an id have a null in their key. No update finds such a row, because null is not equal to
     * null in SQL.
     */
    long nullKeys() throws SQLException {
        return count("select count(*) from " + table + " where " + id + " is null and ("
                + String.join(" is null or ", key) + " is null)");
    }

    /** Returns how many rows with a time and without an id have one of these keys, in the form of {@link #keyText}. */
    long withKeys(Set<String> keys) throws SQLException {
        if (keys.isEmpty()) {
            return 0;
        }
        long[] found = {0};
        each((values, made) -> {
            found[0] += keys.contains(keyText(values)) ? 1 : 0;
            return true;
        });
        return found[0];
    }

    static String keyText(Object[] key) {
        return Arrays.deepToString(key);
    }

    /** Returns the form in which the id column takes GUIDs. */
    JdbcGuidColumn guidColumn() throws SQLException {
        return empty(none -> JdbcGuidColumn.of(none, id));
    }

    /** Returns true if the id column holds numbers, and false if it holds text. Throws for a column of another type. */
    boolean hasNumbers() throws SQLException {
        return empty(none -> {
            int type = none.getMetaData().getColumnType(1);
            boolean text = type == Types.VARCHAR || type == Types.CHAR || type == Types.NVARCHAR || type == Types.NCHAR;
            if (!text && type != Types.BIGINT && type != Types.NUMERIC && type != Types.DECIMAL) {
                throw new RejectedException("column [" + id + "] of " + table + " is of type "
                        + none.getMetaData().getColumnTypeName(1)
                        + "; ids need bigint, or char or varchar for their text");
            }
            return !text;
        });
    }

    /**
     * Applies a function to a result set without rows. Its first column is the id. A command runs this query first, so the
     * exception explains a wrong name.
     */
    private <T> T empty(RowUse<T> use) throws SQLException {
        String columns = id + ", " + created + ", " + String.join(", ", key);
        try {
            return first("select " + columns + " from " + table + " where 1 = 0", use);
        } catch (SQLException e) {
            throw new SQLException(
                    "table [" + table + "] with columns [" + columns + "] can't be read: "
                            + DatabaseOptions.firstLine(e)
                            + "; give the names as in SQL, with the schema and quotes if they need them, and a --user"
                            + " who may read the table",
                    e);
        }
    }

    private long count(String query) throws SQLException {
        return first(query, row -> {
            row.next();
            return row.getLong(1);
        });
    }

    private <T> T first(String query, RowUse<T> use) throws SQLException {
        return query(query, 1, use);
    }

    /**
     * Passes all existing ids to a function. Ids that are text are parsed, and the parser throws for a text that is not an
     * id.
     */
    void ids(boolean numbers, ToLongFunction<String> parse, LongConsumer use) throws SQLException {
        scan("select " + id + " from " + table + " where " + id + " is not null", row -> {
            if (numbers) {
                use.accept(row.getLong(1));
            } else {
                use.accept(parse.applyAsLong(row.getString(1).strip()));
            }
            return true;
        });
    }

    /** Passes the rows without an id to a function, oldest row first. Rows without a time are skipped. */
    void each(Use use) throws SQLException {
        String keys = String.join(", ", key);
        String query = "select " + keys + ", " + created + " from " + table + " where " + id + " is null order by "
                + created + ", " + keys;
        List<TimeColumn> times = new ArrayList<>();
        scan(query, row -> {
            if (times.isEmpty()) {
                times.add(TimeColumn.of(row.getMetaData(), key.size() + 1, zone, created));
            }
            Instant made = times.get(0).read(row, key.size() + 1);
            return made == null || use.of(key(row), made);
        });
    }

    String update() {
        StringBuilder update = new StringBuilder("update " + table + " set " + id + " = ? where " + id + " is null");
        key.forEach(column -> update.append(" and ").append(column).append(" = ?"));
        return update.toString();
    }

    private void scan(String query, RowUse<Boolean> use) throws SQLException {
        query(query, 0, rows -> {
            boolean more = true;
            while (more && rows.next()) {
                more = use.of(rows);
            }
            return more;
        });
    }

    /** Applies a function to the rows of a query. {@code most} limits the number of rows; 0 means all rows. */
    private <T> T query(String query, int most, RowUse<T> use) throws SQLException {
        try (Connection connection = connections.open()) {
            // Some drivers only stream rows inside of a transaction. MySQL's driver only streams if the fetch size is
            // Integer.MIN_VALUE.
            connection.setAutoCommit(false);
            String driver = connection.getMetaData().getDriverName().toLowerCase(Locale.ROOT);
            try (PreparedStatement statement = connection.prepareStatement(query)) {
                statement.setMaxRows(most);
                if (most == 0) {
                    statement.setFetchSize(driver.contains("mysql connector") ? Integer.MIN_VALUE : FETCH);
                }
                try (ResultSet rows = statement.executeQuery()) {
                    return use.of(rows);
                }
            } finally {
                connection.rollback();
            }
        }
    }

    private interface RowUse<T> {
        T of(ResultSet row) throws SQLException;
    }
}
