package io.github.hibernateidgen.database;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A process by its number and its start, so that another process that got the number later is not taken for it. */
record ProcessMark(long pid, Instant start) {

    /* Linux tells the start in ticks since boot, and the boot in seconds that a corrected clock may move by one. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    static ProcessMark of(ProcessHandle process) {
        return new ProcessMark(process.pid(), process.info().startInstant().orElse(Instant.EPOCH));
    }

    /** Reads what {@link #toString()} wrote. */
    static ProcessMark parse(String text) {
        int space = text.indexOf(' ');
        return new ProcessMark(Long.parseLong(text.substring(0, space)), Instant.parse(text.substring(space + 1)));
    }

    /** The process, if it is still alive. */
    Optional<ProcessHandle> alive() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process ->
                        Duration.between(of(process).start(), start).abs().compareTo(TOLERANCE) <= 0);
    }

    @Override
    public String toString() {
        return pid + " " + start;
    }
}
