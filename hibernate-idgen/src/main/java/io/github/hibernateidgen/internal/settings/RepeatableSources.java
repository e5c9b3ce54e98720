package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What makes ids repeatable, in the place of the clock, the worker number and the random bits that the settings ask for.
 * All that have it make the same ids, so it is for tests alone: {@code hibernate-idgen-test} makes the only one.
 *
 * <p>It is an object, so no text, and no file, variable or command line that holds text, can ask for it; and whoever starts
 * with it is warned.
 *
 * @param clock the clock, which may stand still
 * @param workers gives a number whose reservation has a floor, so that the tick of the clock can be issued at once
 * @param randomBits gives each GUID generator bits of its own, which begin anew
 * @param restarts what begins the ids of a registry anew; each registry adds its own while it has a session factory. Safe
 *     for use by several threads
 */
public record RepeatableSources(
        InstantSource clock, WorkerSource workers, Supplier<LongSupplier> randomBits, Set<Runnable> restarts) {

    /** The setting; none of {@link IdgenSettings}, since no user is to write it. */
    public static final String SETTING = IdgenSettings.PREFIX + "repeatable";

    /** As far as it goes: a clock that stands still leaves no other tick for the ids of a test. */
    private static final Duration MAX_AHEAD = Duration.ofHours(1);

    static Optional<RepeatableSources> read(SettingsReader reader) {
        if (!reader.has(SETTING)) {
            return Optional.empty();
        }
        Object value = reader.get(SETTING, "");
        if (value instanceof RepeatableSources sources) {
            return Optional.of(sources);
        }
        throw new IdgenConfigurationException(
                SETTING,
                value,
                "ids are repeatable in tests only, where an object of hibernate-idgen-test is given here; remove this");
    }

    /**
     * Each tick starts at 0.
     *
     * @param maxWait how long a caller waits at most
     */
    public SnowflakeLimits limits(Duration maxWait) {
        return new SnowflakeLimits(MAX_AHEAD, maxWait, 1);
    }
}
