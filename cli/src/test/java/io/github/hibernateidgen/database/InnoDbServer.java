package io.github.hibernateidgen.database;

import java.util.Locale;

/** MariaDB and MySQL for the tests of the command line, by the classes that start them for those of the library. */
public final class InnoDbServer implements AutoCloseable {

    private final Server server;

    private InnoDbServer(Server server) {
        this.server = server;
    }

    /**
     * Starts a server.
     *
     * @param name {@code MARIADB} or {@code MYSQL}
     * @throws Exception if this machine has none; the message says why, and what would help
     */
    public static InnoDbServer start(String name) throws Exception {
        return new InnoDbServer((name.equals("MARIADB") ? new MariaDbBinaries() : new MySqlBinaries()).start());
    }

    /** Returns its address, with the account. */
    public String url() {
        return String.format(
                Locale.ROOT,
                "%s%suser=%s&password=%s",
                server.jdbcUrl(),
                server.jdbcUrl().contains("?") ? "&" : "?",
                server.user(),
                server.password());
    }

    @Override
    public void close() {
        server.end().run();
    }
}
