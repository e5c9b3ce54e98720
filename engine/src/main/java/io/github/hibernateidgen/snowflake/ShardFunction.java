package io.github.hibernateidgen.snowflake;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Turns a value into the shard number of a layout's shard field. A router that knows only the value computes the same
 * number. Results never change, in any release.
 *
 * <p>Thread-safe.
 */
public enum ShardFunction {
    /**
     * The highest bits of a 64-bit hash of the value's bytes: FNV-1a (IETF draft-eastlake-fnv), followed by the 64-bit
     * finalizer of MurmurHash3. A whole number of any type is hashed as 8 bytes, the highest byte first. A {@code
     * BigInteger} that does not fit 8 bytes is hashed as {@code toByteArray()}. Text and an enum's name are hashed in
     * UTF-8, and a {@code UUID} as its 16 bytes.
     */
    HASH,

    /** The lowest bits of a whole number: with 64 shards, customer 70 is in shard 6. */
    LOW_BITS;

    /**
     * Returns the shard of a value.
     *
     * @param value {@code Long}, {@code Integer}, {@code Short}, {@code Byte}, {@code BigInteger}; with {@link #HASH} also
     *     {@code String}, {@code UUID}, {@code byte[]} or an enum
     * @param layout a layout with a shard field
     * @return 0 to below {@link SnowflakeLayout#shards()}
     * @throws IllegalArgumentException if the value is of another type
     */
    public long shard(Object value, SnowflakeLayout layout) {
        if (this == HASH) {
            return StableHash.high(StableHash.of(bytes(value)), layout.bits().bits(LayoutField.Kind.SHARD));
        }
        if (!isWhole(value.getClass())) {
            throw new IllegalArgumentException("a value of type "
                    + value.getClass().getName() + " has no low bits; give a whole number, or use HASH");
        }
        return ((Number) value).longValue() & layout.shards() - 1;
    }

    /**
     * Returns whether values of a type can be sharded.
     *
     * @param type a class; a primitive class counts as its wrapper
     * @return whether {@link #shard} accepts values of the type
     */
    public boolean takes(Class<?> type) {
        boolean hasBytes =
                type == String.class || type == UUID.class || type == byte[].class || Enum.class.isAssignableFrom(type);
        return isWhole(type) || (this == HASH && hasBytes);
    }

    private static boolean isWhole(Class<?> type) {
        return type == Long.class
                || type == long.class
                || type == Integer.class
                || type == int.class
                || type == Short.class
                || type == short.class
                || type == Byte.class
                || type == byte.class
                || type == BigInteger.class;
    }

    private static byte[] bytes(Object value) {
        if (value instanceof BigInteger big && big.bitLength() >= Long.SIZE) {
            return big.toByteArray();
        }
        if (isWhole(value.getClass())) {
            return ByteBuffer.allocate(Long.BYTES)
                    .putLong(((Number) value).longValue())
                    .array();
        }
        if (value instanceof UUID guid) {
            return ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(guid.getMostSignificantBits())
                    .putLong(guid.getLeastSignificantBits())
                    .array();
        }
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        if (value instanceof String || value instanceof Enum) {
            return (value instanceof Enum<?> constant ? constant.name() : (String) value).getBytes(UTF_8);
        }
        throw new IllegalArgumentException("a value of type " + value.getClass().getName()
                + " can't be hashed; give a whole number, a String, a UUID, a byte[] or an enum");
    }
}
