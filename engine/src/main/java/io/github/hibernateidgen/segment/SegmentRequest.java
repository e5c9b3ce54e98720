package io.github.hibernateidgen.segment;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The request of an attribute for segments of a {@link SegmentStore}.
 *
 * @param name the name of the numbers: the sequence in the mapping, or, if the mapping names no sequence, the entity's table
 *     with its catalog and schema. All requests with the same name take numbers from the same place
 * @param size how many numbers a segment has, 1 or more
 * @param first the first number, if the store has no numbers of that name and creates them
 * @param mayMake whether the store may begin with {@code first} if it has no numbers of that name and no number is in use.
 *     It is false if other writers may have numbers that {@code highestInUse} does not find. A store that began with {@code
 *     first} would hand out these numbers again
 * @param highestInUse reads the highest committed number in use from the database that the application writes to; empty if
 *     no number is in use. The call may block and throw
 * @param timeout how long a caller waits for a segment
 */
public record SegmentRequest(
        String name, long size, long first, boolean mayMake, Supplier<OptionalLong> highestInUse, Duration timeout) {}
