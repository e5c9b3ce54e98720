package io.github.hibernateidgen.worker.processes;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** How long a process takes from the end of a fault to its next ids. */
final class Resumption {

    private final ChildProcess process;
    private final BooleanSupplier faultIsOver;
    private final int batches;
    private long begin;
    private long written = -1;
    private Duration took = Duration.ZERO;
    private Duration waitedBefore = Duration.ZERO;
    private @Nullable Duration waited;

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
            waitedBefore = process.waitedForProcessor();
            written = process.written();
        }
        took = Duration.ofNanos(now - begin);
        if (process.written() < written + batches * (long) Task.BATCH) {
            return false;
        }
        waited = waited();
        return true;
    }

    /** The time so far; the whole time once it is done. */
    Duration took() {
        return took;
    }

    /** The time without what the process waited for a processor that others had. */
    Duration tookByItself() {
        return took.minus(waited == null ? waited() : waited);
    }

    /** Looks at what the process waited for only where it matters. */
    boolean isWithin(Duration limit) {
        return took.compareTo(limit) < 0 || tookByItself().compareTo(limit) < 0;
    }

    /** Threads that have ended take what they waited with them. */
    private Duration waited() {
        Duration since = process.waitedForProcessor().minus(waitedBefore);
        return since.isNegative() || written < 0 ? Duration.ZERO : since;
    }

    @Override
    public String toString() {
        return process + "\nhas made no id for " + took.toMillis() + " ms, and for "
                + tookByItself().toMillis() + " ms without the waits for a processor";
    }
}
