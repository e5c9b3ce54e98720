package io.github.hibernateidgen.internal.segment;

import io.github.hibernateidgen.segment.Segment;
import java.util.Optional;

/**
 * The numbers that a value of a sequence, or of a table's column, represents. Hibernate's optimizers use the same numbers, so
 * Hibernate and this library can use the same sequence in turn.
 */
enum SegmentOptimizer {
    /** The value is the highest number: {@code v - size + 1} to {@code v}. */
    POOLED("pooled"),

    /** The value is the lowest number: {@code v} to {@code v + size - 1}. */
    POOLED_LO("pooled-lo"),

    /** The value is the only number. */
    SINGLE("none");

    private final String hibernateName;

    SegmentOptimizer(String hibernateName) {
        this.hibernateName = hibernateName;
    }

    /**
     * Returns the numbers that a value represents.
     *
     * @param value the value from the store
     * @param size the increment
     * @param initial the first value of the store
     */
    Segment of(long value, long size, long initial) {
        return switch (this) {
            // The first value, and a value that was set by hand and is below the size, have no full segment below them.
            case POOLED -> atLeastOne(value == initial || value < size ? value : value - size + 1, value);
            // The last segment ends with the highest long.
            case POOLED_LO -> atLeastOne(value, value > Long.MAX_VALUE - size + 1 ? Long.MAX_VALUE : value + size - 1);
            case SINGLE -> atLeastOne(value, value);
        };
    }

    /**
     * Returns by how much Hibernate raises the value of a table.
     *
     * @param size the increment
     */
    long step(long size) {
        return this == SINGLE ? 1 : size;
    }

    /**
     * Finds the constant for an optimizer of Hibernate.
     *
     * @param optimizer the simple name of the optimizer's class. The code does not refer to the classes themselves, because
     *     Hibernate 8.0 removed one of these internal classes
     * @return the constant; empty for an optimizer that segments do not support
     */
    static Optional<SegmentOptimizer> of(String optimizer) {
        return switch (optimizer) {
            case "PooledOptimizer" -> Optional.of(POOLED);
            case "PooledLoOptimizer", "PooledLoThreadLocalOptimizer" -> Optional.of(POOLED_LO);
            case "NoopOptimizer" -> Optional.of(SINGLE);
            default -> Optional.empty();
        };
    }

    /** Returns Hibernate's name of the optimizer. */
    String hibernateName() {
        return hibernateName;
    }

    /** Leaves out the numbers below 1, because an id of 0 would be taken for an id that is not set. */
    private static Segment atLeastOne(long first, long last) {
        return new Segment(Math.max(1, first), last);
    }
}
