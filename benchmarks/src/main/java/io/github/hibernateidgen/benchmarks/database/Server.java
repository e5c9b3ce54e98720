package io.github.hibernateidgen.benchmarks.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;

/**
 * A server with its data on the disk, and what it tells of its pages, its log and its cache. It keeps its data when it is
 * stopped, and loses them when it is closed.
 */
abstract class Server implements AutoCloseable {

    private static final int ROWS_PER_BATCH = 1000;
    private static final int ROWS_PER_TRANSACTION = 50_000;

    final Path folder;

    private Setup setup = Setup.MEASURED;
    private final Thread hook = new Thread(this::end, "server-end");

    Server(Path folder) {
        this.folder = folder;
    }

    /** How a server is set up. */
    enum Setup {
        /** As it is measured: a small cache, and a commit reaches the disk. */
        MEASURED(16, true),
        /** A cache that few rows fill, where only misses are counted. */
        TIGHT(6, true),
        /** As it is measured, but nothing is forced to the disk: for pages alone, of more rows in the same time. */
        RELAXED(16, false),
        /** A large cache, and nothing is forced to the disk: only to fill tables. */
        FILLING(2048, false);

        final int cacheMebibytes;
        final boolean durable;

        Setup(int cacheMebibytes, boolean durable) {
            this.cacheMebibytes = cacheMebibytes;
            this.durable = durable;
        }
    }

    /** Starts the server, the first time with an empty database. */
    final void start(Setup setup) {
        try {
            if (Files.notExists(folder)) {
                Files.createDirectories(folder);
                Runtime.getRuntime().addShutdownHook(hook);
                create();
            }
            launch(setup);
            this.setup = setup;
        } catch (IOException e) {
            throw new IllegalStateException(folder + ": no server: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Makes an empty database in the folder. */
    abstract void create() throws IOException, InterruptedException;

    abstract void launch(Setup setup) throws IOException, InterruptedException;

    /** Ends the server in good order; starting it again is possible. */
    abstract void stop();

    abstract String jdbcUrl();

    abstract String user();

    abstract String password();

    /** What a commit waits for, and the cache, in words. */
    final String description() {
        return (setup.durable ? durability() : "nothing is forced to the disk") + "; cache " + setup.cacheMebibytes
                + " MiB";
    }

    /** What a commit waits for, in words. */
    abstract String durability();

    /** The server's process, whose children are its too; none if it runs in this one. */
    abstract Optional<ProcessHandle> process();

    /** What this process and the server's have computed for until now; finished children of the server are left out. */
    final Duration cpu() {
        return process().stream()
                .flatMap(server -> Stream.concat(Stream.of(server), server.descendants()))
                .reduce(cpu(ProcessHandle.current()), (sum, process) -> sum.plus(cpu(process)), Duration::plus);
    }

    private static Duration cpu(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** What was read and logged since the server's start, of all tables or of this one. */
    abstract Counters counters(Connection connection, String table) throws SQLException;

    /** The pages of a table's primary key. */
    abstract Pages primaryKey(Connection connection, String table, long rows) throws SQLException;

    /** The pages of another index. */
    abstract Pages index(Connection connection, String table, String index, long rows) throws SQLException;

    /** Does what would otherwise be done while the next case is measured. */
    void settle(Connection connection) throws SQLException {}

    /** Empties a table, and gives its pages back. */
    final void truncate(Connection connection, String table) throws SQLException {
        execute(connection, "truncate table " + table);
    }

    /** The type of the column that Hibernate makes for a {@code UUID}. */
    String uuidType() {
        return "uuid";
    }

    /** What the driver takes for an id. */
    Object parameter(Object id) {
        return id;
    }

    /** Appends rows in the order of the ids given, quickly; columns as those of {@link Row}. */
    void fill(Connection connection, String table, long rows, Supplier<Object> ids) throws SQLException {
        insert(connection, table, rows, ids, ROWS_PER_TRANSACTION);
    }

    /** Appends rows in batches, as an application would that has no Hibernate. */
    final void insert(Connection connection, String table, long rows, Supplier<Object> ids, int rowsPerTransaction)
            throws SQLException {
        int rowsPerBatch = Math.min(ROWS_PER_BATCH, rowsPerTransaction);
        connection.setAutoCommit(false);
        try (PreparedStatement insert =
                connection.prepareStatement("insert into " + table + " (customer, note, id) values (?, ?, ?)")) {
            for (long n = 1; n <= rows; n++) {
                insert.setLong(1, 42);
                insert.setString(2, Row.NOTE);
                insert.setObject(3, parameter(ids.get()));
                insert.addBatch();
                if (n % rowsPerBatch == 0 || n == rows) {
                    insert.executeBatch();
                }
                if (n % rowsPerTransaction == 0 || n == rows) {
                    connection.commit();
                }
            }
        } finally {
            connection.setAutoCommit(true);
        }
    }

    final Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl(), user(), password());
    }

    final String version() throws SQLException {
        try (Connection connection = connect()) {
            return connection.getMetaData().getDatabaseProductVersion();
        }
    }

    /** Removes what {@link #stop()} leaves. */
    @Override
    public final void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook runs.
        }
    }

    private synchronized void end() {
        stop();
        FileUtils.deleteQuietly(folder.toFile());
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static double number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            if (!result.next()) {
                throw new SQLException("no row: " + sql);
            }
            return result.getDouble(1);
        }
    }
}
