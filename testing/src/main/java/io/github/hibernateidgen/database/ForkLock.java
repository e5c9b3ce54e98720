package io.github.hibernateidgen.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** What one of several JVMs has until it ends. Thread-safe. */
final class ForkLock {

    /** One lock for all servers that were given: with one each, two forks could wait for each other. */
    static final ForkLock GIVEN_SERVERS = new ForkLock(folder().resolve("given.lock"));

    private final Path file;
    private @Nullable FileLock lock;

    ForkLock(Path file) {
        this.file = file;
    }

    private static Path folder() {
        try {
            return ServerFolder.shared("locks");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until no other JVM has it. */
    synchronized void take() {
        try {
            if (lock == null) {
                lock = open().lock();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether this JVM has it now. */
    synchronized boolean tryTake() throws IOException {
        if (lock == null) {
            lock = open().tryLock();
        }
        return lock != null;
    }

    private FileChannel open() throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
}
