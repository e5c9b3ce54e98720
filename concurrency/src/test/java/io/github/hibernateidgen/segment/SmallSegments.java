package io.github.hibernateidgen.segment;

import java.time.Duration;
import java.util.Queue;
import java.util.ResourceBundle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** A generator over segments of a few numbers, from 0 on, which arrive when a race says so. */
final class SmallSegments implements SegmentSource {

    /** In place of a number: nothing is buffered. */
    static final int NONE = -1;

    /** In place of a number: closed or suspended. */
    static final int REFUSED = -2;

    /** In place of a number: the wait ended by itself, as nobody had ended it. */
    static final int NOT_WOKEN = -3;

    /** A clock that stands: a segment waits for those that were asked for before it. */
    static final LongSupplier STANDING = () -> 0;

    // Two fetches at a time, and the longest target, so that a second one is begun soon.
    private static final SegmentLimits LIMITS =
            new SegmentLimits(4, 2, Duration.ofHours(1), SegmentLimits.DEFAULT.timeout());

    /** Says nothing: late segments come in thousands of generators. */
    private static final System.Logger SILENT = new System.Logger() {
        @Override
        public String getName() {
            return "silent";
        }

        @Override
        public boolean isLoggable(Level level) {
            return false;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {}

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {}
    };

    private final int size;
    private final AtomicInteger fetched = new AtomicInteger();
    private final Queue<Runnable> fetches = new ConcurrentLinkedQueue<>();
    private final SegmentGenerator generator;

    /** Segments of two numbers. */
    SmallSegments(LongSupplier clock) {
        this(clock, 2);
    }

    SmallSegments(LongSupplier clock, int size) {
        this.size = size;
        generator = new SegmentGenerator(
                this, LIMITS, fetches::add, clock, new SegmentBuffer(OffsetAndStep.ALL, LIMITS, size), SILENT);
    }

    /** The next number, if there is one. */
    int poll() {
        long number;
        try {
            number = generator.poll();
        } catch (IllegalStateException e) {
            return REFUSED;
        }
        return number == SegmentBuffer.NONE ? NONE : Math.toIntExact(number);
    }

    /** The next number, which is waited for. */
    int await() {
        long began = System.nanoTime();
        long number = generator.nextId();
        boolean woken = System.nanoTime() - began < LIMITS.timeout().toNanos() * 9 / 10;
        return woken ? Math.toIntExact(number) : NOT_WOKEN;
    }

    /** Lets the oldest fetch that is under way bring its segment; tells whether there was one. */
    boolean arrive() {
        Runnable fetch = fetches.poll();
        if (fetch == null) {
            return false;
        }
        fetch.run();
        return true;
    }

    /** Acquires the lock, and takes nothing. */
    void look() {
        generator.statistics();
    }

    void suspendAndResume() {
        generator.suspend();
        generator.resume();
    }

    void close() {
        generator.close();
    }

    /** How many numbers have been fetched. */
    int fetched() {
        return fetched.get() * size;
    }

    /** How many numbers were dropped, because greater ones had been given. */
    int dropped() {
        return Math.toIntExact(generator.statistics().dropped()) * size;
    }

    @Override
    public Segment fetch() {
        long first = (long) fetched.getAndIncrement() * size;
        return new Segment(first, first + size - 1);
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public String describe() {
        return "numbers";
    }
}
