package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_MAX_CONCURRENT_FETCHES;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_MAX_PREFETCH;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_OFFSET;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_SOURCE;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_STEP;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_TIMEOUT;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentStore;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all attributes with segments share.
 *
 * @param offsetAndStep which numbers this application issues
 * @param strategy where attributes that name no source take their segments from; null for the database
 */
public record SegmentSettings(
        OffsetAndStep offsetAndStep,
        SegmentLimits limits,
        @Nullable Strategy strategy) {

    private static final String DATABASE = "database";

    /**
     * A store of segments.
     *
     * @param close closes the store if it was made for one session factory
     */
    public record Store(SegmentStore store, Runnable close) {}

    static SegmentSettings read(SettingsReader reader) {
        boolean inDatabase =
                reader.get(SEGMENT_SOURCE, DATABASE).toString().strip().equals(DATABASE);
        return new SegmentSettings(
                offsetAndStep(reader),
                limits(reader),
                inDatabase
                        ? null
                        : Strategy.read(reader, SEGMENT_SOURCE, List.of(DATABASE), List.of(SegmentStore.class)));
    }

    /** Whether attributes that name no source take their segments from the database of the entities. */
    public boolean inDatabase() {
        return strategy == null;
    }

    /**
     * Returns the store of segments.
     *
     * @param path the attribute that asks for it
     */
    public Store store(String path) {
        if (strategy == null) {
            throw new IdgenConfigurationException(
                    path,
                    "STORE",
                    "no store of segments is there; give one in " + SEGMENT_SOURCE
                            + ", or take segments from the database");
        }
        Strategy.Made made = strategy.make();
        return new Store((SegmentStore) made.object(), made.close());
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
