package io.github.hibernateidgen.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Classes;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The defaults, and how a session factory reads its settings. */
class SettingsTest {

    private static final Map<String, Object> HARMLESS = Map.of(IdgenSettings.COLUMN_CHECK, "warn");

    @Test
    void theDefaultsAreThoseBesideAnotherSetting() {
        Settings none = Settings.read(Map.of(), Classes::named);
        Settings one = Settings.read(HARMLESS, Classes::named);
        assertThat(none.layouts()).isEqualTo(one.layouts());
        assertThat(none.defaultLayout()).isEqualTo(one.defaultLayout());
        assertThat(none.clock()).isEqualTo(one.clock());
        assertThat(none.sealKeys()).isEqualTo(one.sealKeys());
        assertThat(none.acceptsPlain()).isEqualTo(one.acceptsPlain());
        assertThat(none.text(Setting.COLUMN_CHECK)).isEqualTo(one.text(Setting.COLUMN_CHECK));
        assertThat(none.isOffline()).isEqualTo(one.isOffline());
    }

    /** Settings are read more than once, and never differ. */
    @Test
    void aValueThatChangesIsReadAsItWas() {
        StringBuilder step = new StringBuilder("3");
        Map<String, Object> given = new HashMap<>(Map.of(IdgenSettings.SEGMENT_STEP, step));
        given.put(IdgenSettings.SEGMENT_OFFSET, 2);
        Settings settings = Settings.read(given, Classes::named);

        step.setLength(0);
        given.clear();

        assertThat(settings.number(Setting.SEGMENT_STEP)).isEqualTo(3);
        assertThat(settings.number(Setting.SEGMENT_OFFSET)).isEqualTo(2);
    }
}
