package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.worker.WorkerSource;
import java.time.InstantSource;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/** Opens the constructor of {@link SnowflakeGenerator} that takes its surroundings to tests of other packages. */
public final class SteppedGenerators {

    private SteppedGenerators() {}

    /** A generator that calls what it is given between any two of its steps. */
    public static SnowflakeGenerator generator(
            SnowflakeLayout layout,
            WorkerSource worker,
            SnowflakeLimits limits,
            InstantSource clock,
            LongConsumer sleeper,
            LongUnaryOperator randomBelow) {
        return new SnowflakeGenerator(layout, worker, limits, clock, sleeper::accept, randomBelow);
    }
}
