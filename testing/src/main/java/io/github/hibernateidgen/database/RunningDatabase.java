package io.github.hibernateidgen.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * A database that a test may use. All tests of one JVM share it: make tables of your own and drop them. Immutable.
 *
 * @param user empty if the URL says it all
 * @param productName as the server says, like {@code productVersion}
 * @param source how it was reached, in words
 */
public record RunningDatabase(
        TestDatabase database,
        String jdbcUrl,
        String user,
        String password,
        String productName,
        String productVersion,
        String source) {

    static RunningDatabase of(TestDatabase database, Server server, String source) throws SQLException {
        try (Connection connection = server.connect()) {
            String name = connection.getMetaData().getDatabaseProductName();
            // Oracle's has several lines.
            String version =
                    connection.getMetaData().getDatabaseProductVersion().replaceAll("\\s+", " ");
            if (!name.startsWith(database.productName())) {
                throw new SQLException("The server asked for [%s] says it is [%s %s]: check %s"
                        .formatted(database, name, version, database.setting("URL")));
            }
            return new RunningDatabase(
                    database, server.jdbcUrl(), server.user(), server.password(), name, version, source);
        }
    }

    public Connection connect() throws SQLException {
        return new Server(jdbcUrl, user, password, () -> {}).connect();
    }

    /** The settings that lead Hibernate, and any other Jakarta Persistence provider, here. */
    public Map<String, Object> persistenceSettings() {
        Map<String, Object> url = Map.of("jakarta.persistence.jdbc.url", jdbcUrl);
        return user.isEmpty()
                ? url
                : Map.of(
                        "jakarta.persistence.jdbc.url", jdbcUrl,
                        "jakarta.persistence.jdbc.user", user,
                        "jakarta.persistence.jdbc.password", password);
    }

    /** For test names: without the URL and the password, which may be a user's own. */
    @Override
    public String toString() {
        return database + " " + productVersion;
    }
}
