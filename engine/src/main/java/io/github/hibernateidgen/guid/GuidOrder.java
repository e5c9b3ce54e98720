package io.github.hibernateidgen.guid;

import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/**
 * The order in which a column compares the 16 bytes of a GUID. The order decides where a COMB GUID has its time.
 *
 * <p>T0 to T15 are the bytes in the order of the text form, which is also the byte order of {@link UUID}. Each order
 * ranks the bytes from the most to the least significant, all unsigned. Below the bytes of each order are the bits
 * of {@link GuidFormat#RFC_9562}; the other formats have other bits:
 *
 * <pre>
 * BYTES       T0  T1  T2  T3  T4  T5  T6  T7  T8  T9  T10 T11 T12 T13 T14 T15
 *             |------- time, 48 -----|7c  c   vc| random, 58                |
 *
 * SQL_SERVER  T10 T11 T12 T13 T14 T15 T8  T9  T7  T6  T5  T4  T3  T2  T1  T0
 *             |------- time, 48 -----|vc  c   cr  8r| random                |
 *
 * MARIADB     T10 T11 T12 T13 T14 T15 T8  T9  T6  T7  T4  T5  T0  T1  T2  T3
 *             |------- time, 48 -----|vc  c   4c| random                    |
 * </pre>
 *
 * <p>{@code time} is Unix milliseconds; {@code c} are the 16 bits of a counter; {@code r} are random bits; {@code v} is
 * the variant (binary 10, the top of T8); 7, 8 and 4 are the version nibble (the top of T6), as in RFC 9562, sections
 * 4.1, 4.2 and 5.
 *
 * <p>The comparators are needed because {@link UUID#compareTo} compares its two halves as signed numbers, which no
 * database does.
 *
 * <p>Sources: for {@code SQL_SERVER} the ranking of {@code System.Data.SqlTypes.SqlGuid}; for {@code MARIADB} MariaDB's
 * documentation of the {@code UUID} data type, which compares versions 1 to 5 with their segments swapped, and other
 * versions byte by byte.
 *
 * <p>Immutable and thread-safe.
 */
public enum GuidOrder {

    /**
     * Compares the first byte first: PostgreSQL, H2, HSQLDB, Oracle {@code RAW(16)}, and every {@code binary(16)} and
     * {@code char(36)} column. Version 7.
     */
    BYTES(7) {
        @Override
        long high(UUID guid) {
            return guid.getMostSignificantBits();
        }

        @Override
        long low(UUID guid) {
            return guid.getLeastSignificantBits();
        }

        @Override
        UUID fromRanked(long high, long low) {
            return new UUID(high, low);
        }

        @Override
        UUID compose(long state, long random, long version) {
            long high = (state & TIME) | version << 12 | (state >>> 4 & 0xFFF);
            long low = VARIANT << 62 | (state & 0xF) << 58 | (random & 0x03FF_FFFF_FFFF_FFFFL);
            return fromRanked(high, low);
        }

        @Override
        long state(UUID guid) {
            return (high(guid) & TIME) | (high(guid) & 0xFFF) << 4 | (low(guid) >>> 58 & 0xF);
        }
    },

    /** Compares the last group first: SQL Server's {@code uniqueidentifier}. Version 8. */
    SQL_SERVER(8) {
        @Override
        long low(UUID guid) {
            return Long.reverseBytes(guid.getMostSignificantBits());
        }

        @Override
        UUID fromRanked(long high, long low) {
            return new UUID(Long.reverseBytes(low), Long.rotateRight(high, 16));
        }

        @Override
        UUID compose(long state, long random, long version) {
            long high = (state & TIME) | VARIANT << 14 | (state >>> 2 & 0x3FFF);
            // The top of T7 holds the last two bits of the counter. The next byte is T6, and its top is the version.
            long low = (state & 0x3) << 62
                    | (random >>> 52 & 0x3F) << 56
                    | version << 52
                    | (random & 0x000F_FFFF_FFFF_FFFFL);
            return fromRanked(high, low);
        }

        @Override
        long state(UUID guid) {
            return (high(guid) & TIME) | (high(guid) & 0x3FFF) << 2 | low(guid) >>> 62;
        }

        @Override
        long random(UUID guid) {
            return (low(guid) >>> 56 & 0x3F) << 52 | (low(guid) & 0x000F_FFFF_FFFF_FFFFL);
        }
    },

    /**
     * Compares the last group first, and the other groups in MariaDB's own sequence: MariaDB's native {@code uuid}.
     * Version 4, because every MariaDB swaps the groups of versions 1 to 5. Since 10.10.6 and 10.11.5, MariaDB stores
     * versions 6 and up, and other variants, as {@link #BYTES}, and so does the comparator.
     */
    MARIADB(4) {
        @Override
        long low(UUID guid) {
            long msb = guid.getMostSignificantBits();
            return msb << 48 | (msb & 0xFFFF_0000L) << 16 | msb >>> 32;
        }

        @Override
        UUID fromRanked(long high, long low) {
            long msb = low << 32 | (low >>> 32 & 0xFFFF) << 16 | low >>> 48;
            return new UUID(msb, Long.rotateRight(high, 16));
        }

        @Override
        UUID compose(long state, long random, long version) {
            long high = (state & TIME) | VARIANT << 14 | (state >>> 2 & 0x3FFF);
            long low = version << 60 | (state & 0x3) << 58 | (random & 0x03FF_FFFF_FFFF_FFFFL);
            return fromRanked(high, low);
        }

        @Override
        long state(UUID guid) {
            return (high(guid) & TIME) | (high(guid) & 0x3FFF) << 2 | (low(guid) >>> 58 & 0x3);
        }

        @Override
        public Comparator<UUID> comparator() {
            return Comparator.comparing(this::stored, BYTES.comparator());
        }

        /** Returns the bytes that the server stores. Source: MariaDB, {@code plugin/type_uuid/sql_type_uuid.h}. */
        private UUID stored(UUID guid) {
            long t6 = guid.getMostSignificantBits() >>> 8 & 0xFF;
            boolean isSwapped = t6 > 0 && t6 < 0x60 && guid.getLeastSignificantBits() < 0;
            return isSwapped ? new UUID(high(guid), low(guid)) : guid;
        }
    };

    /** The bits of a state that hold Unix milliseconds. The 16 bits below are the counter. */
    private static final long TIME = -1L << GuidGenerator.COUNTER_BITS;

    private static final long VARIANT = 0b10;

    private final int version;

    GuidOrder(int version) {
        this.version = version;
    }

    /**
     * Returns the eight most significant bytes of a GUID in this order, the most significant on top. By default these
     * are T10 to T15, T8, T9.
     */
    long high(UUID guid) {
        return Long.rotateLeft(guid.getLeastSignificantBits(), 16);
    }

    /** Returns the eight least significant bytes of a GUID in this order, the most significant on top. */
    abstract long low(UUID guid);

    /** Returns the GUID that has these values of {@link #high} and {@link #low}. */
    abstract UUID fromRanked(long high, long low);

    /** Lays out 48 bits of time and 16 bits of counter, the lowest 58 of the random bits, version and variant. */
    abstract UUID compose(long state, long random, long version);

    /** Returns the time and the counter that {@link #compose} has laid out. */
    abstract long state(UUID guid);

    /** Returns the 58 random bits that {@link #compose} has laid out. */
    long random(UUID guid) {
        return low(guid) & 0x03FF_FFFF_FFFF_FFFFL;
    }

    UUID compose(long state, long random) {
        return compose(state, random, version);
    }

    /**
     * {@return a comparator that sorts as the column does, and is consistent with equals; for {@code MARIADB} as in tables
     * of servers since 10.10.6 and 10.11.5}
     */
    public Comparator<UUID> comparator() {
        return (a, b) -> {
            int high = Long.compareUnsigned(high(a), high(b));
            return high != 0 ? high : Long.compareUnsigned(low(a), low(b));
        };
    }

    /** {@return the version number (RFC 9562, section 4.2) of this order's GUIDs in {@link GuidFormat#RFC_9562}: 7, 8 or 4} */
    public int version() {
        return version;
    }

    /**
     * Returns the millisecond that a GUID of this order and of {@link GuidFormat#RFC_9562} carries.
     *
     * @param guid a GUID made for this order
     * @return its time, to the millisecond
     * @throws IllegalArgumentException if the GUID has another version or variant. In the order {@code MARIADB} random UUIDs
     *     pass, because they have version 4 as well
     */
    public Instant instant(UUID guid) {
        return GuidFormat.RFC_9562.instant(this, guid);
    }

    /**
     * Returns the lowest GUID of {@link GuidFormat#RFC_9562} that can carry an instant.
     *
     * @param instant from 1970-01-01T00:00:00Z to the end of 48 bits of milliseconds in the year 10889
     * @return the inclusive lower end for a query by time
     * @throws IllegalArgumentException if the instant is out of range
     */
    public UUID first(Instant instant) {
        return GuidFormat.RFC_9562.first(this, instant);
    }

    /**
     * Returns the highest GUID of {@link GuidFormat#RFC_9562} that can carry an instant.
     *
     * @param instant from 1970-01-01T00:00:00Z to the end of 48 bits of milliseconds in the year 10889
     * @return the inclusive upper end for a query by time
     * @throws IllegalArgumentException if the instant is out of range
     */
    public UUID last(Instant instant) {
        return GuidFormat.RFC_9562.last(this, instant);
    }
}
