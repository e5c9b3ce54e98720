package io.github.hibernateidgen.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Records what this library logs while it is open. */
public final class LogCapture extends Handler implements AutoCloseable {

    private static final Logger LOGGER = Logger.getLogger("io.github.hibernateidgen");

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Level before = LOGGER.getLevel();

    public LogCapture() {
        LOGGER.setLevel(Level.ALL);
        LOGGER.addHandler(this);
    }

    public List<String> messages() {
        return records.stream().map(LogCapture::text).toList();
    }

    /** The lines with their loggers, as the logging library has made them. */
    public List<LogRecord> records() {
        return records;
    }

    public List<String> warnings() {
        return records.stream()
                .filter(entry -> entry.getLevel().equals(Level.WARNING))
                .map(LogCapture::text)
                .toList();
    }

    private static String text(LogRecord entry) {
        Object[] parameters = entry.getParameters();
        return parameters == null ? entry.getMessage() : String.format(entry.getMessage(), parameters);
    }

    @Override
    public void publish(LogRecord entry) {
        records.add(entry);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOGGER.removeHandler(this);
        LOGGER.setLevel(before);
    }
}
