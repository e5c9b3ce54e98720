package io.github.hibernateidgen.guid;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.function.LongSupplier;

/**
 * Hands out 64 secure random bits at a time.
 *
 * <p>{@link SecureRandom} is slow for few bytes and locks itself, so each stripe fetches 4 KiB at once and threads are
 * spread over the stripes. Stripes rather than thread locals: a thread local would outlive a redeployed application in
 * its server's threads, and give every virtual thread a buffer of its own.
 *
 * <p>Thread-safe.
 */
final class SecureRandomBits implements LongSupplier {

    private static final int BUFFER_BYTES = 4096;

    private final Stripe[] stripes;

    SecureRandomBits() {
        int processors = Runtime.getRuntime().availableProcessors();
        stripes = new Stripe[Integer.highestOneBit(processors) * 4];
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe();
        }
    }

    @Override
    @SuppressWarnings("deprecation") // Thread.threadId() is newer than JDK 17
    public long getAsLong() {
        return stripes[(int) Thread.currentThread().getId() & (stripes.length - 1)].next();
    }

    private static final class Stripe {

        private final SecureRandom source = new SecureRandom();
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);

        synchronized long next() {
            if (!buffer.hasRemaining()) {
                source.nextBytes(buffer.array());
                buffer.clear();
            }
            return buffer.getLong();
        }
    }
}
