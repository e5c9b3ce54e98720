package io.github.hibernateidgen.worker.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Starts a {@link FailoverProcess} and tells it what to do. Not thread-safe. */
final class FailoverWriter implements AutoCloseable {

    interface Condition {
        boolean holds() throws IOException;
    }

    private final Process process;
    private final BufferedReader answers;
    private File ids;

    FailoverWriter(String url, Path log) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        // Surefire's JVM has one jar on its class path, which names the others.
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        FailoverProcess.class.getName(),
                        url)
                .redirectError(log.toFile())
                .start();
        answers = process.inputReader();
        assertThat(answers.readLine()).isEqualTo("ready");
    }

    void claim(String namespace, Duration settle, Path folder) throws IOException {
        ids = folder.resolve(process.pid() + IssuedIds.SUFFIX).toFile();
        tell(namespace + " " + settle.toMillis() + " " + ids);
    }

    void stop() throws IOException {
        tell("");
    }

    long written() {
        return ids.length() / Long.BYTES;
    }

    private void tell(String line) throws IOException {
        process.outputWriter().append(line).append('\n').flush();
        assertThat(answers.readLine()).isEqualTo("done");
    }

    /** Waits until the condition holds, or the limit has passed, and returns whether it holds. */
    static boolean until(Condition condition, Duration limit) throws Exception {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.holds() && System.nanoTime() < end) {
            Thread.sleep(5);
        }
        return condition.holds();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
