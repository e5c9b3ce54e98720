package io.github.hibernateidgen.cli;

import java.time.Instant;
import java.util.UUID;

/**
 * Reads and writes the values of SQL Server's {@code NEWSEQUENTIALID()}. Each value is a UUID of version 1 from Windows'
 * {@code UuidCreateSequential}, with the bytes of its first three fields reversed.
 *
 * <p>Sources: SQL Server documentation, "NEWSEQUENTIALID"; RFC 9562, section 5.1, for version 1.
 *
 * <p>Thread-safe.
 */
final class NewSequentialId {

    /** The ticks of 100 ns from 1582-10-15, the zero of version 1, to 1970. */
    private static final long GREGORIAN_TO_UNIX = 122_192_928_000_000_000L;

    private NewSequentialId() {}

    /**
     * Turns a value of {@code NEWSEQUENTIALID()} into the UUID of version 1 that it was made from.
     *
     * @param value the value as SQL Server shows it
     * @return the UUID in the byte order of the RFC
     * @throws IllegalArgumentException if the result is not of version 1
     */
    static UUID toRfc(UUID value) {
        return requireVersion1(reverseFields(value), value);
    }

    /**
     * Turns a UUID of version 1 into the value that {@code NEWSEQUENTIALID()} would return for it.
     *
     * @param uuid a UUID of version 1
     * @return the value with the bytes of its first three fields reversed
     * @throws IllegalArgumentException if the UUID is not of version 1
     */
    static UUID fromRfc(UUID uuid) {
        return reverseFields(requireVersion1(uuid, uuid));
    }

    /**
     * Returns when a value of {@code NEWSEQUENTIALID()} was made.
     *
     * @param value the value as SQL Server shows it
     * @return its time, to 100 ns
     * @throws IllegalArgumentException if the value was not made from a UUID of version 1
     */
    static Instant instant(UUID value) {
        long ticks = toRfc(value).timestamp() - GREGORIAN_TO_UNIX;
        return Instant.ofEpochSecond(Math.floorDiv(ticks, 10_000_000L), Math.floorMod(ticks, 10_000_000L) * 100);
    }

    private static UUID reverseFields(UUID value) {
        long msb = value.getMostSignificantBits();
        long first = Integer.reverseBytes((int) (msb >>> 32)) & 0xFFFF_FFFFL;
        long second = Short.reverseBytes((short) (msb >>> 16)) & 0xFFFFL;
        long third = Short.reverseBytes((short) msb) & 0xFFFFL;
        return new UUID(first << 32 | second << 16 | third, value.getLeastSignificantBits());
    }

    private static UUID requireVersion1(UUID uuid, UUID given) {
        if (uuid.version() != 1 || uuid.variant() != 2) {
            throw new IllegalArgumentException("GUID [" + given + "] has version " + uuid.version() + " and variant "
                    + uuid.variant() + " where version 1 and variant 2 are needed; give toRfc() and"
                    + " instant() a value of NEWSEQUENTIALID(), and fromRfc() a UUID of version 1");
        }
        return uuid;
    }
}
