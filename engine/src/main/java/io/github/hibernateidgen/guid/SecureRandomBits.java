package io.github.hibernateidgen.guid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands out 64 secure random bits at a time. The caller passes the time of its clock in milliseconds, so that old bits
 * are dropped.
 *
 * <p>Threads are spread over stripes, each with a buffer and a key stream. A thread local would outlive a redeployed
 * application in its server's threads, and would give every virtual thread a buffer.
 *
 * <p>{@link SecureRandom} is slow, and all instances of an algorithm may share a lock. So most bits come from a {@link
 * KeyStream}, in stretches of 4 KiB. {@link SecureRandom} supplies only the keys, and the start of each stretch, a number
 * of 128 bits. Calls take their bits from a buffer of 256 bytes. A call that finds no bits in the buffer fills the buffer
 * with the next piece of the stretch. The call that takes the last bits of a stretch draws the start of the next
 * stretch, so that no single call does all the work. A stretch gets a new key if the key has served 64 stretches, or is
 * more than a second old.
 *
 * <p>The first 256 bytes of a stripe come from {@link SecureRandom} directly, so an application does not load the
 * cipher's classes when it starts. A stripe that is rarely used takes all its bits from {@link SecureRandom}. If no
 * security provider has the cipher, all stripes do so.
 *
 * <p>An image of the process's memory may be restored more than once, and each copy would hand out the same rest of a
 * stretch. So a stripe drops bits if they were drawn, or their stretch began, more than a second ago by the caller's
 * clock, and if that clock goes back behind this moment. Before a stretch begins, the age of the key is checked in the
 * same way. In each stripe, two copies with different clocks have at most the rest of a stretch in common: 512 results.
 *
 * <p>Thread-safe.
 */
final class SecureRandomBits implements LongUnaryOperator {

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** The pieces of a stretch of 4 KiB. */
    private static final int PIECES = 4096 / KeyStream.PIECE_BYTES;

    /** The number of bits that count the 256 blocks of a stretch. */
    private static final int BLOCK_BITS = 8;

    /** How long bits and keys may be kept, in milliseconds. */
    private static final long MAX_AGE = 1000;

    /** Upper bound on the stretches of a key. */
    private static final int KEY_STARTS = 64;

    private final Supplier<SecureRandom> sources;
    private final LongSupplier nanoTime;
    private final Stripe[] stripes;

    SecureRandomBits() {
        this(
                Integer.highestOneBit(Runtime.getRuntime().availableProcessors()) * 4,
                SecureRandom::new,
                System::nanoTime);
    }

    /**
     * Makes the bits from other sources.
     *
     * @param stripes the number of stripes, a power of two
     * @param sources makes a source for each stripe
     * @param nanoTime a clock that reads different times in two copies of a memory image
     */
    SecureRandomBits(int stripes, Supplier<SecureRandom> sources, LongSupplier nanoTime) {
        this.sources = sources;
        this.nanoTime = nanoTime;
        this.stripes = new Stripe[stripes];
        for (int i = 0; i < stripes; i++) {
            this.stripes[i] = new Stripe();
        }
    }

    /**
     * Returns 64 bits. {@link SecureRandom} returned these bits, or their stretch began, at most a second before {@code
     * millis}.
     */
    @Override
    public long applyAsLong(long millis) {
        Stripe stripe = take();
        try {
            return stripe.next(millis);
        } finally {
            stripe.setRelease(false);
        }
    }

    /**
     * Takes the thread's own stripe, or the next free stripe. So a thread that is paused while it holds a stripe blocks
     * no other thread. If no stripe is free, the thread uses a new stripe, which is dropped after the call. The thread
     * must not spin until a stripe is free: spinning virtual threads could occupy all carrier threads, and the virtual
     * thread that holds the stripe would never run.
     */
    @SuppressWarnings("deprecation") // Thread.threadId() is newer than JDK 17
    private Stripe take() {
        int first = (int) Thread.currentThread().getId();
        for (int i = 0; i < stripes.length; i++) {
            Stripe stripe = stripes[(first + i) & (stripes.length - 1)];
            if (stripe.compareAndSet(false, true)) {
                return stripe;
            }
        }
        return new Stripe();
    }

    /** Bits that one thread at a time may take. The flag is true while a thread holds the stripe. */
    @SuppressWarnings("serial") // never serialized
    private final class Stripe extends AtomicBoolean {

        private final byte[] piece = new byte[KeyStream.PIECE_BYTES];
        private int used = piece.length;
        private @Nullable SecureRandom secureRandom;
        private @Nullable KeyStream stream;

        /** The random bytes of the next start; null if they are not drawn yet. */
        private byte @Nullable [] drawn;

        private long drawnAt;
        private long keyedAt;
        private int piecesLeft;
        private int startsLeft;

        long next(long millis) {
            if (used == piece.length || old(drawnAt, millis)) {
                fetch(millis);
            }
            long bits = (long) WORDS.get(piece, used);
            used += Long.BYTES;
            // This call draws the start of the next stretch, and the next call begins that stretch, so both calls are
            // short.
            if (used == piece.length && piecesLeft == 0 && startsLeft > 0) {
                drawn = draw(source());
            }
            return bits;
        }

        private void fetch(long millis) {
            boolean isUsedUp = secureRandom != null && used == piece.length;
            if (old(drawnAt, millis)) {
                piecesLeft = 0;
            }
            if (isUsedUp && stream == null) {
                stream = KeyStream.ifSupported();
            }
            KeyStream known = stream;
            if (!isUsedUp || known == null) {
                mixed(millis).nextBytes(piece);
                drawnAt = millis;
            } else if (piecesLeft > 0) {
                known.fill(null, piece);
                piecesLeft--;
            } else {
                known.fill(start(known, millis), piece);
                drawnAt = millis;
                piecesLeft = PIECES - 1;
            }
            used = 0;
        }

        /*
         * Two copies of a memory image may have drawn equal bytes. So the readings of both clocks are mixed into the
         * start, above its lowest 8 bits. If one of the readings differs, the two starts differ by a multiple of 256
         * blocks, the length of a stretch, so the stretches have no common block.
         */
        private byte[] start(KeyStream known, long millis) {
            if (startsLeft == 0 || old(keyedAt, millis)) {
                known.key(draw(mixed(millis)));
                keyedAt = millis;
                startsLeft = KEY_STARTS;
                drawn = null;
            }
            startsLeft--;
            ByteBuffer start = ByteBuffer.wrap(drawn == null ? draw(source()) : drawn);
            drawn = null;
            return start.putLong(0, start.getLong(0) ^ nanoTime.getAsLong())
                    .putLong(Long.BYTES, start.getLong(Long.BYTES) ^ millis << BLOCK_BITS)
                    .array();
        }

        /*
         * A source may hold its whole state in memory, so copies of the memory would continue with the same bits.
         * setSeed() adds the readings of both clocks to the seed. In a source without a seed, setSeed() would set the
         * whole seed, so source() first lets a new source seed itself. Reference: the JDK's documentation of
         * SecureRandom.setSeed(byte[]) and getInstance(String).
         */
        private SecureRandom mixed(long millis) {
            SecureRandom source = source();
            source.setSeed(ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(nanoTime.getAsLong())
                    .putLong(millis)
                    .array());
            return source;
        }

        /**
         * Returns the source. Only the first call makes the source, because the build of a native image may make
         * generators that a later process uses.
         */
        private SecureRandom source() {
            SecureRandom source = secureRandom;
            if (source == null) {
                source = sources.get();
                draw(source);
                secureRandom = source;
            }
            return source;
        }

        private static byte[] draw(SecureRandom source) {
            byte[] bytes = new byte[KeyStream.BYTES];
            source.nextBytes(bytes);
            return bytes;
        }

        private static boolean old(long drawnAt, long millis) {
            return millis < drawnAt || Long.compareUnsigned(millis - drawnAt, MAX_AGE) > 0;
        }
    }
}
