package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.COLUMN_CHECK;

/** What to do about a column that does not fit the values made for it. */
public enum ColumnPolicy {
    /** Logs a warning; a column that can hold no value stops start-up. */
    WARN,
    /** Stops start-up. */
    FAIL,
    /** Checks no column. */
    OFF;

    static ColumnPolicy read(SettingsReader reader) {
        return reader.constant(COLUMN_CHECK, WARN);
    }
}
