package io.github.hibernateidgen.examples.orders;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One instance of the application in a process of its own. */
record Replica(Process process, URI address, Path log) {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    /** Starts it; it writes to a log in the folder. */
    static Replica launch(Path jar, int port, Map<String, String> environment, Path folder) throws IOException {
        Path log = folder.resolve("orders-" + port + ".log");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        // Three JVMs start at once: the quick compiler alone.
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        jar.toString(),
                        "--server.port=" + port)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        return new Replica(builder.start(), URI.create("http://127.0.0.1:" + port), log);
    }

    void awaitReady(Duration timeout) throws InterruptedException {
        Instant deadline = Instant.now().plus(timeout);
        while (!isReady()) {
            if (!process.isAlive() || Instant.now().isAfter(deadline)) {
                throw new IllegalStateException("the instance at " + address + " is not ready; see " + log);
            }
            Thread.sleep(BETWEEN_LOOKS.toMillis());
        }
    }

    private boolean isReady() throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve("/actuator/health/readiness"))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** Lets it finish what it does, for a few seconds at most. */
    void stop() {
        process.destroy();
        try {
            if (process.waitFor(10, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
