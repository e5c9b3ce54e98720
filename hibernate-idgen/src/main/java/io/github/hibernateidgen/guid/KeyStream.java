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
 * <p>Each stretch of the stream begins at a counter of its own. Two stretches of one key that began at random share no
 * block, but with a probability of about 2^-119 for 4 KiB: there are 2^128 counters.
 *
 * <p>Not thread-safe.
 */
final class KeyStream {

    /** The bytes of a key, and of a start. */
    static final int BYTES = 16;

    private static final String NAME = "AES/CTR/NoPadding";

    private final Cipher cipher;
    private SecretKeySpec key = new SecretKeySpec(new byte[BYTES], "AES");
    private byte[] zeros = {};

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

    /** Changes the key. */
    void key(byte[] bytes) {
        key = new SecretKeySpec(bytes, "AES");
    }

    /** Fills an array, from a start that was drawn at random for it alone. */
    void fill(byte[] start, byte[] bits) {
        if (zeros.length != bits.length) {
            zeros = new byte[bits.length];
        }
        try {
            cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(start));
            // Otherwise old bits would stay in the array.
            int filled = cipher.update(zeros, 0, zeros.length, bits);
            if (filled != bits.length) {
                throw new IllegalStateException("cipher [" + NAME + "] of provider [" + cipher.getProvider()
                        + "] gave [" + filled + "] bytes for [" + bits.length + "]; put another one before it in the"
                        + " JDK's java.security");
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "cipher [" + NAME + "] of provider [" + cipher.getProvider() + "] refuses a key of "
                            + BYTES * Byte.SIZE + " bits; put another provider before it in the JDK's java.security",
                    e);
        }
    }
}
