package io.github.hibernateidgen.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.hibernateidgen.database.ServerFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.data.ACL;

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

    /** Returns a started client with an account, whose nodes are closed to others, as docs/stores/zookeeper-etcd.md has it. */
    CuratorFramework withAccount(int sessionMillis, int connectionMillis) {
        return withAccount(address(), sessionMillis, connectionMillis);
    }

    static CuratorFramework withAccount(String address, int sessionMillis, int connectionMillis) {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(address)
                .sessionTimeoutMs(sessionMillis)
                .connectionTimeoutMs(connectionMillis)
                .retryPolicy(new RetryOneTime(100))
                .authorization("digest", "idgen:secret".getBytes(UTF_8))
                .aclProvider(new ACLProvider() {
                    @Override
                    public List<ACL> getDefaultAcl() {
                        return Ids.CREATOR_ALL_ACL;
                    }

                    @Override
                    public List<ACL> getAclForPath(String path) {
                        return getDefaultAcl();
                    }
                })
                .build();
        client.start();
        return client;
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
