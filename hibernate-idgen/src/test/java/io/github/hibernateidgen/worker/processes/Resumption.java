package io.github.hibernateidgen.worker.processes;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** How long a process takes from the end of a fault to its next ids. */
final class Resumption {

    private final ChildProcess process;
    private final BooleanSupplier faultIsOver;
    private final int batches;
    private long begin;
    private long written = -1;
    private Duration took = Duration.ZERO;

    private Resumption(ChildProcess process, BooleanSupplier faultIsOver, int batches) {
        this.process = process;
        this.faultIsOver = faultIsOver;
        this.batches = batches;
    }

    /** From the moment at which the process has reached its store, so without the start of the JVM, to its first ids. */
    static Resumption ofStart(ChildProcess started) {
        return new Resumption(started, started::isReady, 1);
    }

    /**
     * From the moment at which another process ends, or now if there is none, to the first ids that were not taken
     * before it: one batch may have been on its way to the file.
     */
    static Resumption after(BooleanSupplier faultIsOver, ChildProcess process) {
        return new Resumption(process, faultIsOver, 2);
    }

    /** Looks at the process; to be called again and again, until it answers true. */
    boolean isDone() {
        if (!process.isAlive()) {
            throw new AssertionError("ended without being told: " + process);
        }
        long now = System.nanoTime();
        if (written < 0) {
            if (!faultIsOver.getAsBoolean()) {
                return false;
            }
            begin = now;
            written = process.written();
        }
        took = Duration.ofNanos(now - begin);
        return process.written() >= written + batches * (long) Task.BATCH;
    }

    /** The time so far; the whole time once it is done. */
    Duration took() {
        return took;
    }

    @Override
    public String toString() {
        return process + "\nhas made no id for " + took.toMillis() + " ms";
    }
}
