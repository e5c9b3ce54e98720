package io.github.hibernateidgen.guid;

import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Makes COMB GUIDs that strictly increase in one {@link GuidOrder}, inside a millisecond and across a clock that steps
 * back.
 *
 * <p>The whole state is one unsigned {@code long}: 48 bits of Unix milliseconds above 16 bits of counter. A fresh
 * millisecond starts the counter at a random number below 32768, so that two generators rarely share a start; inside a
 * millisecond, or while the clock is behind, the state counts up. The other 58 free bits of each GUID come from
 * {@link java.security.SecureRandom}: no GUID tells the next one.
 *
 * <p>Thread-safe and without a lock that all threads share.
 */
public final class GuidGenerator {

    /** Bits of counter below the milliseconds in a state. */
    static final int COUNTER_BITS = 16;

    private static final long COUNTER_START_MASK = 0x7FFF;

    private final GuidOrder order;
    private final InstantSource clock;
    private final LongSupplier random;
    private final AtomicLong last = new AtomicLong();

    /**
     * Makes a generator on the system clock.
     *
     * @param order how the column compares
     */
    public GuidGenerator(GuidOrder order) {
        this(order, InstantSource.system());
    }

    /**
     * Makes a generator on a given clock.
     *
     * @param order how the column compares
     * @param clock read once for each GUID, to the millisecond
     */
    public GuidGenerator(GuidOrder order, InstantSource clock) {
        this(order, clock, new SecureRandomBits());
    }

    GuidGenerator(GuidOrder order, InstantSource clock, LongSupplier random) {
        this.order = order;
        this.clock = clock;
        this.random = random;
    }

    /**
     * Returns the order of this generator's GUIDs.
     *
     * @return the order
     */
    public GuidOrder order() {
        return order;
    }

    /**
     * Returns the next GUID, greater in this generator's order than every one before.
     *
     * @return a new GUID
     * @throws IllegalStateException if the clock is before 1970 or past 48 bits of milliseconds
     */
    public UUID nextGuid() {
        return order.compose(take(1), random.getAsLong());
    }

    /**
     * Returns several GUIDs, ascending in this generator's order, with one step of its state.
     *
     * @param count how many, 0 or more
     * @return the GUIDs
     * @throws IllegalArgumentException if the count is negative
     * @throws IllegalStateException if the clock is before 1970 or past 48 bits of milliseconds
     */
    public UUID[] nextGuids(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count [" + count + "] is negative; ask for 0 or more GUIDs");
        }
        UUID[] guids = new UUID[count];
        long state = count == 0 ? 0 : take(count);
        for (int i = 0; i < count; i++) {
            guids[i] = order.compose(state + i, random.getAsLong());
        }
        return guids;
    }

    /** Takes as many consecutive states as asked for and returns the first. */
    private long take(int count) {
        long millis = clock.millis();
        if (millis >>> 48 != 0) {
            throw new IllegalStateException("the clock reads [" + millis
                    + "] ms since 1970, which does not fit the 48 bits of a GUID's time; set the clock right");
        }
        while (true) {
            long previous = last.get();
            long first = next(previous, millis, random);
            if (last.compareAndSet(previous, first + count - 1)) {
                return first;
            }
        }
    }

    /** The transition: a random start in a fresh millisecond, otherwise one more than the last state. */
    static long next(long last, long millis, LongSupplier random) {
        long fresh = millis << COUNTER_BITS;
        return Long.compareUnsigned(fresh, last) > 0 ? fresh | (random.getAsLong() & COUNTER_START_MASK) : last + 1;
    }
}
