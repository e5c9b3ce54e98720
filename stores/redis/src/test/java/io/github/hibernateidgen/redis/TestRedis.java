package io.github.hibernateidgen.redis;

import io.github.hibernateidgen.database.ServerFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/**
 * A Redis server for tests: the machine's own {@code redis-server}, or the one that comes with embedded-redis. It
 * listens on 127.0.0.1 and keeps nothing on disk. A test without one is skipped, or fails where the environment variable
 * {@code IDGEN_IT_REDIS} says "required".
 */
public final class TestRedis implements AutoCloseable {

    /** What embedded-redis has for which platform. */
    private static final Map<String, String> RESOURCES = Map.of(
            "linux-amd64", "redis-server-6.2.6-v5-linux-amd64",
            "linux-aarch64", "redis-server-6.2.7-linux-arm64",
            "mac-x86_64", "redis-server-6.2.6-v5-darwin-amd64",
            "mac-aarch64", "redis-server-6.2.6-v5-darwin-arm64");

    private final ServerFolder folder;
    private final Process process;
    private final int port;
    private final Thread ending;

    private TestRedis(Path program, int port, String... options) throws IOException {
        this.port = port;
        folder = ServerFolder.create("redis-" + port);
        List<String> command = new ArrayList<>(List.of(
                program.toString(), "--bind", "127.0.0.1", "--port", "" + port, "--save", "", "--appendonly", "no"));
        command.addAll(List.of(options));
        process = folder.launch(command);
        ending = new Thread(folder::end);
        Runtime.getRuntime().addShutdownHook(ending);
    }

    /** Starts a server with some options, or skips the test and says why. */
    public static TestRedis startOrSkip(String... options) throws IOException, InterruptedException {
        return startOrSkip(ServerFolder.freePort(), options);
    }

    /** Starts a node of a cluster, whose bus listens on the port 10,000 above the node's own, or skips the test. */
    static TestRedis startOfAClusterOrSkip() throws IOException, InterruptedException {
        int port = ServerFolder.freePort();
        while (port > 65_535 - 10_000) {
            port = ServerFolder.freePort();
        }
        return startOrSkip(port, "--cluster-enabled", "yes");
    }

    private static TestRedis startOrSkip(int port, String... options) throws IOException, InterruptedException {
        TestRedis redis = new TestRedis(program(), port, options);
        redis.awaitReady();
        return redis;
    }

    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    int port() {
        return port;
    }

    /** Ends the server as a crash does, and removes all it wrote. */
    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(ending);
        process.destroyForcibly();
        folder.end();
    }

    private void awaitReady() throws IOException, InterruptedException {
        for (int tries = 0; tries < 300; tries++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                if (socket.isConnected()) {
                    return;
                }
            } catch (IOException notYet) {
                if (!process.isAlive()) {
                    break;
                }
                Thread.sleep(50);
            }
        }
        String log = folder.endOfLog();
        close();
        throw missing("Redis did not start: " + log);
    }

    private static RuntimeException missing(String why) {
        if ("required".equals(System.getenv("IDGEN_IT_REDIS"))) {
            throw new AssertionError(why);
        }
        return new TestAbortedException(why);
    }

    private static Path program() throws IOException {
        Optional<Path> installed = ServerFolder.installed("redis-server");
        return installed.isPresent() ? installed.get() : unpacked();
    }

    private static Path unpacked() throws IOException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).replaceAll(" .*", "");
        String resource = RESOURCES.get(system + "-" + System.getProperty("os.arch"));
        if (resource == null) {
            throw missing("Redis: no redis-server on the PATH, and embedded-redis has none for " + system + "-"
                    + System.getProperty("os.arch"));
        }
        Path program = ServerFolder.shared("redis").resolve(resource);
        if (!Files.exists(program)) {
            try (InputStream in = TestRedis.class.getResourceAsStream("/" + resource)) {
                if (in == null) {
                    throw missing("Redis: embedded-redis has no [" + resource + "]");
                }
                Path copy = Files.createTempFile(program.getParent(), resource, null);
                Files.write(copy, in.readAllBytes());
                Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
                Files.move(copy, program);
            } catch (FileAlreadyExistsException e) {
                // Another run was faster.
            }
        }
        return program;
    }
}
