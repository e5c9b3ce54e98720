package io.github.hibernateidgen.examples.orders;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/**
 * One PostgreSQL and three instances of the application on it, each in a process of its own, on free ports of this
 * machine. The instances run the executable jar, so the build must have packaged it. Logs are in
 * {@code target/replicas}.
 */
final class Replicas implements AutoCloseable {

    private static final int COUNT = 3;
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private final Path jar;
    private final Path folder;
    private final EmbeddedPostgres postgres;
    private final List<Replica> instances = new ArrayList<>();
    private boolean closed;

    private Replicas(Path jar, Path folder, EmbeddedPostgres postgres) {
        this.jar = jar;
        this.folder = folder;
        this.postgres = postgres;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        LoggingSystem.get(Replicas.class.getClassLoader()).setLogLevel("io.zonky.test", LogLevel.WARN);
        Replicas replicas = start();
        System.out.println("PostgreSQL  " + replicas.databaseUrl() + "?user=postgres");
        replicas.instances().forEach(instance -> System.out.println("Orders      " + instance.address()));
        System.out.println("Ctrl+C ends them all.");
        Thread.currentThread().join();
    }

    /** Starts them all at once, and returns when each of them is ready. */
    static Replicas start() throws IOException, InterruptedException {
        Path target = target();
        Path jar = executableJar(target);
        Path folder = Files.createTempDirectory(Files.createDirectories(target.resolve("replicas")), "run-");
        Replicas replicas = new Replicas(jar, folder, startPostgres(folder));
        Runtime.getRuntime().addShutdownHook(new Thread(replicas::close, "end-replicas"));
        try {
            for (int i = 0; i < COUNT; i++) {
                replicas.launch();
            }
            for (Replica instance : replicas.instances()) {
                instance.awaitReady(TIMEOUT);
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            replicas.close();
            throw e;
        }
        return replicas;
    }

    /** Starts one more, and returns when it is ready. */
    Replica startOneMore() throws IOException, InterruptedException {
        Replica instance = launch();
        instance.awaitReady(TIMEOUT);
        return instance;
    }

    private synchronized Replica launch() throws IOException {
        if (closed) {
            throw new IllegalStateException("the replicas are closed");
        }
        Replica instance = Replica.launch(jar, freePort(), environment(), folder);
        instances.add(instance);
        return instance;
    }

    /** Ends one of them. */
    synchronized void stop(Replica instance) {
        instance.stop();
        instances.remove(instance);
    }

    synchronized List<Replica> instances() {
        return List.copyOf(instances);
    }

    DataSource database() {
        return postgres.getPostgresDatabase();
    }

    private String databaseUrl() {
        return "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres";
    }

    private Map<String, String> environment() {
        return Map.of(
                "SPRING_PROFILES_ACTIVE", "postgresql",
                "SPRING_DATASOURCE_URL", databaseUrl(),
                "SPRING_DATASOURCE_USERNAME", "postgres",
                "SPRING_DATASOURCE_PASSWORD", "");
    }

    private static EmbeddedPostgres startPostgres(Path folder) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(folder.resolve("postgresql"))
                .setOverrideWorkingDirectory(
                        folder.resolveSibling("postgresql-programs").toFile())
                .setRegisterShutdownHook(false)
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("unix_socket_directories", "")
                .setLocaleConfig("locale", "C")
                .setOutputRedirector(
                        Redirect.appendTo(folder.resolve("postgresql.log").toFile()))
                .start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Path target() {
        try {
            return Path.of(Replicas.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path executableJar(Path target) throws IOException {
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "there is no executable jar in [" + target + "]; package the example first"));
        }
    }

    /** Ends the instances, then their database. To close twice does no harm. */
    @Override
    public synchronized void close() {
        closed = true;
        instances.forEach(instance -> instance.process().destroy());
        instances.forEach(Replica::stop);
        try {
            postgres.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
