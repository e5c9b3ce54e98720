package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Checks that a column sorts rows in the order in which their ids were made, and returns each id unchanged. */
record VerifiedColumn(Connection connection, String table, String type) {

    private static final int ROWS = 2000;

    /** The number of rows that have the same time. Their ids differ in a counter. */
    private static final int TOGETHER = 8;

    /**
     * The step from one time to the next. The step is so long that each byte of the time changes from the first row to
     * the last row.
     */
    private static final Duration STEP = Duration.ofDays(80).plusMillis(12_345);

    private static final Instant START = Instant.parse("2024-01-02T00:00:00Z");

    private interface Read {
        Object at(ResultSet row, int column) throws SQLException;
    }

    /** Creates and fills the table, checks the order of its rows, and returns a description of the result. */
    String verify() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table " + table + " (id " + type + " not null primary key, n int not null)");
            if (type.equals("bigint") || type.startsWith("number")) {
                PastIds ids = new PastIds(SnowflakeLayout.STANDARD, 1023, Map.of(), Long.MAX_VALUE, bound -> 0);
                verify(made(time -> ids.next(time).getAsLong()), id -> id, ResultSet::getLong);
                return ROWS + " ids ascend";
            }
            try (ResultSet none = statement.executeQuery("select id from " + table)) {
                return verify(JdbcGuidColumn.of(none, "id"));
            }
        }
    }

    /** Fills the table with GUIDs of the column's order, and checks the order of the rows. */
    String verify(JdbcGuidColumn column) throws SQLException {
        PastGuids guids = new PastGuids(GuidFormat.RFC_9562, column.order(), Instant.MAX);
        verify(made(time -> guids.next(time).orElseThrow()), column::sent, column::read);
        return ROWS + " GUIDs ascend in order " + column.order();
    }

    private static <T> List<T> made(Function<Instant, T> id) {
        return IntStream.range(0, ROWS)
                .mapToObj(row -> id.apply(START.plus(STEP.multipliedBy(row / TOGETHER))))
                .toList();
    }

    private <T> void verify(List<T> ids, Function<T, Object> sent, Read read) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement insert =
                connection.prepareStatement("insert into " + table + " (n, id) values (?, ?)")) {
            for (int row = 0; row < ROWS; row++) {
                insert.setInt(1, row);
                insert.setObject(2, sent.apply(ids.get(row)));
                insert.addBatch();
            }
            insert.executeBatch();
        }
        connection.commit();
        connection.setAutoCommit(true);
        // Reads all rows, then the last three quarters of the rows, as a query by time would.
        try (PreparedStatement query =
                connection.prepareStatement("select id, n from " + table + " where id >= ? order by id")) {
            for (int first : new int[] {0, ROWS / 4}) {
                query.setObject(1, sent.apply(ids.get(first)));
                requireOrder(ids.subList(first, ROWS), first, query, read);
            }
        }
    }

    private static void requireOrder(List<?> ids, int first, PreparedStatement query, Read read) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            for (int at = 0; at < ids.size(); at++) {
                int row = rows.next() ? rows.getInt(2) : -1;
                if (row != first + at) {
                    throw new RejectedException("the database sorts row " + row + " to position " + (first + at)
                            + "; please open an issue");
                }
                if (!ids.get(at).equals(read.at(rows, 1))) {
                    throw new RejectedException(
                            "id [" + ids.get(at) + "] is read as [" + read.at(rows, 1) + "]; please open an issue");
                }
            }
        }
    }
}
