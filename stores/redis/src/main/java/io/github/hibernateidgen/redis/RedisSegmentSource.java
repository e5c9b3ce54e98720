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
 * Segments of one counter, as {@link RedisSegmentStore} describes them.
 *
 * <p>Thread-safe.
 */
final class RedisSegmentSource implements SegmentSource {

    /** Says that Redis lost numbers before they were issued; the next fetch takes others. */
    private static final Segment NO_NUMBERS = new Segment(0, -1);

    private static final String STOP_ALL = "; stop all processes that take numbers from it, ";

    private final Counter counter;
    private final SegmentRequest request;
    private final long size;
    private final long beginning;
    private final Supplier<String> tokens;
    private final Settling settling;

    /** The counters that were found, by their tokens; shared by all sources of this counter. */
    private final ConcurrentMap<String, Found> known;

    private final AtomicReference<@Nullable Found> found = new AtomicReference<>();

    /**
     * Settings for numbers that must settle before they are issued.
     *
     * @param nanos how much Redis may lose of what it has confirmed, in nanoseconds; 0 for none
     * @param clock one that only goes forward
     * @param sleeper waits for some nanoseconds
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
                throw new IllegalStateException("interrupted while numbers were to settle", e);
            }
        }

        /** Waits until {@code nanos} have passed since an addition was confirmed. */
        void await(long heardAt) {
            for (long left = nanos; left > 0; left = nanos - (clock.getAsLong() - heardAt)) {
                sleeper.accept(left);
            }
        }
    }

    /** A counter that this process has found. Thread-safe. */
    static final class Found {

        private final String token;

        /** The highest number that the counter has given to this process. */
        private final AtomicLong given = new AtomicLong();

        /** The finding that the counter is lost, or null. */
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
     * Makes another source of the same counter for this process, such as another tenant's. What one of them was given, the
     * counter must not be below for any; as soon as one finds it lost, none issues anything of it any more.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    RedisSegmentSource sharing(SegmentRequest request) {
        return new RedisSegmentSource(counter, request, tokens, known, settling);
    }

    private static long requireOneOrMore(String what, long number) {
        if (number < 1) {
            throw new IllegalArgumentException(what + " is [" + number + "]; a counter in Redis takes 1 or more");
        }
        return number;
    }

    /** Finds the counter, or makes it. The first {@link #fetch()} does so if this was not called before. */
    @Override
    public void open() {
        found();
    }

    @Override
    public Segment fetch() {
        Found own = found();
        String lost = own.lost;
        if (lost != null) {
            throw lost(own, lost);
        }
        long before = own.given.get();
        String mark = settling.nanos == 0 ? null : tokens.get();
        Counter.Addition addition = counter.add(own.token, before, size, mark);
        long heardAt = settling.clock.getAsLong();
        if (addition.outcome() == Counter.Outcome.REPLACED) {
            throw lost(own, "is not the one that this process began with, so Redis has lost that, or it was made anew");
        }
        long value = addition.value();
        if (addition.outcome() == Counter.Outcome.SET_BACK || value - size < before) {
            throw lost(
                    own,
                    "was below [" + before
                            + "], which it has given to this process, so Redis has lost its last writes");
        }
        if (mark != null) {
            settling.await(heardAt);
            if (!counter.removeMark(own.token, value, mark)) {
                return NO_NUMBERS;
            }
        }
        own.given.accumulateAndGet(value, Math::max);
        return new Segment(value - size + 1, value);
    }

    /** Returns whether this source, or one that shares its counter, has found the counter lost. */
    @Override
    public boolean isLost() {
        Found own = found.get();
        return own != null && own.lost != null;
    }

    private NumbersLostException lost(Found own, String seen) {
        own.lost = seen;
        return new NumbersLostException(
                counter.describe() + " " + seen + STOP_ALL + "and start one, which says what to do");
    }

    /**
     * Finds the counter without a lock, since it calls Redis and the database: two threads do so independently, as two
     * processes would.
     */
    private Found found() {
        Found own = found.get();
        if (own != null) {
            return own;
        }
        Found made = find();
        Found first = found.compareAndExchange(null, made);
        return first == null ? made : first;
    }

    /**
     * Makes the counter, and checks a second time: others may have used numbers after the first check, which Redis has
     * lost.
     */
    private Found find() {
        while (true) {
            // Read before the counter, which by then has handed out all numbers in use.
            OptionalLong inUse = request.highestInUse().get();
            String token = tokens.get();
            Counter.State state = counter.open(request.mayMake() && inUse.isEmpty() ? beginning : null, token);
            Found own = requireAbove(inUse, state, token);
            if (!own.token.equals(token)) {
                return own;
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
            counted.given.accumulateAndGet(value, Math::max);
            return counted;
        }
        throw new NumbersLostException(counter.describe() + " " + seen(inUse, above, value, token) + STOP_ALL
                + "run [" + counter.repair(above, newToken) + "] in Redis, with a higher value if numbers above ["
                + above
                + "] are in use by then, and start them again");
    }

    private static String seen(OptionalLong inUse, long above, @Nullable Long value, @Nullable String token) {
        if (value == null && token == null && inUse.isEmpty()) {
            return "is missing, and others may have numbers of it, so it is not made here";
        }
        if (value == null && token == null) {
            return "is missing, but numbers up to [" + above
                    + "] are in use, so Redis has lost it, or it was never made";
        }
        if (value == null || token == null) {
            return "has no " + (value == null ? "value" : "token")
                    + ", so a process has found it set back, or it was made by hand";
        }
        return "stands at [" + value + "], but numbers up to [" + above
                + "] are in use, so it would give some of them again";
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
