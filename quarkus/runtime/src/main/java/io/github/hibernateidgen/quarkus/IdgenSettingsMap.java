package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.Setting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.microprofile.config.Config;

/** The settings of the run, by the library's table of settings: those that text can hold. */
final class IdgenSettingsMap {

    /** What the settings begin with in Quarkus. */
    static final String PREFIX = "quarkus.hibernate-idgen.";

    private static final List<String> ONLY_QUARKUS = List.of("health.enabled", "metrics.enabled");
    private static final String LAYOUT = "snowflake\\.layouts\\..+\\.(fields|epoch|tick)";

    private IdgenSettingsMap() {}

    /** Returns Hibernate's settings that the configuration has. */
    static Map<String, String> given(Config config) {
        Map<String, String> given = new HashMap<>();
        for (Setting setting : Setting.values()) {
            if (isOfTheRun(setting)) {
                config.getOptionalValue(PREFIX + setting.shortKey(), String.class)
                        .ifPresent(text -> given.put(setting.key(), text));
            }
        }
        return given;
    }

    /** Returns the layouts, which the mapping names. */
    static Map<String, String> layouts(IdgenFixedConfig config) {
        Map<String, String> settings = new HashMap<>();
        config.snowflake().layouts().forEach((name, layout) -> {
            String key = IdgenSettings.SNOWFLAKE_LAYOUTS + name;
            settings.put(key + ".fields", layout.fields());
            layout.epoch().ifPresent(epoch -> settings.put(key + ".epoch", epoch));
            layout.tick().ifPresent(tick -> settings.put(key + ".tick", tick));
        });
        return settings;
    }

    /** Layouts are fixed by the build, and a clock is an object. */
    private static boolean isOfTheRun(Setting setting) {
        return setting != Setting.CLOCK && !setting.key().contains("NAME");
    }

    /** Returns the names of all settings but those of layouts. */
    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            if (isOfTheRun(setting)) {
                names.add(PREFIX + setting.shortKey());
            }
        }
        ONLY_QUARKUS.forEach(name -> names.add(PREFIX + name));
        return names;
    }

    /** Whether a name in Quarkus is that of a setting, of the run or of the build. */
    static boolean knows(String name) {
        return names().contains(name)
                || (name.startsWith(PREFIX) && name.substring(PREFIX.length()).matches(LAYOUT));
    }

    /** Whether an environment variable is of a setting. */
    static boolean knowsVariable(String variable) {
        return variables().contains(variable)
                || variable.matches(variable(PREFIX) + "SNOWFLAKE_LAYOUTS_.+_(FIELDS|EPOCH|TICK)");
    }

    private static List<String> variables() {
        return names().stream().map(IdgenSettingsMap::variable).toList();
    }

    /** As MicroProfile Config writes the name of a property in the environment. */
    static String variable(String property) {
        return property.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }
}
