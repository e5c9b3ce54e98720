package io.github.hibernateidgen.load;

import io.github.hibernateidgen.database.RunningDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The sessions of applications on a PostgreSQL, seen by a session of its own. */
final class ServerSessions implements AutoCloseable {

    private final Connection connection;

    ServerSessions(RunningDatabase database) throws SQLException {
        connection = database.connect();
    }

    /** Returns how many sessions an application has. */
    int of(String application) throws SQLException {
        return count(application, "true");
    }

    /** Returns how many sessions of an application wait for a lock. */
    int waitingForLock(String application) throws SQLException {
        return count(application, "wait_event_type = 'Lock'");
    }

    private int count(String application, String condition) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                "select count(*) from pg_stat_activity where application_name = ? and " + condition)) {
            query.setString(1, application);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
