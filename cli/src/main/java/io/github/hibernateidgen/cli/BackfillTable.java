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
 * The rows that have no id yet. Names stand in the statements as they were given, quotes included.
 *
 * @param id the column of the ids
 * @param created the column of the time at which a row was made
 * @param key the columns that tell rows apart so far
 * @param zone the time zone of times that have none
 */
record BackfillTable(
        Connections connections,
        String table,
        String id,
        String created,
        List<String> key,
        @Nullable ZoneId zone) {

    private static final int FETCH = 1000;

    /** What is done with a row; false to see no more. */
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

    /** The key of the oldest row, as messages name it. */
    String oldest() throws SQLException {
        return named(" order by " + created);
    }

    /** The key of the youngest row, as messages name it. */
    String youngest() throws SQLException {
        return named(" order by " + created + " desc");
    }

    /** The key of a row without a time, as messages name it. */
    String timeless() throws SQLException {
        return named(" and " + created + " is null");
    }

    private String named(String which) throws SQLException {
        String query = "select " + String.join(", ", key) + " from " + table + " where " + id + " is null" + which;
        return key + " = " + first(query, row -> row.next() ? keyText(key(row)) : "[]"); // It may be gone by now.
    }

    private Object[] key(ResultSet row) throws SQLException {
        Object[] values = new Object[key.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.getObject(i + 1);
        }
        return values;
    }

    /** How many values of the key stand for more than one row: these would get one id. */
    long ambiguousKeys() throws SQLException {
        return count("select count(*) from (select count(*) as n from " + table + " where " + id + " is null group by "
                + String.join(", ", key) + " having count(*) > 1) ambiguous");
    }

    /** How many rows have a key with a null, which equals nothing, so that no update finds them. */
    long nullKeys() throws SQLException {
        return count("select count(*) from " + table + " where " + id + " is null and ("
                + String.join(" is null or ", key) + " is null)");
    }

    /** How many rows without an id have one of these keys, as {@link #keyText} writes them. */
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

    /** How the column takes GUIDs. */
    GuidColumn guidColumn() throws SQLException {
        return empty(none -> GuidColumn.of(none, id));
    }

    /** Whether the ids are numbers; false where they are text. */
    boolean hasNumbers() throws SQLException {
        return empty(none -> {
            int type = none.getMetaData().getColumnType(1);
            boolean text = type == Types.VARCHAR || type == Types.CHAR || type == Types.NVARCHAR || type == Types.NCHAR;
            if (!text && type != Types.BIGINT && type != Types.NUMERIC && type != Types.DECIMAL) {
                throw new RefusedException("column [" + id + "] of " + table + " is of type "
                        + none.getMetaData().getColumnTypeName(1)
                        + "; ids need bigint, or char or varchar for their text");
            }
            return !text;
        });
    }

    /** Uses a result that has the column of the ids and no row. It is the first one, so it tells of a wrong name. */
    private <T> T empty(RowUse<T> use) throws SQLException {
        String columns = id + ", " + created + ", " + String.join(", ", key);
        try {
            return first("select " + columns + " from " + table + " where 1 = 0", use);
        } catch (SQLException e) {
            throw new SQLException(
                    "table [" + table + "] with columns [" + columns + "] can't be read: " + DatabaseOptions.said(e)
                            + "; give the names as in SQL, with the schema and quotes where they need them, and a --user"
                            + " who may read them",
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

    /** Looks at all ids that are there; text is read by a function, which refuses what is none. */
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

    /** Gives the rows, the oldest first. */
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

    /** Uses the rows of a query, at most some of them, or all with 0. */
    private <T> T query(String query, int most, RowUse<T> use) throws SQLException {
        try (Connection connection = connections.open()) {
            // Some drivers hand out rows bit by bit in a transaction only, and MySQL's at this size.
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
