package io.github.hibernateidgen.seal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts and decrypts single AES blocks under one key. A {@code Cipher} serves one thread at a time and is slow to
 * make, so each direction has an array with places for a few ciphers. A thread takes the cipher out of its place while
 * it works, and makes a new cipher if the place is empty.
 *
 * <p>Thread-safe, without a lock.
 */
final class BlockCipher {

    /**
     * A single block without padding. Chaining would change only the blocks after the first block, and a full block
     * needs no padding.
     */
    private static final String NAME = "AES/ECB/NoPadding";

    private static final String MAC = "HmacSHA256";
    private static final int BYTES = 16;

    /** Number of places: the number of processors, rounded up to a power of two, at most 32. */
    private static final int PLACES =
            Integer.highestOneBit(Math.min(32, Runtime.getRuntime().availableProcessors() * 2 - 1));

    private final SecretKeySpec key;
    private final AtomicReferenceArray<@Nullable Cipher> encrypting = new AtomicReferenceArray<>(PLACES);
    private final AtomicReferenceArray<@Nullable Cipher> decrypting = new AtomicReferenceArray<>(PLACES);

    private BlockCipher(SecretKeySpec key) {
        this.key = key;
    }

    /**
     * Derives a key by HKDF-Expand (RFC 5869, section 2.3) with SHA-256. The derived key is as long as the given key.
     * One step of HKDF gives up to 32 bytes.
     */
    static BlockCipher derive(byte[] key, String info) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key, MAC));
            mac.update(info.getBytes(UTF_8));
            byte[] derived = mac.doFinal(new byte[] {1});
            return new BlockCipher(new SecretKeySpec(Arrays.copyOf(derived, key.length), "AES"));
        } catch (GeneralSecurityException e) {
            throw failed(MAC, e);
        }
    }

    UUID encrypt(UUID block) {
        return run(Cipher.ENCRYPT_MODE, encrypting, block);
    }

    UUID decrypt(UUID block) {
        return run(Cipher.DECRYPT_MODE, decrypting, block);
    }

    private UUID run(int mode, AtomicReferenceArray<@Nullable Cipher> places, UUID block) {
        int place = (int) Thread.currentThread().getId() & PLACES - 1;
        Cipher cipher = places.getAndSet(place, null);
        try {
            if (cipher == null) {
                cipher = cipher(mode);
            }
            byte[] bytes = new byte[BYTES];
            ByteBuffer.wrap(bytes).putLong(block.getMostSignificantBits()).putLong(block.getLeastSignificantBits());
            int done = cipher.doFinal(bytes, 0, BYTES, bytes, 0);
            if (done != BYTES) {
                throw new IllegalStateException(
                        "cipher [" + NAME + "] of provider [" + cipher.getProvider() + "] gave [" + done
                                + "] bytes for [" + BYTES + "]; put another provider before it in the JDK's"
                                + " java.security");
            }
            places.set(place, cipher); // A cipher that threw is not kept.
            ByteBuffer result = ByteBuffer.wrap(bytes);
            return new UUID(result.getLong(), result.getLong());
        } catch (GeneralSecurityException e) {
            throw failed(NAME, e);
        }
    }

    @SuppressWarnings("InsecureCryptoUsage") // ECB on one block is AES itself, the permutation that a seal needs.
    private Cipher cipher(int mode) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(NAME);
        cipher.init(mode, key);
        return cipher;
    }

    private static IllegalStateException failed(String algorithm, GeneralSecurityException e) {
        return new IllegalStateException(
                "no security provider has [" + algorithm
                        + "], with which ids are sealed; enable a provider, such as the JDK's SunJCE, in the JDK's"
                        + " java.security",
                e);
    }
}
