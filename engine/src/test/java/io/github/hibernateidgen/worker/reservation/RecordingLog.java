package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.internal.text.LoggingLock;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps the lines instead of logging them. */
class RecordingLog implements System.Logger {

    final List<String> lines = new CopyOnWriteArrayList<>();

    /** Returns a log whose lines are kept here at once. */
    ReservationLog of(ReservationTerms terms) {
        return new ReservationLog(terms, () -> "test store", new LoggingLock(this)) {
            @Override
            void log(Level level, Supplier<String> message, @Nullable RuntimeException failure) {
                RecordingLog.this.log(level, message.get(), failure);
            }
        };
    }

    @Override
    public String getName() {
        return "test";
    }

    @Override
    public boolean isLoggable(Level level) {
        return true;
    }

    @Override
    public synchronized void log(Level level, ResourceBundle bundle, String message, Throwable failure) {
        lines.add(level + " " + message);
        notifyAll();
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
        throw new UnsupportedOperationException();
    }

    /** Waits until a line has been logged that contains the text. */
    synchronized void await(String text) throws InterruptedException {
        long end = System.nanoTime() + 20_000_000_000L;
        while (lines.stream().noneMatch(line -> line.contains(text))) {
            long millis = (end - System.nanoTime()) / 1_000_000;
            if (millis <= 0) {
                throw new AssertionError("no line with [" + text + "] within 20 s in " + lines);
            }
            wait(millis);
        }
    }
}
