package io.github.hibernateidgen.examples.orders.inspector;

import io.github.hibernateidgen.guid.GuidOrder;

/**
 * The sequence in which a column compares the bytes T0 to T15 of a GUID's text, and the purpose of a COMB GUID's bits in
 * that sequence.
 */
enum GuidRanking {
    BYTES(
            "uuid in PostgreSQL, H2 and others; binary(16), raw(16), char(36)",
            "0123456789ABCDEF",
            "t".repeat(48) + "f".repeat(4) + "c".repeat(12) + "f".repeat(2) + "c".repeat(4) + "r".repeat(58)),

    SQL_SERVER(
            "uniqueidentifier in SQL Server",
            "ABCDEF8976543210",
            "t".repeat(48) + "f".repeat(2) + "c".repeat(16) + "r".repeat(6) + "f".repeat(4) + "r".repeat(52)),

    MARIADB(
            "uuid in MariaDB",
            "ABCDEF8967450123",
            "t".repeat(48) + "f".repeat(2) + "c".repeat(14) + "f".repeat(4) + "c".repeat(2) + "r".repeat(58));

    private final String columns;
    private final String ranks;
    private final String roles;

    /** Takes a hexadecimal digit for each byte, and a letter for each bit, both from the most significant to the least. */
    GuidRanking(String columns, String ranks, String roles) {
        this.columns = columns;
        this.ranks = ranks;
        this.roles = roles;
    }

    GuidOrder order() {
        return GuidOrder.valueOf(name());
    }

    /** Returns the columns that compare in this sequence. */
    String columns() {
        return columns;
    }

    /** Returns the byte of the text at a rank. Rank 0 is the most significant. */
    int byteAt(int rank) {
        return Character.digit(ranks.charAt(rank), 16);
    }

    /** Returns the purpose of a bit, by its place in the ranked bytes. Bit 0 is the most significant. */
    Role roleAt(int rankedBit) {
        return switch (roles.charAt(rankedBit)) {
            case 't' -> Role.TIME;
            case 'c' -> Role.COUNTER;
            case 'f' -> Role.FIXED;
            default -> Role.RANDOM;
        };
    }
}
