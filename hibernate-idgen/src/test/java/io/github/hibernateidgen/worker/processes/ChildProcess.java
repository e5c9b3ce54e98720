package io.github.hibernateidgen.worker.processes;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An {@link IdProcess} as the test sees it. It ends by itself when the JVM of the test does. */
final class ChildProcess implements AutoCloseable {

    private final Process process;
    private final Path ids;
    private final Path log;
    private final String name;
    private @Nullable Process keeper;

    private ChildProcess(Process process, Path ids, Path log, String name) {
        this.process = process;
        this.ids = ids;
        this.log = log;
        this.name = name;
    }

    /** Starts a process whose clock is off by so much. */
    static ChildProcess start(Task task, Path folder, String name, long offsetMillis) throws IOException {
        Path ids = folder.resolve(name + IssuedIds.SUFFIX);
        Path log = folder.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        // Surefire's JVM has one jar on its class path, which names the others.
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        IdProcess.class.getName(),
                        ids.toString(),
                        "" + offsetMillis)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        task.addTo(builder);
        return new ChildProcess(builder.start(), ids, log, name + " (clock off by " + offsetMillis + " ms)");
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    /** Whether it has reached the server of its store and is about to claim a number. */
    boolean isReady() {
        return Files.exists(ids);
    }

    /** How many ids it has written. */
    long written() {
        return new File(ids.toString()).length() / Long.BYTES;
    }

    /**
     * How long those of its threads which a resumption needs have been ready to run, and waited for a processor: what the
     * kernel counts, or nothing where it does not. The others, such as the compiler's, may wait beside them.
     */
    Duration waitedForProcessor() {
        long nanos = 0;
        File[] threads = new File("/proc/" + process.pid() + "/task").listFiles();
        for (File thread : threads == null ? new File[0] : threads) {
            try {
                String name = Files.readString(thread.toPath().resolve("comm"));
                // The main thread has the name of the program.
                if (name.startsWith("java") || name.startsWith("idgen-worker")) {
                    nanos += Long.parseLong(Files.readString(thread.toPath().resolve("schedstat"))
                            .split(" ")[1]);
                }
            } catch (IOException e) {
                // The thread has ended, or the kernel does not count.
            }
        }
        return Duration.ofNanos(nanos);
    }

    /** {@code kill -9}. */
    void kill() {
        process.destroyForcibly();
    }

    /** Tells it to give its number back and end. */
    void end() throws IOException {
        process.getOutputStream().close();
    }

    /**
     * Stops it as the scheduler, a debugger or a suspended virtual machine may. A process of its own does that and waits
     * for {@link #thaw()} or the end of this JVM, so that a JVM that is killed leaves no stopped process.
     */
    void freeze() throws IOException {
        keeper = new ProcessBuilder("sh", "-c", "kill -STOP $0; read thaw; kill -CONT $0", "" + process.pid())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** Lets it go on, soon. */
    void thaw() throws IOException {
        keeper.getOutputStream().close();
    }

    boolean isFrozen() {
        return keeper != null && keeper.isAlive();
    }

    /** Kills it, if it is alive. */
    @Override
    public void close() throws IOException {
        kill();
        process.onExit().join();
        if (isFrozen()) {
            thaw();
        }
    }

    /** Its name, and the end of what it said. */
    @Override
    public String toString() {
        try {
            List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
            return name + ", which said last:\n"
                    + String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
