package io.github.hibernateidgen.internal.notation;

import java.math.BigInteger;

/**
 * Converts values between the type of an attribute, their bits, and text. Bits are a {@code Long} or a {@code UUID}.
 * Immutable and thread-safe.
 */
interface Encoding {

    /** Describes the text, for messages. Variants, such as lower case, may also be read. */
    String words();

    /** Returns a pattern that matches each written text, in the syntax that Java and ECMA-262 share, without anchors. */
    String pattern();

    /** Returns an example of the text, for documents. */
    String example();

    /**
     * Writes a value.
     *
     * @throws IllegalArgumentException if this encoding has no text for the value
     */
    String write(Object value);

    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    Object read(String text);

    /**
     * Returns the bits of a value.
     *
     * @throws IllegalArgumentException if the value contains neither a number of 64 bits nor a GUID
     */
    Object bits(Object value);

    /**
     * Returns the value that has the given bits.
     *
     * @throws IllegalArgumentException if the type is too narrow for the bits
     */
    Object value(Object bits);

    /** Converts a {@code Long} to a numeric type. */
    static Object number(Class<?> type, Object number) {
        if (type == BigInteger.class) {
            return BigInteger.valueOf((Long) number);
        }
        if (type == Integer.class || type == int.class) {
            long wide = (Long) number;
            if (wide != (int) wide) {
                throw new IllegalArgumentException("the number does not fit into an int");
            }
            return (int) wide;
        }
        return number;
    }

    /** Returns a number of any numeric type as a {@code long}. Throws if the number does not fit into a {@code long}. */
    static long exact(Object number) {
        if (number instanceof BigInteger big && big.bitLength() >= Long.SIZE) {
            throw new IllegalArgumentException("[" + number + "] has more than 64 bits; give a smaller number");
        }
        return ((Number) number).longValue();
    }
}
