package io.github.hibernateidgen.guid;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The key stream of AES-128 in counter mode (NIST SP 800-38A, 6.5): bits that cannot be told from random ones without the
 * key.
 *
 * <p>A stretch of the stream begins at a start, a number of 128 bits, and takes the numbers that follow: one for each block of 16
 * bytes. Two stretches of one key have no block in common unless their starts are closer than they are long. Starts that are drawn
 * at random for stretches of 4 KiB are closer with a probability of about 2^-119.
 *
 * <p>Not thread-safe.
 */
final class KeyStream {

    /** The bytes of a key, of a start and of a block. */
    static final int BYTES = 16;

    /** The most bytes that are made at a time. */
    static final int PIECE_BYTES = 256;

    private static final byte[] ZEROS = new byte[PIECE_BYTES];

    private static final String NAME = "AES/CTR/NoPadding";

    private final Cipher cipher;
    private SecretKeySpec key = new SecretKeySpec(new byte[BYTES], "AES");

    private KeyStream(Cipher cipher) {
        this.cipher = cipher;
    }

    /** Returns a key stream; null if no security provider has the cipher. The first cipher of a JVM loads many classes. */
    static @Nullable KeyStream ifThere() {
        try {
            return new KeyStream(Cipher.getInstance(NAME));
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    /** Changes the key of the stretches to come. */
    void key(byte[] bytes) {
        key = new SecretKeySpec(bytes, "AES");
    }

    /**
     * Fills an array of up to {@value #PIECE_BYTES} bytes.
     *
     * @param start begins a stretch; null to continue the last stretch
     */
    void fill(byte @Nullable [] start, byte[] bits) {
        try {
            if (start != null) {
                cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(start));
            }
            int filled = cipher.update(ZEROS, 0, bits.length, bits);
            if (filled != bits.length) { // Old bits would stay in the array.
                throw new GeneralSecurityException("filled [" + filled + "] of [" + bits.length + "] bytes");
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "cipher [" + NAME + "] of provider [" + cipher.getProvider() + "] fails with a key of "
                            + BYTES * Byte.SIZE + " bits: " + e.getMessage()
                            + "; put another provider before it in the JDK's java.security",
                    e);
        }
    }
}
