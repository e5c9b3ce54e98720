package io.github.hibernateidgen.database;

import io.github.hibernateidgen.testing.TcpForwarder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.commons.io.FileUtils;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * Two PostgreSQL servers from the binaries of the tests: a primary, and a standby that streaming replication feeds until {@link
 * #cutOff}. The server that was killed is made anew, as the next standby. Each keeps its port.
 *
 * <p>The binaries have no {@code pg_basebackup}. A standby is made by what is below it: {@code pg_backup_start}, a copy of
 * the files, {@code pg_backup_stop}; source: PostgreSQL's documentation, "Making a Base Backup Using the Low Level API".
 *
 * <p>Not thread-safe.
 */
public final class TestStandby implements SynchronousPair {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Files of the server that is copied which are not its data, or which a standby has from the stream. */
    private static final Set<String> NOT_COPIED = Set.of("postmaster.pid", "postmaster.opts", "epg-lock", "pg_wal");

    private static final String WAITING = "select pid from pg_stat_activity where wait_event = 'SyncRep' limit 1";

    private final Path program;
    private final boolean synchronous;
    private final int otherPort;
    private final Thread ending = new Thread(this::end);
    private Node primary;
    private @Nullable Node standby;
    private @Nullable TcpForwarder stream;

    private record Node(int port, ServerFolder folder, ProcessHandle process) {

        Connection connect() throws SQLException {
            return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/postgres", "postgres", "");
        }

        /** The first column of the first row; null where there is no answer. */
        @Nullable
        String answer(String query) {
            try (Connection connection = connect()) {
                return text(connection, query);
            } catch (SQLException e) {
                return null;
            }
        }

        boolean isTrue(String query) {
            return "t".equals(answer(query));
        }

        /** With its children, which would otherwise go on for a moment. */
        void kill() {
            List<ProcessHandle> children = process.children().toList();
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private TestStandby(Path program, Connection template, boolean synchronous) throws Exception {
        this.program = program;
        this.synchronous = synchronous;
        this.otherPort = ServerFolder.freePort();
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            Path data = Path.of(text(template, "show data_directory"));
            primary = launch(ServerFolder.freePort(), copy(template, data, true), List.of());
            awaitPrimary();
        } catch (Exception | Error e) {
            close();
            throw e;
        }
    }

    /** Starts a primary for an asynchronous standby, whose content the script makes, or skips the test and says why. */
    public static TestStandby startOrSkip(String script) throws Exception {
        return startOrSkip(script, false);
    }

    /** Starts a primary, whose content the script makes, or skips the test and says why. */
    public static TestStandby startOrSkip(String script, boolean synchronous) throws Exception {
        Server template;
        try {
            template = new PostgreSqlBinaries().start();
        } catch (UnavailableException e) {
            throw new TestAbortedException("PostgreSQL: " + e.getMessage(), e);
        }
        try (Connection connection = template.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(script);
            statement.execute("update pg_database set datistemplate = false");
            statement.execute("drop database template0"); // Two thirds of what would be copied each time.
            statement.execute("drop database template1");
            long postmaster = Long.parseLong(
                    Files.readAllLines(Path.of(text(connection, "show data_directory"), "postmaster.pid"))
                            .get(0)
                            .strip());
            String program =
                    ProcessHandle.of(postmaster).orElseThrow().info().command().orElseThrow();
            return new TestStandby(Path.of(program), connection, synchronous);
        } finally {
            template.end().run();
        }
    }

    @Override
    public String url() {
        int other = standby == null ? otherPort : standby.port;
        return "jdbc:postgresql://127.0.0.1:" + primary.port + ",127.0.0.1:" + other
                + "/postgres?user=postgres&targetServerType=primary&hostRecheckSeconds=0&socketTimeout=5";
    }

    @Override
    public void replicate() throws Exception {
        stream = new TcpForwarder("127.0.0.1", primary.port);
        ServerFolder folder;
        try (Connection connection = primary.connect()) {
            folder = copy(connection, primary.folder.data(), false);
        }
        Files.createFile(folder.data().resolve("standby.signal"));
        int port = standby == null ? otherPort : standby.port;
        standby = launch(
                port, folder, List.of("-c", "primary_conninfo=host=127.0.0.1 user=postgres port=" + stream.port()));
        await(
                "the standby",
                () -> primary.isTrue("select count(*) = 1 from pg_stat_replication where state = 'streaming'")
                        && standby.isTrue("select pg_is_in_recovery()"));
        if (synchronous) {
            // The standby has copied the settings before, so it waits for nobody when it is promoted.
            primary.answer("alter system set synchronous_standby_names = '*'");
            primary.answer("select pg_reload_conf()");
            await(
                    "the synchronous standby",
                    () -> primary.isTrue("select count(*) = 1 from pg_stat_replication where sync_state = 'sync'"));
        }
    }

    @Override
    public long cutOff() throws InterruptedException {
        long moment = System.nanoTime();
        String end = primary.answer("select pg_current_wal_lsn()");
        await("the stream", () -> standby.isTrue("select pg_last_wal_receive_lsn() >= '" + end + "'"));
        stream.fallSilent();
        return moment;
    }

    @Override
    public void killPrimary() {
        primary.kill();
    }

    @Override
    public void restartPrimary() throws InterruptedException {
        primary.kill();
        await("the restarted primary", this::isRestarted);
    }

    /** Launches the primary again if it has ended: at first because it was killed, later because a process of the old one was left. */
    private boolean isRestarted() {
        if (primary.process.isAlive()) {
            return primary.isTrue("select not pg_is_in_recovery()");
        }
        try {
            primary = launch(primary.port, primary.folder, List.of());
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills one of the primary's backends. The server then ends all others, and recovers as it does after its own crash. */
    public void killBackend() throws InterruptedException {
        long backend = Long.parseLong(primary.answer(WAITING));
        ProcessHandle.of(backend).orElseThrow().destroyForcibly();
        await("the end of the waiting backend", () -> ProcessHandle.of(backend).isEmpty());
        awaitPrimary();
    }

    /** Terminates the session whose commit waits for the standby. */
    public void terminateWaiting() {
        primary.answer("select pg_terminate_backend((" + WAITING + "))");
    }

    /** Cancels the statement whose commit waits for the standby: PostgreSQL then answers it as usual, with a warning. */
    public void cancelWaiting() {
        primary.answer("select pg_cancel_backend((" + WAITING + "))");
    }

    private void awaitPrimary() throws InterruptedException {
        await("the primary", () -> primary.isTrue("select not pg_is_in_recovery()"));
    }

    @Override
    public String primaryUrl() {
        return "jdbc:postgresql://127.0.0.1:" + primary.port + "/postgres?user=postgres&socketTimeout=2";
    }

    @Override
    public boolean isWaiting() {
        return primary.answer(WAITING) != null;
    }

    @Override
    public void promote() throws Exception {
        Node dead = primary;
        primary = standby;
        standby = dead;
        await("the promotion", () -> primary.isTrue("select pg_promote()"));
        stream.close(); // Not sooner: it would pass on what it has kept back.
        dead.folder.end();
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
        for (Node node : new Node[] {primary, standby}) {
            if (node != null) {
                node.kill();
                node.folder.end();
            }
        }
    }

    private static ServerFolder copy(Connection source, Path data, boolean log) throws Exception {
        ServerFolder folder = ServerFolder.createAnew("postgresql-copy");
        Path copy = folder.data();
        text(source, "select pg_backup_start('copy', true)");
        FileUtils.copyDirectory(
                data.toFile(),
                copy.toFile(),
                file -> !NOT_COPIED.contains(file.getName()) && !file.getName().startsWith("pg_internal.init"));
        Files.writeString(copy.resolve("backup_label"), text(source, "select labelfile from pg_backup_stop(false)"));
        Files.createDirectories(copy.resolve("pg_wal"));
        if (log) {
            FileUtils.copyDirectory(
                    data.resolve("pg_wal").toFile(), copy.resolve("pg_wal").toFile());
        }
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwx------"));
        return folder;
    }

    /** PostgreSQL does not start for root, so root starts it in a user namespace of its own. */
    private Node launch(int port, ServerFolder folder, List<String> options) throws IOException {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(List.of(program.toString(), "-D", folder.data().toString(), "-p", "" + port));
        for (String option : List.of(
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=",
                "fsync=off",
                "max_connections=30",
                "shared_buffers=16MB",
                "autovacuum=off",
                "wal_retrieve_retry_interval=100ms")) {
            command.addAll(List.of("-c", option));
        }
        command.addAll(options);
        return new Node(port, folder, folder.launch(command).toHandle());
    }

    private static @Nullable String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : null;
        }
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                String log = (standby == null ? primary : standby).folder.endOfLog();
                throw new AssertionError(what + " is not there within " + LIMIT + ": " + log);
            }
            Thread.sleep(10);
        }
    }
}
