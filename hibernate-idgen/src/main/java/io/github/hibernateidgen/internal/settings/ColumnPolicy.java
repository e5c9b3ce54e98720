package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.COLUMNS;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.util.Locale;

/** What to do about a column that does not fit the values made for it. */
public enum ColumnPolicy {
    /** Logs a warning; a column that can hold no value stops start-up. */
    WARN,
    /** Stops start-up. */
    REFUSE,
    /** Checks no column. */
    OFF;

    static ColumnPolicy read(SettingsReader reader) {
        String text = reader.text(COLUMNS, WARN.word());
        for (ColumnPolicy policy : values()) {
            if (policy.word().equals(text)) {
                return policy;
            }
        }
        throw new IdgenConfigurationException(COLUMNS, text, "use warn, refuse or off");
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
