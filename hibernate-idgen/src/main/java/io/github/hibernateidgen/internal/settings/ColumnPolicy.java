package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.COLUMNS;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.util.Locale;

/** What is done about a column that is not what the values made for it need. */
public enum ColumnPolicy {
    /** Says so in the log; a column that can hold no value stops start-up. */
    WARN,
    /** Stops start-up. */
    REFUSE,
    /** Looks at no column. */
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
