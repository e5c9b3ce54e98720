package io.github.hibernateidgen.quarkus.it;

import java.sql.SQLException;
import java.util.UUID;
import org.h2.tools.Server;

/** An H2 in this process that others reach over TCP. */
final class Database implements AutoCloseable {

    private Server server;
    private final int port;
    private final String name = UUID.randomUUID().toString();

    private Database(Server server) {
        this.server = server;
        this.port = server.getPort();
    }

    /** Ends its connections, and refuses others. It keeps its rows. */
    void stop() {
        server.stop();
    }

    void startAgain() throws SQLException {
        server = Server.createTcpServer("-tcpPort", "" + port).start();
    }

    static Database start() throws SQLException {
        return new Database(
                Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start());
    }

    /** What tells an application where it is. */
    String property() {
        return "-Dquarkus.datasource.jdbc.url=" + url();
    }

    String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + port + "/mem:" + name + ";DB_CLOSE_DELAY=-1";
    }

    @Override
    public void close() {
        server.stop();
    }
}
