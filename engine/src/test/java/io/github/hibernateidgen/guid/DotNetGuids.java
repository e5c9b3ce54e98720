package io.github.hibernateidgen.guid;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * The .NET libraries' formulas over again, as those libraries state them: on the bytes of {@code Guid.ToByteArray()},
 * with nothing of this project's own. N0 to N15 are T3 T2 T1 T0 T5 T4 T7 T6 T8 to T15.
 */
public final class DotNetGuids {

    private static final Instant NET_ZERO = Instant.parse("0001-01-01T00:00:00Z");
    private static final int[] N_TO_T = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};

    private DotNetGuids() {}

    public static UUID nhibernate(UUID base, Instant instant) {
        return daysAndTicks(base, instant, (long) (millisOfDay(instant) / 3.333333));
    }

    static UUID rtCombLegacy(UUID base, Instant instant) {
        return daysAndTicks(base, instant, (int) (millisOfDay(instant) * 0.3));
    }

    public static UUID efCore(UUID base, long counter) {
        byte[] n = toByteArray(base);
        byte[] c = ByteBuffer.allocate(8).putLong(counter).array();
        n[8] = c[6];
        n[9] = c[7];
        System.arraycopy(c, 0, n, 10, 6);
        return fromByteArray(n);
    }

    static UUID rtCombSql(UUID base, Instant instant) {
        byte[] n = toByteArray(base);
        System.arraycopy(low6(instant.toEpochMilli()), 0, n, 10, 6);
        return fromByteArray(n);
    }

    static UUID rtCombPostgreSql(UUID base, Instant instant) {
        byte[] n = toByteArray(base);
        byte[] ms = low6(instant.toEpochMilli());
        for (int i = 0; i < 6; i++) {
            n[new int[] {3, 2, 1, 0, 5, 4}[i]] = ms[i];
        }
        return fromByteArray(n);
    }

    /** .NET's own {@code Guid.CreateVersion7}, from a base of version 4. */
    public static UUID version7(UUID base, Instant instant) {
        UUID guid = rtCombPostgreSql(base, instant);
        return new UUID(guid.getMostSignificantBits() & ~0xF000L | 0x7000, guid.getLeastSignificantBits());
    }

    static UUID sequentialAtEnd(byte[] random, Instant instant) {
        ByteBuffer n = ByteBuffer.allocate(16).put(random, 0, 10).put(low6(ticks(instant) / 10_000));
        return fromByteArray(n.array());
    }

    static UUID sequentialAsString(byte[] random, Instant instant) {
        byte[] n = ByteBuffer.allocate(16)
                .put(low6(ticks(instant) / 10_000))
                .put(random, 0, 10)
                .array();
        reverse(n, 0, 4);
        reverse(n, 4, 2);
        return fromByteArray(n);
    }

    public static long ticks(Instant instant) {
        Duration since = Duration.between(NET_ZERO, instant);
        return since.getSeconds() * 10_000_000 + since.getNano() / 100;
    }

    private static UUID daysAndTicks(UUID base, Instant instant, long ticks) {
        long days = ChronoUnit.DAYS.between(Instant.parse("1900-01-01T00:00:00Z"), instant);
        byte[] n = toByteArray(base);
        n[10] = (byte) (days >>> 8);
        n[11] = (byte) days;
        System.arraycopy(ByteBuffer.allocate(4).putInt((int) ticks).array(), 0, n, 12, 4);
        return fromByteArray(n);
    }

    private static double millisOfDay(Instant instant) {
        return LocalTime.ofInstant(instant, ZoneOffset.UTC).toNanoOfDay() / 100 / 10_000.0;
    }

    private static byte[] low6(long value) {
        byte[] bytes = new byte[6];
        ByteBuffer.wrap(ByteBuffer.allocate(8).putLong(value).array())
                .position(2)
                .get(bytes);
        return bytes;
    }

    private static void reverse(byte[] bytes, int from, int length) {
        for (int i = from, j = from + length - 1; i < j; i++, j--) {
            byte swap = bytes[i];
            bytes[i] = bytes[j];
            bytes[j] = swap;
        }
    }

    private static byte[] toByteArray(UUID guid) {
        byte[] t = ByteBuffer.allocate(16)
                .putLong(guid.getMostSignificantBits())
                .putLong(guid.getLeastSignificantBits())
                .array();
        byte[] n = new byte[16];
        for (int i = 0; i < 16; i++) {
            n[i] = t[N_TO_T[i]];
        }
        return n;
    }

    private static UUID fromByteArray(byte[] n) {
        byte[] t = new byte[16];
        for (int i = 0; i < 16; i++) {
            t[N_TO_T[i]] = n[i];
        }
        ByteBuffer buffer = ByteBuffer.wrap(t);
        return new UUID(buffer.getLong(), buffer.getLong());
    }
}
