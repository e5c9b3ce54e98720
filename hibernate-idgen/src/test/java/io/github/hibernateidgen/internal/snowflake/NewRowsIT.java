package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The columns of PostgreSQL by which docs/snowflake.md reads new rows: no row comes below what was read. */
class NewRowsIT {

    private static final String COMMITTED = "written < pg_snapshot_xmin(pg_current_snapshot())";

    private static List<Long> read(Connection connection, String condition) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select id from events where " + condition + " order by id")) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void transactionNumbersOfPostgresqlLoseNoRow() throws SQLException {
        RunningDatabase running = TestDatabase.POSTGRESQL.orSkip();
        try (Connection slow = running.connect();
                Connection fast = running.connect()) {
            execute(fast, "create table events (id bigint primary key, written xid8 default pg_current_xact_id())");
            try {
                slow.setAutoCommit(false);
                execute(slow, "insert into events (id) values (1)");
                execute(fast, "insert into events (id) values (2)");
                assertThat(read(fast, "id > 0")).as("by the id").containsExactly(2L);
                assertThat(read(fast, COMMITTED)).as("by the transaction").isEmpty();
                slow.commit();
                assertThat(read(fast, "id > 2")).as("the late row is lost").isEmpty();
                assertThat(read(fast, COMMITTED)).containsExactly(1L, 2L);
            } finally {
                execute(fast, "drop table events");
            }
        }
    }
}
