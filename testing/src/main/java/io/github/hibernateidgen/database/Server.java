package io.github.hibernateidgen.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A server that accepts connections, and how to end it; ending one twice does nothing. */
record Server(String jdbcUrl, String user, String password, Runnable end) {

    Connection connect() throws SQLException {
        return user.isEmpty()
                ? DriverManager.getConnection(jdbcUrl)
                : DriverManager.getConnection(jdbcUrl, user, password);
    }

    /** Without the URL and the password, which may be a user's own. */
    @Override
    public String toString() {
        return "a server";
    }
}
