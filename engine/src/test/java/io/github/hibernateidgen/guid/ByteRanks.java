package io.github.hibernateidgen.guid;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;

/**
 * How the columns compare, stated on its own: the bytes T0 to T15 of the text form from the most to the least
 * significant. For {@code SQL_SERVER} as {@code System.Data.SqlTypes.SqlGuid} ranks them.
 */
final class ByteRanks {

    private final GuidOrder order;
    private final int[] ranked;

    private ByteRanks(GuidOrder order, int... ranked) {
        this.order = order;
        this.ranked = ranked;
    }

    static ByteRanks of(GuidOrder order) {
        return switch (order) {
            case BYTES -> new ByteRanks(order, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            case SQL_SERVER -> new ByteRanks(order, 10, 11, 12, 13, 14, 15, 8, 9, 7, 6, 5, 4, 3, 2, 1, 0);
            case MARIADB -> new ByteRanks(order, 10, 11, 12, 13, 14, 15, 8, 9, 6, 7, 4, 5, 0, 1, 2, 3);
        };
    }

    Comparator<UUID> comparator() {
        return (a, b) -> Arrays.compareUnsigned(storedBytes(a), storedBytes(b));
    }

    /** MariaDB swaps the groups of versions 1 to 5 alone; it takes the whole byte T6 for the version. */
    private byte[] storedBytes(UUID guid) {
        byte[] text = bytes(guid);
        boolean isSwapped = text[6] > 0 && text[6] < 0x60 && text[8] < 0;
        return order == GuidOrder.MARIADB && !isSwapped ? text : rankedBytes(guid);
    }

    /** The sixteen bytes from the most to the least significant. */
    byte[] rankedBytes(UUID guid) {
        byte[] text = bytes(guid);
        byte[] bytes = new byte[16];
        for (int i = 0; i < 16; i++) {
            bytes[i] = text[ranked[i]];
        }
        return bytes;
    }

    /** The place of a GUID's only bit: 0 is the most significant of all, 127 the least. */
    int place(UUID singleBit) {
        byte[] bytes = rankedBytes(singleBit);
        for (int i = 0; i < 16; i++) {
            if (bytes[i] != 0) {
                return i * 8 + Integer.numberOfLeadingZeros(bytes[i] & 0xFF) - 24;
            }
        }
        throw new IllegalArgumentException("no bit is set in " + singleBit);
    }

    static byte[] bytes(UUID guid) {
        return ByteBuffer.allocate(16)
                .putLong(guid.getMostSignificantBits())
                .putLong(guid.getLeastSignificantBits())
                .array();
    }
}
