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

    /**
     * How many bytes the cipher is asked for at a time. The JVM uses the processor's AES once it has compiled the code around it,
     * which takes thousands of calls. With 4 KiB a call that would be after more than five million GUIDs.
     */
    private static final int STEP = 1024;

    private static final byte[] ZEROS = new byte[STEP];

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

    /** Changes the key. */
    void key(byte[] bytes) {
        key = new SecretKeySpec(bytes, "AES");
    }

    /** Fills an array, from a start that was drawn at random for it alone. */
    void fill(byte[] start, byte[] bits) {
        try {
            cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(start));
            for (int from = 0; from < bits.length; from += STEP) {
                int asked = Math.min(STEP, bits.length - from);
                int filled = cipher.update(ZEROS, 0, asked, bits, from);
                if (filled != asked) { // Old bits would stay in the array.
                    throw new IllegalStateException("cipher [" + NAME + "] of provider [" + cipher.getProvider()
                            + "] gave [" + filled + "] bytes for [" + asked + "]; put another one before it in the"
                            + " JDK's java.security");
                }
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "cipher [" + NAME + "] of provider [" + cipher.getProvider() + "] refuses a key of "
                            + BYTES * Byte.SIZE + " bits; put another provider before it in the JDK's java.security",
                    e);
        }
    }
}
