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
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether a column gives rows back in the order in which their ids were made, each with its id. */
record VerifiedColumn(Connection connection, String table, String type) {

    private static final int ROWS = 2000;

    /** So many rows have one time, and a counter that tells them apart. */
    private static final int TOGETHER = 8;

    /** Far enough apart to change each byte of a time. */
    private static final Duration STEP = Duration.ofDays(80).plusMillis(12_345);

    private static final Instant START = Instant.parse("2024-01-02T00:00:00Z");

    /** Creates and fills the table, and returns what was seen. */
    String verify() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table " + table + " (id " + type + " not null primary key, n int not null)");
            if (type.equals("bigint") || type.startsWith("number")) {
                PastIds ids = new PastIds(SnowflakeLayout.STANDARD, 1023, Map.of(), Long.MAX_VALUE, bound -> 0);
                return verify(times().map(time -> ids.next(time).getAsLong()).toList(), null);
            }
            try (ResultSet none = statement.executeQuery("select id from " + table)) {
                return verify(GuidColumn.of(none, "id"));
            }
        }
    }

    /** Fills the table by GUIDs for a column. */
    String verify(GuidColumn column) throws SQLException {
        PastGuids guids = new PastGuids(GuidFormat.RFC_9562, column.order(), Instant.MAX);
        return verify(times().map(time -> guids.next(time).orElseThrow()).toList(), column) + " in order "
                + column.order();
    }

    private static Stream<Instant> times() {
        return Stream.iterate(0, row -> row < ROWS, row -> row + 1)
                .map(row -> START.plus(STEP.multipliedBy(row / TOGETHER)));
    }

    /** Numbers without a column for GUIDs. */
    private String verify(List<?> ids, @Nullable GuidColumn guids) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement insert =
                connection.prepareStatement("insert into " + table + " (n, id) values (?, ?)")) {
            for (int row = 0; row < ROWS; row++) {
                insert.setInt(1, row);
                set(insert, 2, guids, ids.get(row));
                insert.addBatch();
            }
            insert.executeBatch();
        }
        connection.commit();
        connection.setAutoCommit(true);
        requireOrder(ids, guids);
        requireRange(ids, guids);
        return ROWS + (guids == null ? " ids ascend" : " GUIDs ascend");
    }

    private void requireOrder(List<?> ids, @Nullable GuidColumn guids) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select id, n from " + table + " order by id")) {
            for (int row = 0; rows.next(); row++) {
                if (rows.getInt(2) != row) {
                    throw new RefusedException("row " + rows.getInt(2) + " stands at place " + row);
                }
                Object read = guids == null ? (Object) rows.getLong(1) : guids.get(rows, 1);
                if (!ids.get(row).equals(read)) {
                    throw new RefusedException("id [" + ids.get(row) + "] is read as [" + read + "]");
                }
            }
        }
    }

    /** What a query by time rests on. */
    private void requireRange(List<?> ids, @Nullable GuidColumn guids) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("select count(*) from " + table + " where id between ? and ?")) {
            set(statement, 1, guids, ids.get(ROWS / 4));
            set(statement, 2, guids, ids.get(ROWS / 2));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                if (row.getInt(1) != ROWS / 4 + 1) {
                    throw new RefusedException(
                            "between two ids are " + row.getInt(1) + " rows instead of " + (ROWS / 4 + 1));
                }
            }
        }
    }

    private static void set(PreparedStatement statement, int parameter, @Nullable GuidColumn guids, Object id)
            throws SQLException {
        if (guids == null) {
            statement.setLong(parameter, (Long) id);
        } else {
            guids.set(statement, parameter, (UUID) id);
        }
    }
}
