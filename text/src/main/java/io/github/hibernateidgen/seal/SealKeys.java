package io.github.hibernateidgen.seal;

import io.github.hibernateidgen.internal.text.WrongArgumentException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The named keys with which ids are sealed. The first key writes, and all keys read, so that a key can be changed while
 * texts of the old key are in use:
 *
 * <pre>{@code
 * SealKeys.of("b", newKey).and("a", oldKey)
 * }</pre>
 *
 * <p>A name has 1 to 4 lower-case letters and digits, and is part of each text. A key has 128 or 256 bits. {@link
 * #toString} and error messages contain only the names of keys.
 *
 * <p>Immutable and thread-safe.
 */
public final class SealKeys {

    private static final Pattern NAME = Pattern.compile("[a-z0-9]{1,4}");
    private static final String NAMES = "1 to 4 lower-case letters and digits";
    private static final int SHORT = 16;
    private static final int LONG = 32;

    private final List<SealKey> keys;

    private SealKeys(List<SealKey> keys) {
        this.keys = List.copyOf(keys);
    }

    /**
     * Makes keys with a single key, which writes and reads.
     *
     * @param name the key's name
     * @param key the key, of 128 or 256 bits
     * @return the keys
     * @throws IllegalArgumentException if the name or the key has another form
     */
    public static SealKeys of(String name, SecretKey key) {
        return new SealKeys(List.of()).and(name, key);
    }

    /**
     * Makes keys with a single key that is fetched at startup, such as from a key management service.
     *
     * @param name the key's name
     * @param key gives the key, of 128 or 256 bits; called at the first use, and again if it has thrown. Two threads
     *     may call it at the same time
     * @return the keys
     * @throws IllegalArgumentException if the name has another form
     */
    public static SealKeys of(String name, Supplier<? extends SecretKey> key) {
        return new SealKeys(List.of()).and(name, key);
    }

    /**
     * Parses keys from a setting: {@code name:base64, name:base64}.
     *
     * @param text the text
     * @return the keys
     * @throws IllegalArgumentException if the text does not have this form; the message contains no part of a key
     */
    public static SealKeys parse(String text) {
        SealKeys keys = new SealKeys(List.of());
        String[] entries = text.split(",", -1);
        for (int i = 0; i < entries.length; i++) {
            String entry = entries[i].strip();
            int colon = entry.indexOf(':');
            String place = "entry " + (i + 1) + " of " + entries.length;
            if (colon < 0) {
                throw new WrongArgumentException(
                        place + " has no name", "write name:base64, and a comma before the next key");
            }
            String name = entry.substring(0, colon).strip();
            if (!NAME.matcher(name).matches()) {
                // The text may be the key by mistake, so the message does not contain the text.
                throw new WrongArgumentException(
                        "the text before the colon in " + place + " is not the name of a key", "give " + NAMES);
            }
            keys = keys.and(
                    name,
                    new SecretKeySpec(decode(name, entry.substring(colon + 1).strip()), "AES"));
        }
        return keys;
    }

    private static byte[] decode(String name, String base64) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            // The cause is left out, since its message may contain a character of the key.
            throw new WrongArgumentException("key [" + name + "] is not in Base64", "write name:base64");
        }
        return requireSize(name, bytes);
    }

    private static byte[] requireSize(String name, byte[] bytes) {
        if (bytes.length != SHORT && bytes.length != LONG) {
            throw new WrongArgumentException(
                    "key [" + name + "] has " + bytes.length * Byte.SIZE + " bits", "give a key of 256 or 128 bits");
        }
        return bytes;
    }

    /**
     * Adds a key that only reads.
     *
     * @param name the key's name
     * @param key the key, of 128 or 256 bits
     * @return these keys, followed by the new key
     * @throws IllegalArgumentException if the name or the key has another form, or the name is taken
     */
    public SealKeys and(String name, SecretKey key) {
        SealKeys more = and(name, () -> key);
        more.keys.get(keys.size()).bytes();
        return more;
    }

    /**
     * Adds a key that only reads and is fetched at startup.
     *
     * @param name the key's name
     * @param key gives the key, of 128 or 256 bits; called at the first use, and again if it has thrown. Two threads
     *     may call it at the same time
     * @return these keys, followed by the new key
     * @throws IllegalArgumentException if the name has another form, or is taken
     */
    public SealKeys and(String name, Supplier<? extends SecretKey> key) {
        if (!NAME.matcher(name).matches()) {
            throw new WrongArgumentException("name of a key [" + name + "] is not readable", "give " + NAMES);
        }
        if (names().contains(name)) {
            throw new WrongArgumentException("two keys are called [" + name + "]", "give each a name of its own");
        }
        List<SealKey> more = new ArrayList<>(keys);
        more.add(new SealKey(name, key));
        return new SealKeys(more);
    }

    /** {@return the names of the keys; the first writes} */
    public List<String> names() {
        return keys.stream().map(key -> key.name).toList();
    }

    List<SealKey> all() {
        return keys;
    }

    @Override
    public String toString() {
        return "keys " + names();
    }

    /**
     * A key and its name. The key is fetched on first use, without a lock, so two concurrent threads may both fetch it.
     */
    static final class SealKey {

        final String name;
        private final Supplier<? extends SecretKey> source;
        private volatile byte @Nullable [] bytes;

        SealKey(String name, Supplier<? extends SecretKey> source) {
            this.name = name;
            this.source = source;
        }

        byte[] bytes() {
            byte[] known = bytes;
            if (known == null) {
                byte[] encoded = source.get().getEncoded();
                if (encoded == null) {
                    throw new WrongArgumentException(
                            "key [" + name + "] does not reveal its bytes",
                            "give a key that"
                                    + " does, such as a data key that the key management service has decrypted");
                }
                known = requireSize(name, encoded);
                bytes = known;
            }
            return known;
        }
    }
}
