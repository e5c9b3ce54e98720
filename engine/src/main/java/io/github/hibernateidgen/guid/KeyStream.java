package io.github.hibernateidgen.guid;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The key stream of AES-128 in counter mode (NIST SP 800-38A, 6.5): bits that nobody can distinguish from random bits without
 * the key.
 *
 * <p>A stretch of the stream has a start, a number of 128 bits. The first block of 16 bytes is the encrypted start, and each
 * further block is the encryption of the next number. Two stretches under one key have a block in common only if the distance
 * of their starts is less than their length. For random starts and stretches of 4 KiB, the probability is about 2^-119.
 *
 * <p>Not thread-safe.
 */
final class KeyStream {

    /** The number of bytes of a key, of a start and of a block. */
    static final int BYTES = 16;

    /** Upper bound on the bytes that are made at a time. */
    static final int PIECE_BYTES = 256;

    private static final byte[] ZEROS = new byte[PIECE_BYTES];

    private static final String NAME = "AES/CTR/NoPadding";

    private final Cipher cipher;
    private SecretKeySpec key = new SecretKeySpec(new byte[BYTES], "AES");

    private KeyStream(Cipher cipher) {
        this.cipher = cipher;
    }

    /** Returns a key stream; null if no security provider has the cipher. The first cipher of a JVM loads many classes. */
    static @Nullable KeyStream ifSupported() {
        try {
            return new KeyStream(Cipher.getInstance(NAME));
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    /** Sets the key of the stretches that begin after this call. */
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
