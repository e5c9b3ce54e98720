package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all attributes with segments share.
 *
 * @param settings all settings
 * @param offsetAndStep which numbers this application issues
 * @param strategy the store of segments, which also serves attributes that name no source; null if the setting names the
 *     database
 */
public record SegmentSettings(
        Settings settings,
        OffsetAndStep offsetAndStep,
        @Nullable Strategy strategy) {

    static SegmentSettings read(Settings settings) {
        Object source = settings.get(Setting.SEGMENT_SOURCE);
        return new SegmentSettings(
                settings,
                offsetAndStep(settings),
                source.equals("database")
                        ? null
                        : settings.strategy(Setting.SEGMENT_SOURCE, List.of(SegmentStore.class)));
    }

    public SegmentLimits limits() {
        return new SegmentLimits(
                settings.number(Setting.SEGMENT_MAX_PREFETCH),
                SegmentLimits.DEFAULT.maxConcurrentFetches(),
                SegmentLimits.DEFAULT.target(),
                settings.duration(Setting.SEGMENT_TIMEOUT));
    }

    /** Returns whether attributes that name no source take their segments from the database of the entities. */
    public boolean inDatabase() {
        return strategy == null;
    }

    /**
     * Returns the store of segments. If the setting names a class, each call makes a new store.
     *
     * @param path the attribute that needs the store, for the error message
     * @throws IdgenConfigurationException if the setting names the database
     */
    public Strategy.Made store(String path) {
        if (strategy == null) {
            throw new IdgenConfigurationException(
                    path,
                    "STORE",
                    "no store of segments is set; set a store in " + Setting.SEGMENT_SOURCE.key()
                            + ", or take segments from the database");
        }
        return strategy.make();
    }

    private static OffsetAndStep offsetAndStep(Settings settings) {
        if (settings.has(Setting.SEGMENT_OFFSET) != settings.has(Setting.SEGMENT_STEP)) {
            Setting given = settings.has(Setting.SEGMENT_OFFSET) ? Setting.SEGMENT_OFFSET : Setting.SEGMENT_STEP;
            throw new IdgenConfigurationException(
                    given.key(),
                    settings.text(given),
                    "offset and step belong together; set both " + Setting.SEGMENT_OFFSET.key() + " and "
                            + Setting.SEGMENT_STEP.key());
        }
        int offset = settings.number(Setting.SEGMENT_OFFSET);
        try {
            return new OffsetAndStep(offset, settings.number(Setting.SEGMENT_STEP));
        } catch (IllegalArgumentException e) {
            throw Setting.SEGMENT_OFFSET.invalid(offset, e);
        }
    }
}
