package io.github.hibernateidgen.benchmarks.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** MariaDB or MySQL. Each InnoDB table is the B-tree of its primary key. */
final class InnoDbServer extends Server {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Pattern LOG_POSITION = Pattern.compile("Log sequence number\\s+(\\d+)");
    private static final int PAGE = 16 * 1024;

    private final InnoDbProgram program;
    private @Nullable Process process;
    private int port;

    InnoDbServer(Path folder, InnoDbProgram program) {
        super(folder);
        this.program = program;
    }

    @Override
    void create() throws IOException, InterruptedException {
        Path home = program.home();
        List<String> command = new ArrayList<>(program.initialization(home));
        command.addAll(common(home));
        int exit = builder(command).start().waitFor();
        if (exit != 0) {
            throw new IOException(command.get(0) + " ended with " + exit + ": see " + log());
        }
        Files.writeString(accounts(), """
                CREATE DATABASE IF NOT EXISTS idgen;
                CREATE USER IF NOT EXISTS 'idgen'@'127.0.0.1' IDENTIFIED BY 'idgen';
                GRANT ALL ON *.* TO 'idgen'@'127.0.0.1' WITH GRANT OPTION;
                """);
    }

    @Override
    void launch(Setup setup) throws IOException, InterruptedException {
        Path home = program.home();
        port = Ports.free();
        List<String> command = new ArrayList<>(List.of(program.program(home).toString(), "--no-defaults"));
        command.addAll(common(home));
        command.addAll(List.of(
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--skip-ssl",
                "--skip-log-bin",
                "--max-connections=250",
                "--innodb-buffer-pool-load-at-startup=0",
                // A recalculation would read pages during a measurement.
                "--innodb-stats-auto-recalc=0",
                "--socket=server.sock",
                "--pid-file=server.pid",
                "--init-file=" + accounts()));
        if (program == InnoDbProgram.MYSQL) {
            command.add("--mysqlx=OFF");
        }
        command.add("--innodb-buffer-pool-size=" + setup.cacheMebibytes + "M");
        command.addAll(
                setup.durable
                        ? List.of(
                                "--innodb-flush-log-at-trx-commit=1",
                                "--innodb-flush-method=O_DIRECT",
                                "--innodb-doublewrite=1")
                        : List.of(
                                "--innodb-flush-log-at-trx-commit=0",
                                "--innodb-flush-method=nosync",
                                "--innodb-doublewrite=0"));
        process = builder(command).start();
        awaitAnswer();
    }

    private List<String> common(Path home) {
        List<String> options = new ArrayList<>(
                List.of("--basedir=" + home, "--datadir=" + folder.resolve("data"), "--innodb-log-file-size=96M"));
        if (System.getProperty("user.name").equals("root")) {
            options.add("--user=root");
        }
        return options;
    }

    private Path log() {
        return folder.resolve("server.log");
    }

    private Path accounts() {
        return folder.resolve("accounts.sql");
    }

    private ProcessBuilder builder(List<String> command) {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    }

    private void awaitAnswer() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                connect().close();
                return;
            } catch (SQLException e) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new IOException("no answer: " + e.getMessage() + ": see " + log(), e);
                }
            }
            Thread.sleep(100);
        }
    }

    @Override
    void stop() {
        if (process == null) {
            return;
        }
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        process = null;
    }

    @Override
    String jdbcUrl() {
        return program.jdbcUrl(port);
    }

    @Override
    String user() {
        return "idgen";
    }

    @Override
    String password() {
        return "idgen";
    }

    @Override
    String durability() {
        return "innodb_flush_log_at_trx_commit 1, doublewrite on, O_DIRECT; no binary log";
    }

    @Override
    Optional<ProcessHandle> process() {
        return Optional.ofNullable(process).map(Process::toHandle);
    }

    @Override
    Counters counters(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("show engine innodb status")) {
            result.next();
            Matcher log = LOG_POSITION.matcher(result.getString("Status"));
            if (!log.find()) {
                throw new SQLException("the status does not tell the log's position");
            }
            return new Counters(Long.parseLong(log.group(1)), misses(connection));
        }
    }

    private static double misses(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery("show global status where variable_name = 'Innodb_buffer_pool_reads'")) {
            result.next();
            return result.getDouble(2);
        }
    }

    @Override
    int sessions(Connection connection) throws SQLException {
        return (int) number(connection, "select count(*) - 1 from information_schema.processlist where user = 'idgen'");
    }

    @Override
    Pages primaryKey(Connection connection, String table, long rows) throws SQLException {
        return index(connection, table, "PRIMARY", rows);
    }

    @Override
    Pages index(Connection connection, String table, String index, long rows) throws SQLException {
        execute(connection, "analyze table " + table);
        return new Pages(
                PAGE * statistic(connection, table, "index_name = '" + index + "' and stat_name = 'size'"),
                PAGE * statistic(connection, table, "stat_name = 'size'"),
                rows / statistic(connection, table, "index_name = '" + index + "' and stat_name = 'n_leaf_pages'"),
                Double.NaN);
    }

    private static double statistic(Connection connection, String table, String which) throws SQLException {
        return number(connection, """
                select sum(stat_value) from mysql.innodb_index_stats
                where database_name = 'idgen' and table_name = '%s' and %s""".formatted(table, which));
    }

    @Override
    String uuidType() {
        return program == InnoDbProgram.MARIADB ? "uuid" : "binary(16)";
    }

    @Override
    Object parameter(Object id) {
        return program == InnoDbProgram.MYSQL && id instanceof UUID guid
                ? ByteBuffer.allocate(16)
                        .putLong(guid.getMostSignificantBits())
                        .putLong(guid.getLeastSignificantBits())
                        .array()
                : id;
    }
}
