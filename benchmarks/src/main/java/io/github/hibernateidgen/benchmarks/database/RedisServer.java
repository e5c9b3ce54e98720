package io.github.hibernateidgen.benchmarks.database;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The machine's own {@code redis-server}, on the loopback interface, without data on the disk. */
final class RedisServer implements AutoCloseable {

    private final Process process;
    private final int port;
    private final Thread hook;

    private RedisServer(Process process, int port) {
        this.process = process;
        this.port = port;
        hook = new Thread(process::destroyForcibly, "redis-end");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static boolean isInstalled() {
        return program().isPresent();
    }

    private static Optional<Path> program() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static RedisServer start(Path folder) throws IOException, InterruptedException {
        int port = Ports.free();
        Files.createDirectories(folder);
        Process process = new ProcessBuilder(List.of(
                        program().orElseThrow().toString(),
                        "--bind",
                        "127.0.0.1",
                        "--port",
                        "" + port,
                        "--save",
                        "",
                        "--appendonly",
                        "no"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("redis.log").toFile())
                .start();
        RedisServer server = new RedisServer(process, port);
        for (int tries = 0; tries < 100; tries++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                if (socket.isConnected()) {
                    return server;
                }
            } catch (IOException e) {
                Thread.sleep(50);
            }
        }
        server.close();
        throw new IOException("redis-server does not answer on port " + port);
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        Runtime.getRuntime().removeShutdownHook(hook);
    }
}
