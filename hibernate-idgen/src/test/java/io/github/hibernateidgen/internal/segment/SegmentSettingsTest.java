package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.testing.Classes;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The settings that all attributes with segments share. */
class SegmentSettingsTest {

    private static SegmentSettings settings(Map<String, Object> given) {
        return SegmentSettings.read(Settings.read(given, Classes::named));
    }

    @Test
    void theDefaultsAreThoseBesideAnotherSetting() {
        SegmentSettings none = settings(Map.of());
        SegmentSettings one = settings(Map.of(IdgenSettings.COLUMN_CHECK, "warn"));
        assertThat(none.limits()).isEqualTo(one.limits());
        assertThat(none.offsetAndStep()).isEqualTo(one.offsetAndStep());
        assertThat(none.inDatabase()).isEqualTo(one.inDatabase()).isTrue();
    }
}
