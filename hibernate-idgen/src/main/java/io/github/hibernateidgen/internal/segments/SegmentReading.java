package io.github.hibernateidgen.internal.segments;

import io.github.hibernateidgen.segment.Segment;
import java.util.Optional;

/**
 * Which numbers a value of a sequence, or of a table's column, stands for: as Hibernate's optimizers read it, so that both
 * can use the same sequence in turn.
 */
public enum SegmentReading {
    /** The value is the highest: {@code v - size + 1} to {@code v}. */
    POOLED("pooled") {
        @Override
        Segment of(long value, long size, long initial) {
            // The first value of all, or one that somebody set, has no full segment below it.
            boolean alone = value == initial || value < size;
            return atLeastOne(alone ? value : value - size + 1, value);
        }
    },

    /** The value is the lowest: {@code v} to {@code v + size - 1}. */
    POOLED_LO("pooled-lo") {
        @Override
        Segment of(long value, long size, long initial) {
            // Up to the highest long.
            return atLeastOne(value, value > Long.MAX_VALUE - size + 1 ? Long.MAX_VALUE : value + size - 1);
        }
    },

    /** The value is the number. */
    SINGLE("none") {
        @Override
        Segment of(long value, long size, long initial) {
            return atLeastOne(value, value);
        }
    };

    private final String optimizer;

    SegmentReading(String optimizer) {
        this.optimizer = optimizer;
    }

    /**
     * The numbers of one value.
     *
     * @param value what the store gave
     * @param size the increment
     * @param initial the first value that the store gives
     */
    abstract Segment of(long value, long size, long initial);

    /**
     * Returns how an optimizer of Hibernate reads values.
     *
     * @param optimizer the simple name of its class: the classes are Hibernate's own, and one was removed in 8.0
     * @return how it reads them; empty for an optimizer that segments can't be read as
     */
    public static Optional<SegmentReading> of(String optimizer) {
        return switch (optimizer) {
            case "PooledOptimizer" -> Optional.of(POOLED);
            case "PooledLoOptimizer", "PooledLoThreadLocalOptimizer" -> Optional.of(POOLED_LO);
            case "NoopOptimizer" -> Optional.of(SINGLE);
            default -> Optional.empty();
        };
    }

    /** Returns what Hibernate calls it. */
    public String optimizer() {
        return optimizer;
    }

    /** 0 would be taken for a value that is not set. */
    private static Segment atLeastOne(long first, long last) {
        return new Segment(Math.max(1, first), last);
    }
}
