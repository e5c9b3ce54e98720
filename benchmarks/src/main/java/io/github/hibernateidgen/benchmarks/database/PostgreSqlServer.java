package io.github.hibernateidgen.benchmarks.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** PostgreSQL from the jar for this platform. */
final class PostgreSqlServer extends Server {

    private static final int BUFFER = 64 * 1024;

    private @Nullable EmbeddedPostgres running;

    PostgreSqlServer(Path folder) {
        super(folder);
    }

    @Override
    void create() {
        // The start creates the database.
    }

    @Override
    void launch(Setup setup) throws IOException {
        // By default, the library of the embedded server turns both off.
        String durable = setup.durable ? "on" : "off";
        running = EmbeddedPostgres.builder()
                .setPort(Ports.free())
                .setDataDirectory(folder.resolve("data"))
                .setCleanDataDirectory(false)
                .setOverrideWorkingDirectory(Programs.folder("postgresql").toFile())
                .setRegisterShutdownHook(false)
                .setLocaleConfig("locale", "C")
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("unix_socket_directories", "")
                .setServerConfig("fsync", durable)
                .setServerConfig("synchronous_commit", durable)
                .setServerConfig("shared_buffers", setup.cacheMebibytes + "MB")
                .setServerConfig("max_wal_size", setup.durable ? "1GB" : "8GB")
                .setServerConfig("max_connections", "250")
                .setServerConfig("autovacuum", "off")
                .setOutputRedirector(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("server.log").toFile()))
                .setErrorRedirector(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("server.log").toFile()))
                .start();
        if (setup.durable) {
            requireDurable();
        }
        try (Connection connection = connect()) {
            execute(connection, "create extension if not exists pgstattuple");
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    /**
     * Throws if the log is not forced to the disk. The library of the embedded server starts it with {@code -F} by default,
     * and figures without a forced log would be wrong.
     */
    private void requireDurable() throws IOException {
        try (Connection connection = connect();
                PreparedStatement query = connection.prepareStatement(
                        "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit') and setting <> 'on'");
                ResultSet result = query.executeQuery()) {
            if (result.next()) {
                throw new IOException(result.getString(1) + " is [" + result.getString(2) + "] and must be on");
            }
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Override
    void stop() {
        try {
            if (running != null) {
                running.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            running = null;
        }
    }

    @Override
    String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + running.getPort() + "/postgres?reWriteBatchedInserts=true";
    }

    @Override
    String user() {
        return "postgres";
    }

    @Override
    String password() {
        return "";
    }

    @Override
    String durability() {
        return "fsync, synchronous_commit and full_page_writes on; autovacuum off";
    }

    @Override
    Optional<ProcessHandle> process() {
        try {
            String pid = Files.readAllLines(folder.resolve("data").resolve("postmaster.pid"))
                    .get(0);
            return ProcessHandle.of(Long.parseLong(pid.strip()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    Counters counters(Connection connection, String table) throws SQLException {
        execute(connection, "select pg_stat_force_next_flush()");
        double log = number(connection, "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn");
        double misses = number(connection, """
                select coalesce(heap_blks_read, 0) + coalesce(idx_blks_read, 0) from pg_statio_user_tables
                where relname = '%s'""".formatted(table));
        return new Counters(log, misses);
    }

    @Override
    int sessions(Connection connection) throws SQLException {
        return (int) number(connection, """
                select count(*) from pg_stat_activity
                where backend_type = 'client backend' and pid <> pg_backend_pid()""");
    }

    @Override
    Pages primaryKey(Connection connection, String table, long rows) throws SQLException {
        return index(connection, table, table + "_pkey", rows);
    }

    @Override
    Pages index(Connection connection, String table, String index, long rows) throws SQLException {
        return new Pages(
                number(connection, "select pg_relation_size('" + index + "')"),
                number(connection, "select pg_total_relation_size('" + table + "')"),
                rows / number(connection, "select leaf_pages from pgstatindex('" + index + "')"),
                number(connection, "select avg_leaf_density from pgstatindex('" + index + "')"));
    }

    /**
     * Runs a checkpoint, so that all cases start in the same state: the first change of a page after a checkpoint logs the
     * whole page.
     */
    @Override
    void settle(Connection connection) throws SQLException {
        execute(connection, "checkpoint");
    }

    @Override
    void fill(Connection connection, String table, long rows, Supplier<Object> ids) throws SQLException {
        CopyIn copy = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("copy " + table + " (customer, note, id) from stdin");
        try {
            ByteArrayOutputStream buffer = new ByteArrayOutputStream(2 * BUFFER);
            for (long n = 0; n < rows; n++) {
                String line = "42\t" + Row.NOTE + '\t' + ids.get() + '\n';
                buffer.writeBytes(line.getBytes(StandardCharsets.UTF_8));
                if (buffer.size() > BUFFER) {
                    copy.writeToCopy(buffer.toByteArray(), 0, buffer.size());
                    buffer.reset();
                }
            }
            copy.writeToCopy(buffer.toByteArray(), 0, buffer.size());
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }
}
