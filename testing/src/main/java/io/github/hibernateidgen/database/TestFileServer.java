package io.github.hibernateidgen.database;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * H2 or HSQLDB as a server in a JVM of its own, which is killed and started again on its files. There is no replica: the files are
 * what a failover finds. Not thread-safe.
 */
public final class TestFileServer implements TestPair {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** The programs of the servers. */
    public enum Product {
        H2 {
            @Override
            List<String> command(int port, Path data, boolean writesAtOnce) {
                return List.of(
                        "-Dh2.bindAddress=127.0.0.1",
                        "org.h2.tools.Server",
                        "-tcp",
                        "-tcpPort",
                        "" + port,
                        "-ifNotExists",
                        "-baseDir",
                        data.toString());
            }

            /** The database would be written to its files whenever the last connection closes. */
            @Override
            String url(int port, boolean writesAtOnce) {
                return "jdbc:h2:tcp://127.0.0.1:" + port + "/./idgen;USER=sa;DB_CLOSE_DELAY=-1"
                        + (writesAtOnce ? ";WRITE_DELAY=0" : "");
            }
        },

        HSQLDB {
            @Override
            List<String> command(int port, Path data, boolean writesAtOnce) {
                return List.of(
                        "org.hsqldb.server.Server",
                        "--address",
                        "127.0.0.1",
                        "--port",
                        "" + port,
                        "--dbname.0",
                        "idgen",
                        "--database.0",
                        // The lock of a server that was killed would keep the next one out for 10 s.
                        "file:" + data.resolve("idgen") + ";hsqldb.lock_file=false"
                                + (writesAtOnce ? ";hsqldb.write_delay=false" : ""));
            }

            @Override
            String url(int port, boolean writesAtOnce) {
                return "jdbc:hsqldb:hsql://127.0.0.1:" + port + "/idgen;user=SA";
            }
        };

        abstract List<String> command(int port, Path data, boolean writesAtOnce);

        abstract String url(int port, boolean writesAtOnce);
    }

    private final Product product;
    private final boolean writesAtOnce;
    private final int port = ServerFolder.freePort();
    private final ServerFolder folder;
    private final Thread ending = new Thread(this::end);
    private @Nullable Process process;

    private TestFileServer(Product product, boolean writesAtOnce) throws IOException {
        this.product = product;
        this.writesAtOnce = writesAtOnce;
        this.folder = ServerFolder.create(product + "-" + port);
    }

    /**
     * Starts a server whose content a script makes.
     *
     * @param writesAtOnce whether a commit is written to its files before it is confirmed
     */
    public static TestFileServer start(Product product, boolean writesAtOnce, String script) throws Exception {
        TestFileServer server = new TestFileServer(product, writesAtOnce);
        Runtime.getRuntime().addShutdownHook(server.ending);
        try {
            server.promote();
            server.execute(script.strip().replaceFirst(";$", ""));
            server.cutOff(); // The script itself is to be kept.
            return server;
        } catch (Exception | Error e) {
            server.close();
            throw e;
        }
    }

    @Override
    public String url() {
        return product.url(port, writesAtOnce);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void replicate() {}

    @Override
    public long cutOff() throws SQLException {
        long moment = System.nanoTime();
        execute("checkpoint");
        return moment;
    }

    @Override
    public void killPrimary() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Starts the server on the files that it has written. */
    @Override
    public void promote() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                // Surefire's JVM has one jar on its class path, which names the others.
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        command.addAll(product.command(port, folder.data(), writesAtOnce));
        process = folder.launch(command);
        long begin = System.nanoTime();
        while (answer("values 1") == null) {
            if (System.nanoTime() - begin > LIMIT.toNanos() || !process.isAlive()) {
                throw new IOException(product + " did not start: " + folder.endOfLog());
            }
            Thread.sleep(10);
        }
    }

    @Override
    public @Nullable String answer(String query) {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : null;
        } catch (SQLException e) {
            return null;
        }
    }

    private void end() {
        if (process != null) {
            killPrimary();
        }
        folder.end();
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(ending);
        end();
    }
}
