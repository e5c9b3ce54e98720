package io.github.hibernateidgen.database;

import io.github.hibernateidgen.testing.TcpForwarder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.apache.commons.io.FileUtils;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * Two MariaDB servers from the binaries of the tests: a primary, and a replica that semi-synchronous replication feeds until
 * {@link #cutOff}. The primary waits for it without a timeout. The next replica is a new server, which repeats the binary log
 * of the primary from its beginning.
 *
 * <p>Not thread-safe.
 */
public final class TestSemiSynchronous implements SynchronousPair {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final MariaDbBinaries binaries = new MariaDbBinaries();
    private final Thread ending = new Thread(this::end);
    private final List<ServerFolder> folders = new ArrayList<>();
    private final Path home;
    private final Path template;
    private final String waitPoint;
    private @Nullable Node primary;
    private @Nullable Node replica;
    private @Nullable TcpForwarder stream;

    private record Node(String url, int port, ServerFolder folder, Process process) {

        Connection connect() throws SQLException {
            return DriverManager.getConnection(url, InnoDbBinaries.ACCOUNT, InnoDbBinaries.ACCOUNT);
        }

        void run(String... statements) throws SQLException {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement()) {
                for (String text : statements) {
                    statement.execute(text);
                }
            }
        }

        /** The first column of the first row; null where there is no answer. */
        @Nullable
        String answer(String query) {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                return row.next() ? row.getString(1) : null;
            } catch (SQLException e) {
                return null;
            }
        }

        boolean isTrue(String query) {
            return "1".equals(answer(query));
        }

        void kill() {
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    private TestSemiSynchronous(Server server, String script, String waitPoint) throws Exception {
        this.home = binaries.programs();
        this.waitPoint = waitPoint;
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            template = folder("mariadb-template").data();
            stop(server, template);
            primary = launch(copy(), ServerFolder.freePort(), false);
            primary.run(script.strip().replaceFirst(";$", ""));
        } catch (Exception | Error e) {
            close();
            throw e;
        }
    }

    /**
     * Starts a primary, whose content the script makes, or skips the test and says why.
     *
     * @param waitPoint of {@code rpl_semi_sync_master_wait_point}: {@code AFTER_COMMIT} or {@code AFTER_SYNC}
     */
    public static TestSemiSynchronous startOrSkip(String script, String waitPoint) throws Exception {
        Server server;
        try {
            server = new MariaDbBinaries().start();
        } catch (UnavailableException e) {
            throw new TestAbortedException("MariaDB: " + e.getMessage(), e);
        }
        try {
            return new TestSemiSynchronous(server, script, waitPoint);
        } finally {
            server.end().run();
        }
    }

    private static void stop(Server server, Path copy) throws Exception {
        Path data;
        long process;
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("select @@datadir, @@pid_file")) {
                row.next();
                data = Path.of(row.getString(1));
                process = Long.parseLong(
                        Files.readString(data.resolve(row.getString(2))).strip());
            }
            statement.execute("shutdown");
        }
        ProcessHandle.of(process).ifPresent(handle -> handle.onExit().join());
        FileUtils.copyDirectory(data.toFile(), copy.toFile());
    }

    private ServerFolder folder(String name) throws IOException {
        ServerFolder folder = ServerFolder.createAnew(name);
        folders.add(folder);
        return folder;
    }

    private ServerFolder copy() throws IOException {
        ServerFolder folder = folder("mariadb-copy");
        FileUtils.copyDirectory(template.toFile(), folder.data().toFile());
        return folder;
    }

    private Node launch(ServerFolder folder, int port, boolean waits) throws IOException, InterruptedException {
        Process process = binaries.launch(
                folder,
                home,
                port,
                List.of(
                        "--server-id=" + port,
                        "--log-bin=binlog",
                        "--log-slave-updates",
                        "--binlog-format=ROW",
                        "--rpl-semi-sync-slave-enabled=ON",
                        "--rpl-semi-sync-slave-kill-conn-timeout=0",
                        "--rpl-semi-sync-master-enabled=" + (waits ? "ON" : "OFF"),
                        "--rpl-semi-sync-master-wait-point=" + waitPoint,
                        "--rpl-semi-sync-master-timeout=" + Duration.ofDays(1).toMillis()));
        return new Node(binaries.jdbcUrl(port), port, folder, process);
    }

    @Override
    public String url() {
        return primaryUrl();
    }

    @Override
    public String primaryUrl() {
        return primary.url + "&user=" + InnoDbBinaries.ACCOUNT + "&password=" + InnoDbBinaries.ACCOUNT
                + "&socketTimeout=2000";
    }

    @Override
    public void replicate() throws Exception {
        stream = new TcpForwarder("127.0.0.1", primary.port);
        replica = launch(copy(), ServerFolder.freePort(), false);
        // Sooner than the replica asks for it.
        primary.run("set global rpl_semi_sync_master_enabled = on");
        replica.run(
                "change master to master_host = '127.0.0.1', master_port = " + stream.port() + ", master_user = '"
                        + InnoDbBinaries.ACCOUNT + "', master_password = '" + InnoDbBinaries.ACCOUNT
                        + "', master_ssl = 0, master_use_gtid = slave_pos",
                "start slave");
        await("the replica", () -> status("CLIENTS").equals("1") && isCaughtUp());
    }

    private String status(String name) {
        return Objects.requireNonNullElse(
                primary.answer("select variable_value from information_schema.global_status where variable_name ="
                        + " 'RPL_SEMI_SYNC_MASTER_" + name + "'"),
                "");
    }

    private boolean isCaughtUp() {
        String position = primary.answer("select @@gtid_binlog_pos");
        return position != null && replica.isTrue("select @@gtid_slave_pos = '" + position + "'");
    }

    @Override
    public long cutOff() throws InterruptedException {
        long moment = System.nanoTime();
        await("the stream", this::isCaughtUp);
        stream.fallSilent();
        return moment;
    }

    @Override
    public boolean isWaiting() {
        return !List.of("", "0").contains(status("WAIT_SESSIONS"));
    }

    @Override
    public void restartPrimary() throws IOException, InterruptedException {
        primary.kill();
        primary = launch(primary.folder, primary.port, true);
    }

    @Override
    public void killPrimary() {
        primary.kill();
    }

    @Override
    public void promote() throws Exception {
        replica.run("stop slave", "reset slave all");
        primary.folder.end();
        primary = replica;
        replica = null;
        stream.close(); // Not sooner: it would pass on what it has kept back.
    }

    @Override
    public @Nullable String answer(String query) {
        return primary.answer(query);
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(ending);
        end();
    }

    private void end() {
        for (Node node : new Node[] {primary, replica}) {
            if (node != null) {
                node.kill();
            }
        }
        folders.forEach(ServerFolder::end);
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError(what + " is not there within " + LIMIT + ": " + primary.folder.endOfLog()
                        + " | " + (replica == null ? "" : replica.folder.endOfLog()));
            }
            Thread.sleep(10);
        }
    }
}
