package io.github.hibernateidgen.quarkus.it;

import java.sql.SQLException;
import java.util.UUID;
import org.h2.tools.Server;

/** An H2 in this process that others reach over TCP. */
final class Database implements AutoCloseable {

    private final Server server;
    private final String name = UUID.randomUUID().toString();

    private Database(Server server) {
        this.server = server;
    }

    static Database start() throws SQLException {
        return new Database(
                Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start());
    }

    /** What tells an application where it is. */
    String property() {
        return "-Dquarkus.datasource.jdbc.url=jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:" + name
                + ";DB_CLOSE_DELAY=-1";
    }

    @Override
    public void close() {
        server.stop();
    }
}
