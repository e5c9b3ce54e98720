package io.github.hibernateidgen.segment;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * What an attribute needs of a {@link SegmentStore}.
 *
 * @param name the name of the numbers: the sequence that the mapping names, or else the entity's table with its catalog and
 *     schema. All that use the name take numbers from one place
 * @param size how many numbers a segment has, 1 or more
 * @param first the first number, if the store has none of that name and makes them
 * @param mayMake whether the store may begin with the first number where it has no numbers of that name and none is in use. If
 *     not, others may have numbers that {@code highestInUse} does not tell, and would be given the same ones again
 * @param highestInUse reads the highest number in use, as committed by now in the database that is written to; empty if no
 *     number is in use. It may block and throw
 * @param timeout how long a caller waits for a segment
 */
public record SegmentRequest(
        String name, long size, long first, boolean mayMake, Supplier<OptionalLong> highestInUse, Duration timeout) {}
