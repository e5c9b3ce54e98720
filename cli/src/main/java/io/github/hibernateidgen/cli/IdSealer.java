package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.internal.notation.WrittenId;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.seal.SealKeys;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Seals ids and opens sealed texts. A sealed text contains its prefix and the name of its key. Not thread-safe. */
final class IdSealer {

    private static final Pattern SEALED = Pattern.compile(".*" + Seal.PATTERN);
    private static final int CHARACTERS = 26;

    private final SealKeys keys;
    private final Map<String, Seal> seals = new HashMap<>();

    IdSealer(SealKeys keys) {
        this.keys = keys;
    }

    static boolean looksSealed(String text) {
        return SEALED.matcher(text.toLowerCase(Locale.ROOT)).matches();
    }

    private Seal seal(String prefix) {
        return seals.computeIfAbsent(prefix, purpose -> new Seal(keys, purpose));
    }

    String seal(String prefix, WrittenId id) {
        return prefix
                + (id instanceof WrittenId.Guid guid
                        ? seal(prefix).seal(guid.guid())
                        : seal(prefix).seal(((WrittenId.Snowflake) id).id()));
    }

    /**
     * Opens a sealed text. The text of a number has bits that show whether the text was opened correctly. The text of a
     * GUID has no such bits, so without {@code anyGuid} a GUID must have a known format and a plausible time.
     *
     * @param anyGuid whether to accept every GUID
     */
    WrittenId open(String text, boolean anyGuid, Instant now) {
        int end = Math.max(0, text.length() - CHARACTERS);
        return keys.names().stream()
                .filter(key -> text.substring(0, end).toLowerCase(Locale.ROOT).endsWith(key))
                .flatMap(key ->
                        open(
                                seal(text.substring(0, end - key.length())),
                                text.substring(end - key.length()),
                                anyGuid,
                                now)
                                .stream())
                .findFirst()
                .orElseThrow(() ->
                        new RejectedException("text [" + GivenText.shown(text) + "] cannot be opened with the keys "
                                + keys.names()
                                + ": it was sealed with another key or for another prefix, or it was changed"
                                + (anyGuid ? "" : "; to open a GUID without a time, use idgen open --guids")));
    }

    private static Optional<WrittenId> open(Seal seal, String text, boolean anyGuid, Instant now) {
        try {
            return Optional.of(new WrittenId.Snowflake(seal.openLong(text)));
        } catch (IllegalArgumentException e) {
            // Not the text of a number. It may be the text of a GUID.
        }
        try {
            UUID guid = seal.openGuid(text);
            boolean isPlausible = anyGuid || !Readings.of(guid, now).isEmpty();
            return isPlausible ? Optional.of(new WrittenId.Guid(guid)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
