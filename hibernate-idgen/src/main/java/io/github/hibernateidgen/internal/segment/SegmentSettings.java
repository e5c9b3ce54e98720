package io.github.hibernateidgen.internal.segment;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.settings.Setting;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.internal.settings.Strategy;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all attributes with segments share.
 *
 * @param all all settings
 * @param offsetAndStep which numbers this application issues
 * @param strategy the store of segments, which also serves attributes that name no source; null if the setting names the
 *     database
 */
record SegmentSettings(
        Settings all, OffsetAndStep offsetAndStep, @Nullable Strategy strategy) {

    /**
     * Reads the settings. Sends no request to a store.
     *
     * @throws IdgenConfigurationException if a value is wrong, or offset and step do not fit together
     */
    static SegmentSettings read(Settings all) {
        try {
            Object source = all.get(Setting.SEGMENT_SOURCE);
            return new SegmentSettings(
                    all,
                    offsetAndStep(all),
                    source.equals("database")
                            ? null
                            : all.strategy(Setting.SEGMENT_SOURCE, List.of(SegmentStore.class)));
        } catch (IdgenConfigurationException e) {
            throw all.remedies().explained(e);
        }
    }

    SegmentLimits limits() {
        return new SegmentLimits(
                all.number(Setting.SEGMENT_MAX_PREFETCH),
                SegmentLimits.DEFAULT.maxConcurrentFetches(),
                SegmentLimits.DEFAULT.target(),
                all.duration(Setting.SEGMENT_TIMEOUT));
    }

    /** Returns whether attributes that name no source take their segments from the database of the entities. */
    boolean inDatabase() {
        return strategy == null;
    }

    /**
     * Returns the store of segments. If the setting names a class, each call makes a new store.
     *
     * @param path the attribute that needs the store, for the error message
     * @throws IdgenConfigurationException if the setting names the database
     */
    Strategy.Made store(String path) {
        if (strategy == null) {
            throw new IdgenConfigurationException(
                    path,
                    "STORE",
                    "no store of segments is set",
                    "set a store in " + all.remedies().named(Setting.SEGMENT_SOURCE.key())
                            + ", or take segments from the database");
        }
        return strategy.make();
    }

    private static OffsetAndStep offsetAndStep(Settings all) {
        if (all.has(Setting.SEGMENT_OFFSET) != all.has(Setting.SEGMENT_STEP)) {
            Setting given = all.has(Setting.SEGMENT_OFFSET) ? Setting.SEGMENT_OFFSET : Setting.SEGMENT_STEP;
            throw new IdgenConfigurationException(
                    given.key(),
                    all.text(given),
                    "offset and step belong together",
                    "set both " + all.remedies().named(Setting.SEGMENT_OFFSET.key()) + " and "
                            + all.remedies().named(Setting.SEGMENT_STEP.key()));
        }
        int offset = all.number(Setting.SEGMENT_OFFSET);
        try {
            return new OffsetAndStep(offset, all.number(Setting.SEGMENT_STEP));
        } catch (IllegalArgumentException e) {
            throw Setting.SEGMENT_OFFSET.invalid(offset, e);
        }
    }
}
