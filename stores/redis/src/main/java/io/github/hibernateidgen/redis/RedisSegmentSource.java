package io.github.hibernateidgen.redis;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Segments of a single counter, as {@link RedisSegmentStore} describes them.
 *
 * <p>Thread-safe.
 */
final class RedisSegmentSource implements SegmentSource {

    /** The result of a fetch whose numbers Redis lost before they were issued. The next fetch takes other numbers. */
    private static final Segment NO_NUMBERS = new Segment(0, -1);

    private static final String STOP_ALL = "stop all processes that take numbers from it, ";

    private final Counter counter;
    private final SegmentRequest request;
    private final long size;
    private final long beginning;
    private final Supplier<String> tokens;
    private final Settling settling;

    /** This process's knowledge of the counter by token, shared by all sources of this counter. */
    private final ConcurrentMap<String, Found> known;

    private final AtomicReference<@Nullable Found> found = new AtomicReference<>();

    /**
     * The wait between the confirmation of an addition and the issue of its numbers.
     *
     * @param nanos the span of confirmed writes that Redis may lose, in nanoseconds; 0 if Redis loses none
     * @param clock a clock in nanoseconds that only goes forward
     * @param sleeper waits for the given number of nanoseconds
     */
    record Settling(long nanos, LongSupplier clock, LongConsumer sleeper) {

        static Settling of(Duration settle) {
            return new Settling(settle.toNanos(), System::nanoTime, Settling::sleep);
        }

        private static void sleep(long nanos) {
            try {
                NANOSECONDS.sleep(nanos);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for numbers to settle", e);
            }
        }

        /** Waits until {@code nanos} have passed since an addition was confirmed. */
        void await(long heardAt) {
            for (long left = nanos; left > 0; left = nanos - (clock.getAsLong() - heardAt)) {
                sleeper.accept(left);
            }
        }
    }

    /** This process's knowledge of a counter. Thread-safe. */
    static final class Found {

        private final String token;

        /** The highest value that the counter has reached and should never lose. */
        private final AtomicLong reached = new AtomicLong();

        /** Why the counter counts as lost; null if the counter is not lost. */
        private volatile @Nullable String lost;

        private Found(String token) {
            this.token = token;
        }
    }

    RedisSegmentSource(Counter counter, SegmentRequest request, Duration settle) {
        this(counter, request, () -> UUID.randomUUID().toString(), new ConcurrentHashMap<>(), Settling.of(settle));
    }

    RedisSegmentSource(
            Counter counter,
            SegmentRequest request,
            Supplier<String> tokens,
            ConcurrentMap<String, Found> known,
            Settling settling) {
        this.counter = counter;
        this.request = request;
        this.size = requireOneOrMore("a segment's size", request.size());
        this.beginning = requireOneOrMore("the first number", request.first()) - 1;
        this.tokens = tokens;
        this.known = known;
        this.settling = settling;
    }

    /**
     * Creates another source of the same counter for this process, for example for another tenant. The sources share their
     * knowledge: the counter must not be below the highest value that it had reached for any of these sources. As soon as a
     * source finds that the counter is lost, no source issues numbers of that counter any more.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    RedisSegmentSource sharing(SegmentRequest request) {
        return new RedisSegmentSource(counter, request, tokens, known, settling);
    }

    private static long requireOneOrMore(String name, long number) {
        if (number < 1) {
            throw new IllegalArgumentException(name + " is [" + number + "]; a counter in Redis takes 1 or more");
        }
        return number;
    }

    /** Finds or creates the counter. If this method was not called before, the first {@link #fetch()} calls it. */
    @Override
    public void open() {
        found();
    }

    @Override
    public Segment fetch() {
        Found current = found();
        String lost = current.lost;
        if (lost != null) {
            throw lost(current, lost);
        }
        long before = current.reached.get();
        String mark = settling.nanos == 0 ? null : tokens.get();
        Counter.Addition addition = counter.add(current.token, before, size, mark);
        long heardAt = settling.clock.getAsLong();
        if (addition.outcome() == Counter.Outcome.REPLACED) {
            throw lost(
                    current,
                    "is not the counter that this process began with, so Redis has lost that counter, or it was created again");
        }
        long value = addition.value();
        if (addition.outcome() == Counter.Outcome.SET_BACK || value - size < before) {
            throw lost(
                    current,
                    "was below [" + before + "], which it had reached before, so Redis has lost its last writes");
        }
        if (mark != null) {
            // guard: wait, sent
            settling.await(heardAt);
            String left = addition.mark();
            // guard: mark
            if (left == null || !counter.removeMark(current.token, value, left)) {
                return NO_NUMBERS;
            }
        }
        current.reached.accumulateAndGet(value, Math::max);
        return new Segment(value - size + 1, value);
    }

    /** Returns whether this source, or another source of the same counter, has found that the counter is lost. */
    @Override
    public boolean isLost() {
        Found current = found.get();
        return current != null && current.lost != null;
    }

    private NumbersLostException lost(Found current, String seen) {
        current.lost = seen;
        return new NumbersLostException(
                counter.describe() + " " + seen,
                STOP_ALL + "and start one of them: its message has the command that repairs the counter");
    }

    /**
     * Finds the counter without holding a lock, because the search calls Redis and the database. Two threads may search
     * independently, like two processes.
     */
    private Found found() {
        Found current = found.get();
        if (current != null) {
            return current;
        }
        Found made = find();
        Found first = found.compareAndExchange(null, made);
        return first == null ? made : first;
    }

    /**
     * Finds or creates the counter. After creating the counter, checks the numbers in use a second time. Between the first
     * check and the creation, other processes may have used numbers of an earlier counter, which Redis then lost.
     */
    private Found find() {
        while (true) {
            // The numbers in use are read before the counter, so that the counter has already handed out all of them.
            OptionalLong inUse = request.highestInUse().get();
            String token = tokens.get();
            Counter.State state = counter.open(request.mayMake() && inUse.isEmpty() ? beginning : null, token);
            Found current = requireAbove(inUse, state, token);
            if (!state.made()) {
                return current;
            }
        }
    }

    private Found requireAbove(OptionalLong inUse, Counter.State state, String newToken) {
        Long value = state.value();
        String token = state.token();
        long handedOut = value == null ? beginning : value;
        long above = Math.max(inUse.orElse(handedOut), handedOut);
        if (value != null && token != null && value == above) {
            Found counted = known.computeIfAbsent(token, Found::new);
            // Redis may still lose a value that has not settled. The numbers in use have settled.
            counted.reached.accumulateAndGet(settling.nanos == 0 ? value : inUse.orElse(0), Math::max);
            return counted;
        }
        throw new NumbersLostException(
                counter.describe() + " " + seen(inUse, above, value, token),
                STOP_ALL
                        + "run [" + counter.repair(above, newToken)
                        + "] in Redis, with a higher value if numbers above ["
                        + above
                        + "] are in use, and start the processes again");
    }

    private static String seen(OptionalLong inUse, long above, @Nullable Long value, @Nullable String token) {
        if (value == null && token == null && inUse.isEmpty()) {
            return "is missing, and other processes may have its numbers, so this process does not create it";
        }
        if (value == null && token == null) {
            return "is missing, but numbers up to [" + above
                    + "] are in use, so Redis has lost it, or it was never made";
        }
        if (value == null || token == null) {
            return "has no " + (value == null ? "value" : "token")
                    + ", so a process has found it set back, or it was made by hand";
        }
        return "is at [" + value + "], but numbers up to [" + above
                + "] are in use, so it would hand out numbers again";
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public String describe() {
        return counter.describe();
    }
}
