package io.github.hibernateidgen.guid;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Hands out 64 secure random bits at a time, at a millisecond of the caller's clock.
 *
 * <p>{@link SecureRandom} is slow, and all of one kind may share a lock. So a stripe that has used up its bits fills 4 KiB at
 * once with a {@link KeyStream}, for which {@link SecureRandom} gives only keys and starts. Its first bits, and those of a stripe
 * that is rarely used, come from {@link SecureRandom} directly, so that an application does not load the cipher's classes at its
 * start. So do all bits if no security provider has the cipher. Threads are spread over the stripes. Stripes rather than thread locals: a
 * thread local would outlive a redeployed application in its server's threads, and give every virtual thread a buffer
 * of its own.
 *
 * <p>A memory that was saved may be restored more than once, and each copy would hand out the bits that lay in its
 * buffers. So bits that were fetched more than a second of the clock ago, or in its future, are thrown away, and their
 * key goes with them.
 *
 * <p>Thread-safe.
 */
final class SecureRandomBits implements LongUnaryOperator {

    private static final int BUFFER_BYTES = 4096;

    /** The bits that a stripe fetches without a key stream. */
    private static final int FEW_BYTES = 256;

    /** How long bits may be kept in a buffer, in milliseconds. */
    private static final long MAX_AGE = 1000;

    /** Upper bound on how often a key is used, if the clock stands. */
    private static final int KEY_FETCHES = 64;

    private final Supplier<Stripe> fresh;
    private final Stripe[] stripes;

    SecureRandomBits() {
        this(
                Integer.highestOneBit(Runtime.getRuntime().availableProcessors()) * 4,
                SecureRandom::new,
                System::nanoTime);
    }

    /**
     * Makes the bits of given sources.
     *
     * @param stripes how many, a power of two
     * @param sources gives each stripe its own
     * @param nanoTime differs between two images of one memory
     */
    SecureRandomBits(int stripes, Supplier<SecureRandom> sources, LongSupplier nanoTime) {
        this.fresh = () -> new Stripe(sources, nanoTime);
        this.stripes = Stream.generate(fresh).limit(stripes).toArray(Stripe[]::new);
    }

    /** Returns 64 bits that were fetched in the second before {@code millis}. */
    @Override
    public long applyAsLong(long millis) {
        Stripe stripe = take();
        try {
            return stripe.next(millis);
        } finally {
            stripe.giveBack();
        }
    }

    /** Drops all fetched bits. */
    @SuppressWarnings("ThreadPriorityCheck") // a holder that was stopped goes on
    void forget() {
        for (Stripe stripe : stripes) {
            while (!stripe.tryTake()) {
                Thread.yield();
            }
            stripe.forget();
            stripe.giveBack();
        }
    }

    /**
     * Takes the thread's own stripe, or the next free one, so that a thread that is paused while it holds a stripe does not
     * block others. If no stripe is free, the thread uses a new one, which is dropped after the call. It must not spin: virtual
     * threads that yield until a stripe is free can keep all carriers from the thread that holds it, for ever.
     */
    @SuppressWarnings("deprecation") // Thread.threadId() is newer than JDK 17
    private Stripe take() {
        int first = (int) Thread.currentThread().getId();
        for (int i = 0; i < stripes.length; i++) {
            Stripe stripe = stripes[(first + i) & (stripes.length - 1)];
            if (stripe.tryTake()) {
                return stripe;
            }
        }
        return fresh.get();
    }

    /** Bits that one thread at a time may take; the flag is true while one does. */
    private static final class Stripe extends AtomicBoolean {

        private static final long serialVersionUID = 1L;

        private final transient Supplier<SecureRandom> sources;
        private final transient LongSupplier nanoTime;
        private transient @Nullable KeyStream stream;
        private final transient ByteBuffer buffer =
                ByteBuffer.allocate(BUFFER_BYTES).limit(0);
        private final transient ByteBuffer mixedIn = ByteBuffer.allocate(2 * Long.BYTES);
        private final byte[] drawn = new byte[KeyStream.BYTES];
        private transient @Nullable SecureRandom own;
        private long fetchedAt;
        private long keyedAt;
        private int fetchesLeft;

        Stripe(Supplier<SecureRandom> sources, LongSupplier nanoTime) {
            this.sources = sources;
            this.nanoTime = nanoTime;
        }

        boolean tryTake() {
            return compareAndSet(false, true);
        }

        void giveBack() {
            setRelease(false);
        }

        long next(long millis) {
            if (!buffer.hasRemaining() || old(fetchedAt, millis)) {
                fetch(millis);
            }
            return buffer.getLong();
        }

        void forget() {
            buffer.limit(0);
            fetchesLeft = 0;
        }

        /*
         * A source may hold its whole state in memory, so that copies of the memory continue with the same bits: values
         * that differ between copies are mixed in. setSeed() adds to a seed that is there. To a source that has none yet it
         * would be the seed, so let that seed itself first. Source: the JDK's documentation of SecureRandom.setSeed(byte[])
         * and getInstance(String).
         */
        private void fetch(long millis) {
            boolean isUsedUp = buffer.limit() > 0 && !buffer.hasRemaining();
            buffer.limit(0);
            SecureRandom source = own;
            if (source == null) {
                // Drawn when it is needed: a build may make generators that only a later process uses.
                source = sources.get();
                source.nextBytes(drawn);
                own = source;
            }
            source.setSeed(mixedIn.clear()
                    .putLong(nanoTime.getAsLong())
                    .putLong(millis)
                    .array());
            if (isUsedUp && stream == null) {
                stream = KeyStream.ifThere();
            }
            KeyStream known = stream;
            if (isUsedUp && known != null) {
                fill(known, source, millis);
                buffer.clear();
            } else {
                byte[] few = new byte[FEW_BYTES];
                source.nextBytes(few);
                buffer.clear().put(few).flip();
            }
            fetchedAt = millis;
        }

        private void fill(KeyStream known, SecureRandom source, long millis) {
            if (fetchesLeft == 0 || old(keyedAt, millis)) {
                source.nextBytes(drawn);
                known.key(drawn);
                keyedAt = millis;
                fetchesLeft = KEY_FETCHES;
            }
            fetchesLeft--;
            source.nextBytes(drawn);
            known.fill(drawn, buffer.array());
        }

        private static boolean old(long drawnAt, long millis) {
            return millis < drawnAt || Long.compareUnsigned(millis - drawnAt, MAX_AGE) > 0;
        }
    }
}
