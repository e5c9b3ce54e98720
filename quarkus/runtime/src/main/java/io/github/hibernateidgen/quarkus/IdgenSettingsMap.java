package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.internal.settings.Setting;
import io.github.hibernateidgen.internal.settings.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * The settings that Quarkus supports. Layouts, and the setting that plain Hibernate lacks, are fixed at build time. All
 * other rows of {@link Setting} are read at run time, except the clock: Quarkus has no setting for the clock, because a
 * clock is an object.
 */
final class IdgenSettingsMap {

    /** The prefix of the settings in Quarkus. */
    static final String PREFIX = "quarkus.hibernate-idgen.";

    /** Whether Snowflake ids are text in JSON. Spring Boot has this setting, too. */
    static final String SNOWFLAKE_AS_STRING = "jackson.snowflake-as-string";

    private static final String LAYOUT = "snowflake\\.layouts\\..+\\.(fields|epoch|tick)";

    private IdgenSettingsMap() {}

    /** Returns the settings in the configuration, under Hibernate's names. */
    static Map<String, String> given(Config config) {
        Map<String, String> given = new HashMap<>();
        for (Setting setting : Setting.values()) {
            if (isRunTimeSetting(setting)) {
                config.getOptionalValue(PREFIX + setting.shortKey(), String.class)
                        .ifPresent(text -> given.put(setting.key(), text));
            }
        }
        return given;
    }

    /** Returns the settings of sealed text. */
    static Settings seal() {
        Map<String, Object> seal = new HashMap<>();
        given(ConfigProvider.getConfig()).forEach((name, value) -> {
            if (name.startsWith(IdgenSettings.PREFIX + "seal.")) {
                seal.put(name, value);
            }
        });
        seal.put(Remedies.NAMES, PREFIX);
        return Settings.read(seal, name -> {
            throw new IllegalArgumentException(name);
        });
    }

    /**
     * Returns the settings of the layouts, under Hibernate's names. Layouts are fixed at build time, because Quarkus
     * reads the mapping then, and the mapping names layouts.
     */
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

    /** Returns whether Quarkus reads a setting at run time. Layouts are fixed at build time, and a clock is an object. */
    private static boolean isRunTimeSetting(Setting setting) {
        return setting != Setting.CLOCK && !setting.key().contains("NAME");
    }

    /** Returns the names of all settings in Quarkus, with {@code NAME} for the name of a layout. */
    static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            if (setting != Setting.CLOCK && setting != Setting.SNOWFLAKE_LAYOUTS) {
                names.add(PREFIX + setting.shortKey());
            }
        }
        names.add(PREFIX + SNOWFLAKE_AS_STRING);
        return names;
    }

    /** Returns whether a name in Quarkus is a setting, read at run time or at build time. */
    static boolean knows(String name) {
        return names().contains(name)
                || (name.startsWith(PREFIX) && name.substring(PREFIX.length()).matches(LAYOUT));
    }

    /**
     * Returns whether a name has this extension's prefix and is no setting, or is a setting with the prefix that it has in
     * Hibernate or Spring Boot. Quarkus reads no such setting.
     */
    static boolean isMisspelt(String name) {
        return name.startsWith(IdgenSettings.PREFIX)
                || (name.startsWith("idgen.") && knows(PREFIX + name.substring("idgen.".length())))
                || (name.startsWith(PREFIX) && !knows(name));
    }

    /** Returns whether an environment variable belongs to a setting. */
    static boolean knowsVariable(String variable) {
        return variables().contains(variable)
                || variable.matches(variable(PREFIX) + "SNOWFLAKE_LAYOUTS_.+_(FIELDS|EPOCH|TICK)");
    }

    static List<String> variables() {
        return names().stream().map(IdgenSettingsMap::variable).toList();
    }

    /** Returns the environment variable of a property, by the rules of MicroProfile Config. */
    static String variable(String property) {
        return property.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }
}
