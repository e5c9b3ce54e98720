package io.github.hibernateidgen.seal;

import io.github.hibernateidgen.guid.GuidNotation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Writes the ids of one purpose as encrypted text, which reveals no property of an id, and reads such text. A text is
 * the name of a key, followed by 26 characters of Base32, in lower case. Reading accepts upper case, too. The same id
 * gives the same text under the same key.
 *
 * <pre>
 * 64 bits:   | id, 64 bits, big-endian | zeros, 64 bits |   AES, one block
 * 128 bits:  | the GUID, 128 bits                       |   AES, one block
 * </pre>
 *
 * <p>The AES key is derived from the named key by HKDF-Expand (RFC 5869, section 2.3) with SHA-256, and is as long as
 * the named key. The info of HKDF is {@code hibernate-idgen/seal/1/64/} or {@code .../128/}, followed by the purpose,
 * in UTF-8. So a text of another purpose is treated like a forged text. A forged text of 64 bits is rejected, except
 * with a probability of 2^-64. A forged text of 128 bits opens to a random GUID.
 *
 * <p>Immutable and thread-safe.
 */
public final class Seal {

    /** The pattern of a text, in lower case. */
    public static final String PATTERN = "[0-9a-z]{1,4}[0-7][0-9a-hjkmnp-tv-z]{25}";

    /** An example of a text. */
    public static final String EXAMPLE = "a7egdkwkdaajram8y0gtae3qjqq";

    /** The name of a key, in upper or lower case, and in ASCII, where the conversion to lower case is unambiguous. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]{1,4}");

    private static final String INFO = "hibernate-idgen/seal/1/";
    private static final int LENGTH = 26;

    /**
     * A substitute block. It is decrypted if a text has no valid block, so that rejecting such a text takes as long as
     * reading a valid text.
     */
    private static final UUID NOTHING = new UUID(0, 0);

    private final List<Named> keys;

    /** The two ciphers of a named key. */
    private record Named(String name, BlockCipher longs, BlockCipher guids) {

        BlockCipher cipher(boolean ofGuids) {
            return ofGuids ? guids : longs;
        }
    }

    /**
     * Makes a seal, and fetches the keys that come from a supplier.
     *
     * @param keys the keys
     * @param purpose the use of the ids, such as {@code ord_}
     * @throws IllegalArgumentException if a fetched key does not have 128 or 256 bits
     */
    public Seal(SealKeys keys, String purpose) {
        this.keys = keys.all().stream()
                .map(key -> new Named(
                        key.name,
                        BlockCipher.derive(key.bytes(), INFO + "64/" + purpose),
                        BlockCipher.derive(key.bytes(), INFO + "128/" + purpose)))
                .toList();
    }

    /** {@return the name of the key that encrypts} */
    public String key() {
        return keys.get(0).name();
    }

    /**
     * Writes an id of 64 bits.
     *
     * @param id any number
     * @return 27 to 30 characters
     */
    public String seal(long id) {
        return text(false, new UUID(id, 0));
    }

    /**
     * Writes a GUID.
     *
     * @param id any GUID
     * @return 27 to 30 characters
     */
    public String seal(UUID id) {
        return text(true, id);
    }

    private String text(boolean isGuid, UUID block) {
        Named first = keys.get(0);
        return first.name() + GuidNotation.TYPE_ID.format(first.cipher(isGuid).encrypt(block));
    }

    /**
     * Opens the text of an id of 64 bits.
     *
     * @param text the text
     * @return the id
     * @throws UnknownKeyException if the text names a key that is not set
     * @throws IllegalArgumentException if the text was not made by {@link #seal(long)} for this purpose
     */
    public long openLong(String text) {
        UUID block = open(text, false);
        if (block.getLeastSignificantBits() != 0) {
            throw notSealed();
        }
        return block.getMostSignificantBits();
    }

    /**
     * Opens the text of a GUID. A text that has the right form, but was not made by {@link #seal(UUID)}, gives a random
     * GUID.
     *
     * @param text the text
     * @return the GUID
     * @throws UnknownKeyException if the text names a key that is not set
     * @throws IllegalArgumentException if the text has another form
     */
    public UUID openGuid(String text) {
        return open(text, true);
    }

    /** Decrypts a block for every text, so that every text takes the same time. */
    private UUID open(String text, boolean isGuid) {
        int end = text.length() - LENGTH;
        String given = text.substring(0, Math.max(0, end));
        boolean hasName = NAME.matcher(given).matches();
        String name = hasName ? given.toLowerCase(Locale.ROOT) : "";
        Optional<UUID> block = hasName ? GuidNotation.ULID.find(text.substring(end)) : Optional.empty();
        Optional<Named> key =
                keys.stream().filter(each -> each.name().equals(name)).findFirst();
        UUID opened = key.orElse(keys.get(0)).cipher(isGuid).decrypt(block.orElse(NOTHING));
        if (block.isEmpty()) {
            throw notSealed();
        }
        if (key.isEmpty()) {
            throw new UnknownKeyException(name);
        }
        return opened;
    }

    private static IllegalArgumentException notSealed() {
        return new IllegalArgumentException("the text was not sealed for this purpose");
    }
}
