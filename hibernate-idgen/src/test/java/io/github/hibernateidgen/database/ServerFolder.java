package io.github.hibernateidgen.database;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;

/**
 * A server's own folder below {@code target/servers}. It records the JVM that made it and the server's process, so that
 * a later run ends a server whose JVM was killed.
 */
final class ServerFolder {

    private static final Path ROOT = target().resolve("servers");
    private static final String OWNER = "owner.process";
    private static final String SERVER = "server.process";

    private static final AtomicInteger CREATED = new AtomicInteger();

    private final Path path;

    private ServerFolder(Path path) {
        this.path = path;
    }

    /** Also ends the servers of JVMs that are no more. */
    static ServerFolder create(String name) throws IOException {
        ServerFolder folder = new ServerFolder(ROOT.resolve(name));
        endLeftovers(ROOT);
        Files.createDirectories(folder.path);
        folder.write(OWNER, ProcessHandle.current());
        return folder;
    }

    /** With a name that no other folder has, although its server, or its port, is chosen later. */
    static ServerFolder createAnew(String prefix) throws IOException {
        return create(prefix + "-" + ProcessHandle.current().pid() + "-" + CREATED.incrementAndGet());
    }

    /** A folder for what several runs share, such as a server's programs. */
    static Path shared(String name) throws IOException {
        return Files.createDirectories(ROOT.resolve(name));
    }

    /** A program on the machine's own PATH. */
    static Optional<Path> installed(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    Path path() {
        return path;
    }

    Path data() {
        return path.resolve("data");
    }

    Path log() {
        return path.resolve("server.log");
    }

    /** The last lines of the log, for an error message. */
    String endOfLog() {
        try {
            List<String> lines = Files.exists(log()) ? Files.readAllLines(log()) : List.of();
            return String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
        } catch (IOException e) {
            return "its log is not readable: " + e;
        }
    }

    /** Runs a program to its end. */
    void run(List<String> command) throws IOException, InterruptedException {
        int exit = builder(command).start().waitFor();
        if (exit != 0) {
            throw new IOException(command.get(0) + " ended with " + exit);
        }
    }

    /** Starts the server. */
    Process launch(List<String> command) throws IOException {
        Process process = builder(command).start();
        record(process.toHandle());
        return process;
    }

    private ProcessBuilder builder(List<String> command) {
        return new ProcessBuilder(command)
                .directory(path.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    }

    void record(ProcessHandle server) throws IOException {
        write(SERVER, server);
    }

    private void write(String file, ProcessHandle process) throws IOException {
        Files.writeString(path.resolve(file), ProcessMark.of(process).toString());
    }

    private Optional<ProcessHandle> alive(String file) throws IOException {
        Path mark = path.resolve(file);
        return Files.exists(mark) ? ProcessMark.parse(Files.readString(mark)).alive() : Optional.empty();
    }

    /** Ends the server and removes all it wrote. */
    void end() {
        try {
            alive(SERVER).ifPresent(ServerFolder::end);
            FileUtils.deleteDirectory(path.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void end(ProcessHandle process) {
        process.destroy();
        try {
            process.onExit().get(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            process.destroyForcibly();
        }
    }

    /** Only folders that were made here have an owner; a folder whose owner lives is another run's. */
    static void endLeftovers(Path root) throws IOException {
        List<ServerFolder> folders = new ArrayList<>();
        if (Files.isDirectory(root)) {
            try (Stream<Path> paths = Files.list(root)) {
                paths.filter(path -> Files.exists(path.resolve(OWNER)))
                        .map(ServerFolder::new)
                        .forEach(folders::add);
            }
        }
        for (ServerFolder folder : folders) {
            if (folder.alive(OWNER).isEmpty()) {
                System.err.println("Ending what a killed JVM left in " + folder.path);
                folder.end();
            }
        }
    }

    private static Path target() {
        try {
            return Path.of(ServerFolder.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
