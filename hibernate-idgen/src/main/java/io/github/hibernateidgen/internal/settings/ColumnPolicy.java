package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.COLUMN_CHECK;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.util.Locale;

/** What to do about a column that does not fit the values made for it. */
public enum ColumnPolicy {
    /** Logs a warning; a column that can hold no value stops start-up. */
    WARN,
    /** Stops start-up. */
    FAIL,
    /** Checks no column. */
    OFF;

    static ColumnPolicy read(SettingsReader reader) {
        String text = reader.text(COLUMN_CHECK, WARN.word());
        for (ColumnPolicy policy : values()) {
            if (policy.word().equals(text)) {
                return policy;
            }
        }
        throw new IdgenConfigurationException(COLUMN_CHECK, text, "use warn, fail or off");
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
