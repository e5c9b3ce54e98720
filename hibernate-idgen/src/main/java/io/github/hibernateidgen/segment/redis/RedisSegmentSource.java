package io.github.hibernateidgen.segment.redis;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.github.hibernateidgen.segment.NanoClock;
import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentSource;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Segments of a counter in Redis, one hash with the highest number that was handed out ({@code value}) and a random
 * {@code token}. Processes may take segments of different sizes from one counter.
 *
 * <p><b>Redis can lose writes by default.</b> A counter that is gone, was made again, or is below what it has given is
 * recognized by its token and its value: no more of its numbers are issued, and {@link NumbersLostException} says so. If
 * Redis loses only its last writes, in a crash without {@code appendfsync always} or in a failover to a replica, it gives
 * the numbers of those writes again. A source that is told how much may be lost waits for that long, and checks that its
 * numbers are still its own.
 *
 * <p>Before the first segment the counter is compared with the highest number in use. It is made if there is none, no
 * number is in use, and it may be made; otherwise a counter that is missing, or below that number, is refused.
 *
 * <p>Thread-safe. The connection belongs to the caller, who closes it.
 */
public final class RedisSegmentSource implements SegmentSource {

    private static final Duration LONGEST_SETTLE = Duration.ofMinutes(1);

    /** Says that Redis lost numbers before they were issued; the next fetch takes others. */
    private static final Segment NOT_KEPT = new Segment(0, -1);

    private static final String STOP_ALL = "; stop all processes that take numbers from it, ";

    private final Counter counter;
    private final long size;
    private final long beginning;
    private final boolean mayMake;
    private final Supplier<OptionalLong> highestInUse;
    private final Supplier<String> tokens;
    private final Settling settling;

    /** The counters that were found, by their tokens; shared by all sources of this counter. */
    private final ConcurrentMap<String, Begun> met;

    private final AtomicReference<@Nullable Begun> begun = new AtomicReference<>();

    /**
     * Settings for numbers that must settle before they are issued.
     *
     * @param nanos how much Redis may lose of what it has confirmed, in nanoseconds; 0 for none
     * @param clock one that only goes forward
     * @param sleeper waits for some nanoseconds
     */
    record Settling(long nanos, NanoClock clock, LongConsumer sleeper) {

        static Settling of(Duration settle) {
            if (settle.isNegative() || settle.compareTo(LONGEST_SETTLE) > 0) {
                throw new IllegalArgumentException("settle [" + settle.toMillis()
                        + " ms] is out of range; give 0 ms to " + LONGEST_SETTLE.toMillis() + " ms");
            }
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
            for (long left = nanos; left > 0; left = nanos - (clock.nanos() - heardAt)) {
                sleeper.accept(left);
            }
        }
    }

    /** A counter that this process has found. Thread-safe. */
    static final class Begun {

        private final String token;

        /** The highest number that the counter has given to this process. */
        private final AtomicLong given = new AtomicLong();

        /** The finding that the counter is lost, or null. */
        private volatile @Nullable String lost;

        private Begun(String token) {
            this.token = token;
        }
    }

    /**
     * Makes a source; nothing is sent yet.
     *
     * @param commands asked for at each use: {@code connection.sync()} of a connection to a server or to a cluster. A
     *     {@link RedisException} means that the server can't be reached
     * @param key the name of the hash; all that write the same rows use the same one in the same Redis
     * @param size how many numbers a segment has, 1 or more
     * @param first the first number of a counter that is made, 1 or more
     * @param mayMake whether the counter is made where there is none and no number is in use. Others whose numbers
     *     {@code highestInUse} does not tell would be given theirs again: only where there are no such others
     * @param highestInUse tells the highest number in use, as committed by now in the database that is written to; empty
     *     where none is
     * @throws IllegalArgumentException if a number is out of range
     */
    public RedisSegmentSource(
            Supplier<? extends RedisClusterCommands<String, String>> commands,
            String key,
            long size,
            long first,
            boolean mayMake,
            Supplier<OptionalLong> highestInUse) {
        this(commands, key, size, first, mayMake, highestInUse, Duration.ZERO);
    }

    /**
     * Makes a source for a Redis that may lose its last writes; nothing is sent yet. {@link #fetch()} takes so much longer.
     *
     * @param commands as in the other constructor
     * @param key as in the other constructor
     * @param size as in the other constructor
     * @param first as in the other constructor
     * @param mayMake as in the other constructor
     * @param highestInUse as in the other constructor
     * @param settle how much Redis may lose of what it has confirmed, measured back from a failover or a crash: 0 to 1 min.
     *     All that take numbers of the counter must be told the same, or more
     * @throws IllegalArgumentException if a value is out of range
     */
    public RedisSegmentSource(
            Supplier<? extends RedisClusterCommands<String, String>> commands,
            String key,
            long size,
            long first,
            boolean mayMake,
            Supplier<OptionalLong> highestInUse,
            Duration settle) {
        this(
                new RedisCounter(commands, key),
                size,
                first,
                mayMake,
                highestInUse,
                () -> UUID.randomUUID().toString(),
                new ConcurrentHashMap<>(),
                Settling.of(settle));
    }

    RedisSegmentSource(
            Counter counter,
            long size,
            long first,
            boolean mayMake,
            Supplier<OptionalLong> highestInUse,
            Supplier<String> tokens,
            ConcurrentMap<String, Begun> met,
            Settling settling) {
        this.counter = counter;
        this.size = requireOneOrMore("a segment's size", size);
        this.beginning = requireOneOrMore("the first number", first) - 1;
        this.mayMake = mayMake;
        this.highestInUse = highestInUse;
        this.tokens = tokens;
        this.met = met;
        this.settling = settling;
    }

    /**
     * Makes another source of the same counter for this process, such as another tenant's. What one of them was given, the
     * counter must not be below for any; as soon as one finds it lost, none issues anything of it any more.
     *
     * @param size as in the constructor
     * @param first as in the constructor
     * @param mayMake as in the constructor
     * @param highestInUse as in the constructor
     * @return a source that has yet to find the counter
     * @throws IllegalArgumentException if a number is out of range
     */
    public RedisSegmentSource sharing(long size, long first, boolean mayMake, Supplier<OptionalLong> highestInUse) {
        return new RedisSegmentSource(counter, size, first, mayMake, highestInUse, tokens, met, settling);
    }

    private static long requireOneOrMore(String what, long number) {
        if (number < 1) {
            throw new IllegalArgumentException(what + " is [" + number + "]; a counter in Redis takes 1 or more");
        }
        return number;
    }

    /**
     * Finds the counter, or makes it. The first {@link #fetch()} does so where it was not done before.
     *
     * @throws NumbersLostException if there is none that is above all numbers in use
     * @throws RedisException if Redis did not answer
     */
    public void open() {
        begun();
    }

    @Override
    public Segment fetch() {
        Begun known = begun();
        String lost = known.lost;
        if (lost != null) {
            throw lost(known, lost);
        }
        long before = known.given.get();
        String mark = settling.nanos == 0 ? null : tokens.get();
        Counter.Addition addition = counter.add(known.token, before, size, mark);
        long heardAt = settling.clock.nanos();
        if (addition.outcome() == Counter.Outcome.REPLACED) {
            throw lost(
                    known, "is not the one that this process began with, so Redis has lost that, or it was made anew");
        }
        long value = addition.value();
        if (addition.outcome() == Counter.Outcome.SET_BACK || value - size < before) {
            throw lost(
                    known,
                    "was below [" + before
                            + "], which it has given to this process, so Redis has lost its last writes");
        }
        if (mark != null) {
            settling.await(heardAt);
            if (!counter.kept(known.token, value, mark)) {
                return NOT_KEPT;
            }
        }
        known.given.accumulateAndGet(value, Math::max);
        return new Segment(value - size + 1, value);
    }

    /** Returns whether this source, or one that shares its counter, has found the counter lost. */
    @Override
    public boolean isLost() {
        Begun known = begun.get();
        return known != null && known.lost != null;
    }

    private NumbersLostException lost(Begun known, String seen) {
        known.lost = seen;
        return new NumbersLostException(
                counter.describe() + " " + seen + STOP_ALL + "and start one, which says what to do");
    }

    /**
     * Finds the counter without a lock, since it calls Redis and the database: two threads do so independently, as two
     * processes would.
     */
    private Begun begun() {
        Begun known = begun.get();
        if (known != null) {
            return known;
        }
        Begun found = find();
        Begun first = begun.compareAndExchange(null, found);
        return first == null ? found : first;
    }

    /**
     * Makes the counter, and checks a second time: others may have used numbers after the first check, which Redis has
     * lost.
     */
    private Begun find() {
        while (true) {
            // Read before the counter, which by then has handed out all numbers in use.
            OptionalLong inUse = highestInUse.get();
            String token = tokens.get();
            Counter.State found = counter.open(mayMake && inUse.isEmpty() ? beginning : null, token);
            Begun known = requireAbove(inUse, found, token);
            if (!known.token.equals(token)) {
                return known;
            }
        }
    }

    private Begun requireAbove(OptionalLong inUse, Counter.State found, String newToken) {
        Long value = found.value();
        String token = found.token();
        long handedOut = value == null ? beginning : value;
        long above = Math.max(inUse.orElse(handedOut), handedOut);
        if (value != null && token != null && value == above) {
            Begun known = met.computeIfAbsent(token, Begun::new);
            known.given.accumulateAndGet(value, Math::max);
            return known;
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

    /** {@return how many numbers a segment has} */
    @Override
    public long size() {
        return size;
    }

    @Override
    public String describe() {
        return counter.describe();
    }

    @Override
    public String toString() {
        return describe();
    }
}
