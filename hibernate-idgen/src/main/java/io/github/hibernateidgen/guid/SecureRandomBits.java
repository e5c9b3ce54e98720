package io.github.hibernateidgen.guid;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * Hands out 64 secure random bits at a time, at a millisecond of the caller's clock.
 *
 * <p>{@link SecureRandom} is slow for few bytes and locks itself, so each stripe fetches 4 KiB at once and threads are
 * spread over the stripes. Stripes rather than thread locals: a thread local would outlive a redeployed application in
 * its server's threads, and give every virtual thread a buffer of its own.
 *
 * <p>A memory that was saved may be restored more than once, and each copy would hand out the bits that lay in its
 * buffers. So bits that were fetched more than a second of the clock ago, or in its future, are thrown away.
 *
 * <p>Thread-safe.
 */
final class SecureRandomBits implements LongUnaryOperator {

    private static final int BUFFER_BYTES = 4096;

    /** How long bits may lie in a buffer, in milliseconds. */
    private static final long MAX_AGE = 1000;

    private final Stripe[] stripes;

    SecureRandomBits() {
        this(
                Integer.highestOneBit(Runtime.getRuntime().availableProcessors()) * 4,
                SecureRandom::new,
                System::nanoTime);
    }

    /**
     * Makes one on given sources.
     *
     * @param stripes how many, a power of two
     * @param sources gives each stripe its own
     * @param nanoTime differs between two images of one memory
     */
    SecureRandomBits(int stripes, Supplier<SecureRandom> sources, LongSupplier nanoTime) {
        this.stripes = new Stripe[stripes];
        for (int i = 0; i < stripes; i++) {
            this.stripes[i] = new Stripe(sources.get(), nanoTime);
        }
    }

    /** Returns 64 bits that were fetched in the second before {@code millis}. */
    @Override
    @SuppressWarnings("deprecation") // Thread.threadId() is newer than JDK 17
    public long applyAsLong(long millis) {
        return stripes[(int) Thread.currentThread().getId() & (stripes.length - 1)].next(millis);
    }

    /** Throws all fetched bits away. */
    void forget() {
        for (Stripe stripe : stripes) {
            stripe.forget();
        }
    }

    private static final class Stripe {

        private final SecureRandom source;
        private final LongSupplier nanoTime;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
        private boolean seeded;
        private long fetchedAt;

        Stripe(SecureRandom source, LongSupplier nanoTime) {
            this.source = source;
            this.nanoTime = nanoTime;
        }

        synchronized long next(long millis) {
            boolean old = millis < fetchedAt || Long.compareUnsigned(millis - fetchedAt, MAX_AGE) > 0;
            if (old || !buffer.hasRemaining()) {
                fetch(millis);
            }
            return buffer.getLong();
        }

        synchronized void forget() {
            buffer.limit(0);
        }

        /*
         * A source may hold its whole state in memory, so that copies of the memory go on alike: what differs between
         * them is mixed in. setSeed() adds to a seed that is there. To a source that has none yet it would be the seed,
         * so let that seed itself first. Source: the JDK's documentation of SecureRandom.setSeed(byte[]) and
         * getInstance(String).
         */
        private void fetch(long millis) {
            if (!seeded) {
                source.nextBytes(new byte[1]);
                seeded = true;
            }
            source.setSeed(ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(nanoTime.getAsLong())
                    .putLong(millis)
                    .array());
            source.nextBytes(buffer.array());
            buffer.clear();
            fetchedAt = millis;
        }
    }
}
