package io.github.hibernateidgen.database;

import java.sql.SQLException;

/** The user's own server, from {@code IDGEN_IT_<NAME>_URL}, {@code _USER} and {@code _PASSWORD}. */
final class GivenServer implements ServerSource {

    private final TestDatabase database;
    private final Settings settings;

    GivenServer(TestDatabase database, Settings settings) {
        this.database = database;
        this.settings = settings;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.GIVEN;
    }

    @Override
    public String description() {
        return database.setting("URL");
    }

    /** All forks of a build are led here, and have tables of the same names: one fork at a time has the servers given. */
    @Override
    public Server start() throws UnavailableException, SQLException {
        String url =
                settings.get(description()).orElseThrow(() -> new UnavailableException(description() + " is not set"));
        ForkLock.GIVEN_SERVERS.take();
        Server server = new Server(
                url,
                settings.get(database.setting("USER")).orElse(""),
                settings.get(database.setting("PASSWORD")).orElse(""),
                () -> {});
        try {
            server.connect().close();
            return server;
        } catch (SQLException e) {
            throw new SQLException(description() + " leads to no server: " + e.getMessage(), e);
        }
    }
}
