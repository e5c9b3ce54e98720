package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;

/** A fresh H2 database in memory. */
final class H2 {

    private H2() {}

    static JdbcDataSource database(String options) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1" + options);
        return dataSource;
    }

    static JdbcDataSource databaseWithTable() throws SQLException {
        JdbcDataSource dataSource = database("");
        execute(dataSource, JdbcDatabase.H2.ddl());
        return dataSource;
    }

    static void execute(JdbcDataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            execute(connection, sql);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
