package io.github.hibernateidgen.zookeeper;

import io.github.hibernateidgen.database.ServerFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;

/** A ZooKeeper server in this JVM. It listens on 127.0.0.1, and can be stopped and started again on its own data. */
public final class TestZooKeeper implements AutoCloseable {

    private final ServerFolder folder;
    private final TestingServer server;

    private TestZooKeeper(ServerFolder folder, int port) throws Exception {
        this.folder = folder;
        InstanceSpec onLoopback = new InstanceSpec(
                Files.createDirectories(folder.data()).toFile(),
                port,
                -1,
                -1,
                false,
                1,
                -1,
                -1,
                Map.of("clientPortAddress", "127.0.0.1", "admin.enableServer", "false"),
                "127.0.0.1");
        server = new TestingServer(onLoopback, true);
    }

    public static TestZooKeeper start() throws Exception {
        int port = ServerFolder.freePort();
        return new TestZooKeeper(ServerFolder.create("zookeeper-" + port), port);
    }

    /** Host and port, for a client. */
    public String address() {
        return server.getConnectString();
    }

    int port() {
        return server.getPort();
    }

    public void stop() throws IOException {
        server.stop();
    }

    public void startAgain() throws Exception {
        server.restart();
    }

    /** Ends the server and removes all it wrote. */
    @Override
    public void close() throws IOException {
        server.close();
        folder.end();
    }
}
