package io.github.hibernateidgen.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/** PostgreSQL from the jar for this platform. It does not force its log to the disk. */
final class PostgreSqlBinaries implements ServerSource {

    @Override
    public SourceKind kind() {
        return SourceKind.BINARIES;
    }

    @Override
    public Server start() throws UnavailableException {
        return start("replica");
    }

    /**
     * Starts a server.
     *
     * @param walLevel {@code logical} for one whose tables can be published
     */
    Server start(String walLevel) throws UnavailableException {
        try {
            int port = ServerFolder.freePort();
            ServerFolder folder = ServerFolder.create("postgresql-" + port);
            try {
                return start(folder, port, walLevel);
            } catch (IOException | RuntimeException e) {
                String log = folder.endOfLog();
                folder.end();
                throw new UnavailableException("its binaries did not start: " + e.getMessage() + " | " + log, e);
            }
        } catch (IOException e) {
            throw new UnavailableException("no folder for its data: " + e, e);
        }
    }

    private static Server start(ServerFolder folder, int port, String walLevel) throws IOException {
        EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(folder.data())
                .setOverrideWorkingDirectory(
                        ServerFolder.shared("programs").resolve("postgresql").toFile())
                // TestDatabases ends it: a hook of its own would be too late while the JVM already ends.
                .setRegisterShutdownHook(false)
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("unix_socket_directories", "")
                .setServerConfig("wal_level", walLevel)
                .setLocaleConfig("locale", "C")
                .setOutputRedirector(
                        ProcessBuilder.Redirect.appendTo(folder.log().toFile()))
                .start();
        String pid = Files.readAllLines(folder.data().resolve("postmaster.pid")).get(0);
        folder.record(ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow());
        return new Server("jdbc:postgresql://127.0.0.1:" + port + "/postgres", "postgres", "", () -> {
            close(postgres);
            folder.end();
        });
    }

    private static void close(EmbeddedPostgres postgres) {
        try {
            postgres.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
