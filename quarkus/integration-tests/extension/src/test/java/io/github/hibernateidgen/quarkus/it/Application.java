package io.github.hibernateidgen.quarkus.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process of the application that the build has made, with settings of its own. */
final class Application implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;
    private final List<String> lines = new ArrayList<>();

    private Application(Process process) {
        this.process = process;
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static Application start(Map<String, String> environment, String... properties) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(properties));
        command.add("-jar");
        command.add(System.getProperty("idgen.test.application"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return new Application(builder.start());
    }

    /** Waits for the id that it prints. */
    long id() throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.startsWith("id=")) {
                return Long.parseLong(line.substring(3));
            }
        }
        throw new AssertionError("no id in\n" + String.join("\n", lines));
    }

    /** Drops what it prints from now on, so that it never waits for a reader. */
    void ignoreOutput() {
        Thread reader = new Thread(() -> output.lines().forEach(line -> {}), "output of an application");
        reader.setDaemon(true);
        reader.start();
    }

    /** Ends it, and returns all that it has printed. */
    String end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
        }
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError("still running after\n" + String.join("\n", lines));
        }
        return String.join("\n", lines);
    }

    int exitCode() {
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
