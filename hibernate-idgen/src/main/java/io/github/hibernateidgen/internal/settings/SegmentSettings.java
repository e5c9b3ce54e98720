package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_MAX_CONCURRENT_FETCHES;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_MAX_PREFETCH;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_OFFSET;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_SOURCE;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_STEP;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_TIMEOUT;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentLimits;
import java.time.Duration;

/**
 * The settings that all attributes with segments share.
 *
 * @param offsetAndStep which numbers this application issues
 * @param inRedis whether attributes that name no source take their segments from counters in Redis
 */
public record SegmentSettings(
        OffsetAndStep offsetAndStep, SegmentLimits limits, boolean inRedis, RedisSegmentSettings redis) {

    static SegmentSettings read(SettingsReader reader) {
        boolean inRedis = reader.isFirst(SEGMENT_SOURCE, "redis", "database", false);
        SegmentLimits limits = limits(reader);
        RedisSegmentSettings redis = RedisSegmentSettings.read(reader, limits.timeout());
        if (!reader.has(SEGMENT_SOURCE)) {
            reader.rejectUnused(
                    IdgenSettings.PREFIX + "segment.redis.",
                    "goes with " + SEGMENT_SOURCE
                            + ", which is not set; set that to redis, or to database where only some"
                            + " attributes say REDIS, or remove this");
        }
        return new SegmentSettings(offsetAndStep(reader), limits, inRedis, redis);
    }

    /**
     * Makes the counters in Redis. A command has the same timeout as a caller that waits for an id.
     *
     * @param subject the setting or the attribute that asks for them
     */
    public SegmentCounters counters(String subject) {
        return redis.counters(subject, limits.timeout());
    }

    private static OffsetAndStep offsetAndStep(SettingsReader reader) {
        if (reader.has(SEGMENT_OFFSET) != reader.has(SEGMENT_STEP)) {
            String given = reader.has(SEGMENT_OFFSET) ? SEGMENT_OFFSET : SEGMENT_STEP;
            throw new IdgenConfigurationException(
                    given,
                    reader.text(given, ""),
                    "an offset goes with a step; set " + SEGMENT_OFFSET + " and " + SEGMENT_STEP);
        }
        int offset = number(reader, SEGMENT_OFFSET, 1);
        int step = number(reader, SEGMENT_STEP, 1);
        reader.check(SEGMENT_STEP, step, () -> new OffsetAndStep(1, step));
        return reader.check(SEGMENT_OFFSET, offset, () -> new OffsetAndStep(offset, step));
    }

    private static SegmentLimits limits(SettingsReader reader) {
        SegmentLimits byDefault = SegmentLimits.DEFAULT;
        int prefetch = number(reader, SEGMENT_MAX_PREFETCH, byDefault.maxPrefetch());
        int maxConcurrentFetches = number(reader, SEGMENT_MAX_CONCURRENT_FETCHES, byDefault.maxConcurrentFetches());
        Duration timeout = reader.duration(SEGMENT_TIMEOUT, byDefault.timeout());
        reader.check(SEGMENT_MAX_PREFETCH, prefetch, () -> limits(prefetch, 1, byDefault.timeout()));
        reader.check(
                SEGMENT_MAX_CONCURRENT_FETCHES,
                maxConcurrentFetches,
                () -> limits(1, maxConcurrentFetches, byDefault.timeout()));
        return reader.check(SEGMENT_TIMEOUT, timeout, () -> limits(prefetch, maxConcurrentFetches, timeout));
    }

    private static SegmentLimits limits(int prefetch, int maxConcurrentFetches, Duration timeout) {
        return new SegmentLimits(prefetch, maxConcurrentFetches, SegmentLimits.DEFAULT.target(), timeout);
    }

    private static int number(SettingsReader reader, String key, int byDefault) {
        long value = reader.number(key, byDefault);
        return reader.check(key, value, () -> {
            if ((int) value != value) {
                throw new IllegalArgumentException("give a number that an int holds");
            }
            return (int) value;
        });
    }
}
