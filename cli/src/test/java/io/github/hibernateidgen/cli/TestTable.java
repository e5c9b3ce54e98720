package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A database in memory with a table of reservations. */
final class TestTable implements AutoCloseable {

    final String url;
    final JdbcReservationStore store;
    private final Connection connection;

    TestTable() throws SQLException {
        this("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    TestTable(String url) throws SQLException {
        this.url = url;
        this.connection = DriverManager.getConnection(url);
        ConnectionSource connections = ConnectionSource.of(() -> DriverManager.getConnection(url));
        this.store = new JdbcReservationStore(connections, JdbcTable.DEFAULT);
        store.createTable();
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    List<Long> longs(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<Long> longs = new ArrayList<>();
            while (rows.next()) {
                longs.add(rows.getLong(1));
            }
            return longs;
        }
    }

    List<String> texts(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
