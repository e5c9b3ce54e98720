package io.github.hibernateidgen.guid;

import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * Makes COMB GUIDs of a {@link GuidFormat} that strictly increase in a {@link GuidOrder}, also inside a millisecond and
 * if the clock steps back. With {@link GuidFormat#INNODB} the generator has {@value #LANES} lanes, each with 16 random bits
 * of its own, and the GUIDs of each lane increase.
 *
 * <p>The whole state is one unsigned {@code long}: 48 bits of time above 16 bits of counter. A fresh tick (a millisecond,
 * in most formats) starts the counter at a random number below 32768, so that two generators rarely share a start. Inside a
 * tick, or while the clock is behind, the state counts up. {@link GuidFormat#EF_CORE} has 64 bits of time and no counter.
 * The other free bits of each GUID, 58 in most formats, come from {@link java.security.SecureRandom}, or from AES with keys
 * from {@code SecureRandom}, so no GUID reveals the next GUID. Bits older than a second of the clock are not used.
 *
 * <p>Thread-safe. Under load, threads share a single lock about once in 512 GUIDs: the lock of the system's source of
 * randomness.
 */
public final class GuidGenerator {

    /** Number of GUIDs after which a batch reads the clock again, because a long batch must not use old random bits. */
    private static final int BATCH_STEP = 512;

    /**
     * The first of the last 2^48 states, in unsigned order. These states are the last days of a format's time. {@link
     * #take(long)} increments the state before it checks the state, and an increment of the very last state would wrap to 0.
     * So a second cell holds these states, and threads change this cell only by compare-and-set.
     */
    private static final long END = -1L << 48;

    /** Number of counter bits below the time in a state. */
    static final int COUNTER_BITS = 16;

    /** Marks the bits of a lane as drawn. */
    private static final long DRAWN = 1;

    /** The number of lanes of {@link GuidFormat#INNODB}; other formats have a single lane. */
    private static final int LANES = 16;

    private final GuidFormat format;
    private final GuidOrder order;
    private final InstantSource clock;
    private final Supplier<LongUnaryOperator> randoms;
    private volatile LongUnaryOperator random;
    private final AtomicLong last;

    /**
     * The random bits that all GUIDs of a lane have in common, at the positions of {@link GuidFormat#generatorBits}; 0 if they
     * are not drawn yet. They are drawn for the first GUID, not before: a generator may be part of a memory image that several
     * processes start from.
     */
    private volatile AtomicLongArray laneBits;

    /** The last state from END on; in use once {@code last} has reached END. */
    private final AtomicLong lastFromEnd = new AtomicLong(END);

    /**
     * Makes a generator on the system clock.
     *
     * @param order how the column compares
     */
    public GuidGenerator(GuidOrder order) {
        this(GuidFormat.RFC_9562, order, InstantSource.system());
    }

    /**
     * Makes a generator of a given format on a given clock.
     *
     * @param format the meaning of the bytes
     * @param order how the column compares
     * @param clock the clock, read to the millisecond: once for each GUID, or for each 512 GUIDs of a batch
     */
    public GuidGenerator(GuidFormat format, GuidOrder order, InstantSource clock) {
        this(format, order, clock, SecureRandomBits::new);
    }

    /**
     * Makes a generator of predictable GUIDs for tests. Do not keep its GUIDs: another generator with the same bits
     * makes the same GUIDs, and the bits reveal the GUIDs to come.
     *
     * @param format the meaning of the bytes
     * @param order how the column compares
     * @param clock the clock, read as in every generator; it may always show the same time
     * @param randomBits gives 64 bits in place of random bits: once for each GUID, once more for each fresh tick, and with
     *     {@link GuidFormat#INNODB} once more for each lane
     * @return the generator
     */
    public static GuidGenerator forTests(
            GuidFormat format, GuidOrder order, InstantSource clock, LongSupplier randomBits) {
        return new GuidGenerator(format, order, clock, () -> millis -> randomBits.getAsLong());
    }

    /**
     * Makes a generator on another source of randomness.
     *
     * @param randoms makes the source, and makes it anew in {@link #forgetRandomBits}. The source takes the milliseconds of
     *     the clock, and returns 64 random bits
     */
    GuidGenerator(GuidFormat format, GuidOrder order, InstantSource clock, Supplier<LongUnaryOperator> randoms) {
        this.format = format;
        this.order = order;
        this.clock = clock;
        this.randoms = randoms;
        this.random = randoms.get();
        // The cell is made after the objects that threads only read. If the cell were beside such an object in memory,
        // each increment would take the object's cache line from the other threads.
        this.last = new AtomicLong();
        this.laneBits = new AtomicLongArray(format.generatorBits() == 0 ? 1 : LANES);
    }

    /** {@return the order of this generator's GUIDs} */
    public GuidOrder order() {
        return order;
    }

    /** {@return the format of this generator's GUIDs} */
    public GuidFormat format() {
        return format;
    }

    /** {@return how many lanes the generator has: 16 with {@link GuidFormat#INNODB}, otherwise 1} */
    public int lanes() {
        return laneBits.length();
    }

    /**
     * Returns the next GUID. It is greater in this generator's order than all earlier GUIDs, or with {@link GuidFormat#INNODB}
     * than all earlier GUIDs of the calling thread's lane. Threads share a lane if their ids have equal lowest bits.
     *
     * @return a new GUID
     * @throws IllegalStateException if the clock reads an instant that the format cannot hold
     */
    public UUID nextGuid() {
        return nextGuid(ofThread());
    }

    /**
     * Returns the next GUID of a lane. Callers that write at the same time and take a lane each, as Hibernate's sessions do,
     * fill different pages.
     *
     * @param lane 0 to below {@link #lanes()}
     * @return a new GUID, greater in this generator's order than all GUIDs that this lane gave before
     * @throws IllegalArgumentException if there is no such lane
     * @throws IllegalStateException if the clock reads an instant that the format cannot hold
     */
    public UUID nextGuid(int lane) {
        if (lane < 0 || lane >= lanes()) {
            throw new IllegalArgumentException("format [" + format + "] has no lane [" + lane + "]; give a number from"
                    + " 0 to " + (lanes() - 1));
        }
        long millis = millis();
        return guid(lane, take(millis), millis);
    }

    private int ofThread() {
        return laneBits.length() == 1 ? 0 : (int) Thread.currentThread().getId() & (laneBits.length() - 1);
    }

    /**
     * Returns several GUIDs of the calling thread's lane, ascending in this generator's order, and moves the generator's state
     * once.
     *
     * @param count how many, 0 or more
     * @return the GUIDs
     * @throws IllegalArgumentException if the count is negative
     * @throws IllegalStateException if the clock reads an instant that the format cannot hold
     */
    public UUID[] nextGuids(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count [" + count + "] is negative; ask for 0 or more GUIDs");
        }
        UUID[] guids = new UUID[count];
        if (count == 0) {
            return guids;
        }
        int lane = ofThread();
        long millis = millis();
        long state = take(fresh(millis), millis, count);
        for (int i = 0; i < count; i++) {
            if (i > 0 && i % BATCH_STEP == 0) {
                millis = millis();
            }
            guids[i] = guid(lane, state + i, millis);
        }
        return guids;
    }

    /**
     * Drops random bits that were fetched and not used yet. Call this before the memory of the process is saved and after the
     * memory is restored. Otherwise two processes that are restored from the same memory may use the same bits, for a second
     * of the clock at most. With {@link GuidFormat#INNODB} the generator also draws the bits of the lanes again, so the first
     * GUIDs after this call may be lower than GUIDs before it, until the next turn begins.
     */
    public void forgetRandomBits() {
        random = randoms.get();
        // A new array, because a thread that has drawn from the earlier source may still set the bits of a lane.
        laneBits = new AtomicLongArray(laneBits.length());
    }

    private UUID guid(int lane, long state, long millis) {
        long bits = random.applyAsLong(millis);
        long shared = format.generatorBits();
        return format.compose(order, state, shared == 0 ? bits : (bits & ~shared) | laneBits(lane, shared, millis));
    }

    private long laneBits(int lane, long shared, long millis) {
        AtomicLongArray lanes = laneBits; // Read before the source, which forgetRandomBits() replaces first.
        long bits = lanes.get(lane);
        if (bits != 0) {
            return bits & shared;
        }
        lanes.compareAndSet(lane, 0, random.applyAsLong(millis) | DRAWN);
        return laneBits(lane, shared, millis);
    }

    /**
     * Takes the next state. The state is incremented before it is compared with the clock, so threads that take states of the
     * same tick never retry. If the incremented state is behind the clock, it is skipped, and a fresh tick begins.
     */
    private long take(long millis) {
        long fresh = fresh(millis);
        long state = last.getAndIncrement() + 1;
        return Long.compareUnsigned(fresh, state) < 0 && Long.compareUnsigned(state, END) < 0
                ? state
                : take(fresh, millis, 1);
    }

    /** Takes as many consecutive states as asked for and returns the first. */
    private long take(long fresh, long millis, int count) {
        while (true) {
            AtomicLong cell = cell();
            long previous = cell.get();
            long first = next(previous, fresh, format.counterStarts(), random, millis);
            long end = first + count - 1;
            if (Long.compareUnsigned(first, previous) <= 0 || Long.compareUnsigned(end, first) < 0) {
                throw new IllegalStateException("format [" + format + "] holds no time after ["
                        + format.instantOf(previous) + "]; set the clock right, or move to another format");
            }
            if (cell == last && Long.compareUnsigned(end, END) >= 0) {
                last.compareAndSet(previous, END);
            } else if (cell.compareAndSet(previous, end)) {
                return first;
            }
        }
    }

    private AtomicLong cell() {
        if (Long.compareUnsigned(last.get(), END) < 0) {
            return last;
        }
        last.set(END); // Undoes the increments of threads that incremented before they compared.
        return lastFromEnd;
    }

    private long millis() {
        try {
            return clock.millis();
        } catch (ArithmeticException e) {
            throw new IllegalStateException(
                    "the clock reads [" + clock.instant() + "], which 64 bits of milliseconds can't hold; set it right",
                    e);
        }
    }

    private long fresh(long millis) {
        try {
            return format.state(millis);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "the clock reads [" + millis + "] ms since 1970: " + e.getMessage() + "; set the clock right", e);
        }
    }

    /**
     * Returns the state that follows: in a fresh tick a random start, otherwise the last state plus 1.
     *
     * @param counterStarts the power of two below which the counter of a fresh tick starts
     * @param fresh the lowest state of the clock's tick
     * @param millis the clock, for which the random bits are drawn
     */
    static long next(long last, long fresh, long counterStarts, LongUnaryOperator random, long millis) {
        return Long.compareUnsigned(fresh, last) > 0
                ? fresh | (random.applyAsLong(millis) & (counterStarts - 1))
                : last + 1;
    }
}
