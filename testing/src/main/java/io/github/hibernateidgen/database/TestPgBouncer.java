package io.github.hibernateidgen.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opentest4j.TestAbortedException;

/**
 * A PgBouncer of the machine before a PostgreSQL of the tests, on 127.0.0.1. It never runs as root. A test without the program is
 * skipped, or fails if the environment variable {@code IDGEN_IT_PGBOUNCER} says "required".
 */
public final class TestPgBouncer implements AutoCloseable {

    /** To whom it lends a server: a transaction, or a client until it leaves. */
    public enum Mode {
        TRANSACTION,
        SESSION
    }

    private static final Pattern URL = Pattern.compile("jdbc:postgresql://([^:/]+):(\\d+)/([^?]*).*");
    private static final int TRIES = 100;

    private final ServerFolder folder;
    private final int port;
    private final Thread ending;

    private TestPgBouncer(ServerFolder folder, int port) {
        this.folder = folder;
        this.port = port;
        this.ending = new Thread(folder::end);
        Runtime.getRuntime().addShutdownHook(ending);
    }

    /** Starts one with so many servers, or skips the test and says why. */
    public static TestPgBouncer startOrSkip(RunningDatabase database, Mode mode, int servers) throws IOException {
        Optional<Path> program = ServerFolder.installed("pgbouncer")
                .or(() -> Optional.of(Path.of("/usr/sbin/pgbouncer")).filter(Files::isExecutable));
        if (program.isEmpty()) {
            String why = "PgBouncer: no pgbouncer on the PATH; install it, as with apt-get install pgbouncer";
            if ("required".equals(System.getenv("IDGEN_IT_PGBOUNCER"))) {
                throw new AssertionError(why);
            }
            throw new TestAbortedException(why);
        }
        Matcher server = URL.matcher(database.jdbcUrl());
        if (!server.matches()) {
            throw new IllegalArgumentException("no URL of a PostgreSQL: " + database.jdbcUrl());
        }
        TestPgBouncer pooler = new TestPgBouncer(ServerFolder.createAnew("pgbouncer"), ServerFolder.freePort());
        try {
            pooler.launch(program.get(), database, server, mode, servers);
            return pooler;
        } catch (IOException | RuntimeException e) {
            pooler.close();
            throw e;
        }
    }

    private void launch(Path program, RunningDatabase database, Matcher server, Mode mode, int servers)
            throws IOException {
        Path settings = folder.path().resolve("pgbouncer.ini");
        Files.writeString(settings, """
                [databases]
                idgen = host=%s port=%s dbname=%s user=%s password=%s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = %s
                default_pool_size = %d
                max_client_conn = 1000
                ignore_startup_parameters = extra_float_digits
                """.formatted(
                        server.group(1),
                        server.group(2),
                        server.group(3),
                        database.user().isEmpty() ? "postgres" : database.user(),
                        database.password().isEmpty() ? "any" : database.password(),
                        port,
                        mode.name().toLowerCase(Locale.ROOT),
                        servers));
        List<String> command = new ArrayList<>(List.of(program.toString()));
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("-u", "nobody"));
        }
        command.add(settings.toString());
        folder.launch(command);
        awaitReady();
    }

    private void awaitReady() throws IOException {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = DriverManager.getConnection(jdbcUrl(), "idgen", "any")) {
                connection.createStatement().execute("select 1");
                return;
            } catch (SQLException e) {
                if (attempt == TRIES) {
                    throw new IOException("PgBouncer does not answer: " + folder.endOfLog(), e);
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The driver prepares no statement on a server that the next transaction may not have. */
    public String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/idgen?prepareThreshold=0";
    }

    @Override
    public void close() {
        folder.end();
        Runtime.getRuntime().removeShutdownHook(ending);
    }
}
