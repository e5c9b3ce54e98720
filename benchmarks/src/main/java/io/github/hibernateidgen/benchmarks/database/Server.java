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
 * A database server with its data on the disk, and its statistics of pages, log and cache. The server keeps its data when it
 * is stopped, and deletes the data when it is closed.
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

    /** The configuration of a server. */
    enum Setup {
        /** For measurements: a small cache, and commits are forced to the disk. */
        MEASURED(16, true),
        /** A cache that few rows fill, for measurements that only count misses. */
        TIGHT(6, true),
        /** For measurements of pages only: commits are not forced to the disk, so more rows can be inserted in the same time. */
        RELAXED(16, false),
        /** For filling tables: a large cache, and commits are not forced to the disk. */
        FILLING(2048, false);

        final int cacheMebibytes;
        final boolean durable;

        Setup(int cacheMebibytes, boolean durable) {
            this.cacheMebibytes = cacheMebibytes;
            this.durable = durable;
        }
    }

    /** Starts the server. The first start creates an empty database. */
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

    /** Creates an empty database in the folder. */
    abstract void create() throws IOException, InterruptedException;

    abstract void launch(Setup setup) throws IOException, InterruptedException;

    /** Shuts the server down. It can be started again. */
    abstract void stop();

    abstract String jdbcUrl();

    abstract String user();

    abstract String password();

    /** Returns a description of the durability and the cache. */
    final String description() {
        return (setup.durable ? durability() : "nothing is forced to the disk") + "; cache " + setup.cacheMebibytes
                + " MiB";
    }

    /** Returns a description of the work that a commit waits for. */
    abstract String durability();

    /**
     * Returns the server's process, whose child processes also belong to the server; empty if the server runs in this
     * process.
     */
    abstract Optional<ProcessHandle> process();

    /**
     * Returns the CPU time of this process and the server's processes. Finished child processes of the server are not
     * included.
     */
    final Duration cpu() {
        return process().stream()
                .flatMap(server -> Stream.concat(Stream.of(server), server.descendants()))
                .reduce(cpu(ProcessHandle.current()), (sum, process) -> sum.plus(cpu(process)), Duration::plus);
    }

    private static Duration cpu(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Returns the counters since the server's start, for all tables or for the given table, depending on the server. */
    abstract Counters counters(Connection connection, String table) throws SQLException;

    /** Returns the number of sessions on the server, without the session of the given connection. */
    abstract int sessions(Connection connection) throws SQLException;

    /** Returns the statistics of a table's primary key. */
    abstract Pages primaryKey(Connection connection, String table, long rows) throws SQLException;

    /** Returns the statistics of another index. */
    abstract Pages index(Connection connection, String table, String index, long rows) throws SQLException;

    /** Does pending work of the server that would otherwise fall into the next measurement. */
    void settle(Connection connection) throws SQLException {}

    /** Empties a table, and frees its pages. */
    final void truncate(Connection connection, String table) throws SQLException {
        execute(connection, "truncate table " + table);
    }

    /** Returns the type of the column that Hibernate creates for a {@code UUID}. */
    String uuidType() {
        return "uuid";
    }

    /** Returns the parameter of a statement for an id. */
    Object parameter(Object id) {
        return id;
    }

    /** Inserts rows quickly, in the sequence of the given ids. The columns are the columns of {@link Row}. */
    void fill(Connection connection, String table, long rows, Supplier<Object> ids) throws SQLException {
        insert(connection, table, rows, ids, ROWS_PER_TRANSACTION);
    }

    /** Inserts rows in batches, like an application without Hibernate. */
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

    /** Stops the server and deletes its data. */
    @Override
    public final void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down, so the hook runs already.
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
