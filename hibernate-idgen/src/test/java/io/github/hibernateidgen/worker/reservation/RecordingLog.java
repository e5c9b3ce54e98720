package io.github.hibernateidgen.worker.reservation;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Keeps the lines instead of logging them. */
final class RecordingLog extends ReservationLog {

    final List<String> lines = new CopyOnWriteArrayList<>();

    RecordingLog(ReservationTerms terms) {
        super(terms, "test store", System.getLogger("test"));
    }

    @Override
    synchronized void say(System.Logger.Level level, String message, @Nullable RuntimeException failure) {
        lines.add(level + " " + message);
        notifyAll();
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
