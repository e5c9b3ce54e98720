package io.github.hibernateidgen.jackson;

import java.math.BigInteger;

/** The types in which {@code @SnowflakeId} keeps a number. */
final class NumberTypes {

    private NumberTypes() {}

    static boolean contain(Class<?> type) {
        return type == Long.class || type == long.class || type == BigInteger.class;
    }
}
