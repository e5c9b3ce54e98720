package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Replaces the clock, the worker number and the random bits of the settings, so that ids are repeatable. All session
 * factories that use the same object make the same ids, so this class is for tests only. Only {@code hibernate-idgen-test}
 * makes such objects.
 *
 * <p>The setting takes an object, so that no text in a file, a variable or a command line can make ids repeatable. A session
 * factory with this setting logs a warning when it starts.
 *
 * @param clock the clock, which may be a fixed clock
 * @param workers gives a number. The reservation of the number has a floor, so ids of the clock's tick can be issued at once
 * @param randomBits gives each GUID generator the same sequence of bits, from its beginning
 * @param restarts the actions that restart the ids of a session factory; each open session factory adds an action. The set is
 *     thread-safe
 */
public record RepeatableSources(
        InstantSource clock, WorkerSource workers, Supplier<LongSupplier> randomBits, Set<Runnable> restarts) {

    /** The setting's name. It is not in {@link IdgenSettings}, since no user sets it. */
    public static final String SETTING = IdgenSettings.PREFIX + "repeatable";

    /** The highest allowed value. With a fixed clock, all ticks after the first tick are ahead of the clock. */
    private static final Duration MAX_AHEAD = Duration.ofHours(1);

    static RepeatableSources of(Object value) {
        if (value instanceof RepeatableSources sources) {
            return sources;
        }
        throw new IdgenConfigurationException(
                SETTING,
                value,
                "only hibernate-idgen-test may set this, to make ids repeatable in tests",
                "remove the setting");
    }

    /**
     * Returns limits with which the sequence of each tick starts at 0.
     *
     * @param maxWait the longest that a caller waits
     */
    public SnowflakeLimits limits(Duration maxWait) {
        return new SnowflakeLimits(MAX_AHEAD, maxWait, 1);
    }
}
