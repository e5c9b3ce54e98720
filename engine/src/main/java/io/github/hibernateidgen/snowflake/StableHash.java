package io.github.hibernateidgen.snowflake;

/**
 * A hash that is the same in every process and every release, because stored ids depend on the hash. The hash is FNV-1a
 * of 64 bits (IETF draft-eastlake-fnv), followed by the 64-bit finalizer of MurmurHash3 (Austin Appleby). FNV-1a alone
 * would leave short values close together in the high bits.
 */
final class StableHash {

    private StableHash() {}

    /** Returns the hash of bytes. */
    static long of(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte value : bytes) {
            hash = (hash ^ (value & 0xff)) * 0x100000001b3L;
        }
        return mixed(hash);
    }

    /** Maps numbers one to one, so that each bit of the result depends on all bits of the number. */
    static long mixed(long number) {
        long mixed = (number ^ number >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }

    /** Returns the highest bits of a hash, as a number. */
    static long high(long hash, int bits) {
        return bits == 0 ? 0 : hash >>> (Long.SIZE - bits);
    }
}
