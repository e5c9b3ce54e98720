package io.github.hibernateidgen.segment;

import java.time.Duration;
import java.util.Queue;
import java.util.ResourceBundle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** A generator over segments of a few numbers, from 0 on. The race decides when a segment arrives. */
final class SmallSegments implements SegmentSource {

    /** Result instead of a number: no number is buffered. */
    static final int NONE = -1;

    /** Result instead of a number: the generator is closed or suspended. */
    static final int REFUSED = -2;

    /** Result instead of a number: the wait timed out, because no thread had ended it. */
    static final int NOT_WOKEN = -3;

    /** A fixed clock: a segment waits for all segments that were requested before it. */
    static final LongSupplier STANDING = () -> 0;

    // Two fetches at a time, and the longest target, so that a second fetch begins soon.
    private static final SegmentLimits LIMITS =
            new SegmentLimits(4, 2, Duration.ofHours(1), SegmentLimits.DEFAULT.timeout());

    /** Discards messages, because late segments occur in thousands of generators. */
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

    /** Returns the next number, or {@link #NONE}. */
    int poll() {
        long number;
        try {
            number = generator.poll(null);
        } catch (IllegalStateException e) {
            return REFUSED;
        }
        return number == SegmentBuffer.NONE ? NONE : Math.toIntExact(number);
    }

    /** Waits for the next number. */
    int await() {
        long began = System.nanoTime();
        long number = generator.nextId();
        boolean woken = System.nanoTime() - began < LIMITS.timeout().toNanos() * 9 / 10;
        return woken ? Math.toIntExact(number) : NOT_WOKEN;
    }

    /** Completes the oldest pending fetch. Returns whether a fetch was pending. */
    boolean arrive() {
        Runnable fetch = fetches.poll();
        if (fetch == null) {
            return false;
        }
        fetch.run();
        return true;
    }

    /** Acquires the lock, and takes no number. */
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

    /** Returns how many numbers have been fetched. */
    int fetched() {
        return fetched.get() * size;
    }

    /** Returns how many numbers were dropped, because greater numbers had been issued. */
    int dropped() {
        return Math.toIntExact(generator.statistics().dropped()) * size;
    }

    @Override
    public void open() {}

    @Override
    public boolean isLost() {
        return false;
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
