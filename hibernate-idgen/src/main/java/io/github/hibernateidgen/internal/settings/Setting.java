package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.text.Explained;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The table of settings. A row has the name, the type, the default and the range of a setting. The
 * Javadoc of {@link IdgenSettings} describes the effect of each setting. All other lists of settings are made from this
 * table, or a test compares them with this table: the properties of Spring Boot and Quarkus, their metadata and the pages.
 *
 * <p>A value of type {@code Object} is a text or an object. An empty default means that the setting has no default, or that
 * the default depends on other values. A range is a list of words, or a lower bound with or without an upper bound. If the
 * range is empty, the code that uses the value checks the value.
 */
public enum Setting {
    WORKER_SOURCE(IdgenSettings.WORKER_SOURCE, Object.class, "jdbc", "jdbc, fixed"),
    WORKER_ID(IdgenSettings.WORKER_ID, Long.class, "", "0 or more"),
    WORKER_CLAIM(IdgenSettings.WORKER_CLAIM, String.class, "start", "start, first-id"),
    WORKER_NAMESPACE(IdgenSettings.WORKER_NAMESPACE, String.class, "default", ""),
    WORKER_RANGE(IdgenSettings.WORKER_RANGE, String.class, "", ""),
    WORKER_WINDOW(IdgenSettings.WORKER_WINDOW, ReservationTerms.DEFAULT.window(), "1s to 24h"),
    WORKER_TIMEOUT(IdgenSettings.WORKER_TIMEOUT, ReservationTerms.DEFAULT.timeout(), "1ms to 10m"),
    WORKER_SETTLE(IdgenSettings.WORKER_SETTLE, ReservationTerms.DEFAULT.settle(), "0s to 8h"),
    WORKER_JDBC_TABLE(IdgenSettings.WORKER_JDBC_TABLE, String.class, "idgen_worker", ""),
    WORKER_JDBC_SCHEMA_MANAGEMENT(
            IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, String.class, "schema-tools", "schema-tools, create, none"),
    SNOWFLAKE_LAYOUT(IdgenSettings.SNOWFLAKE_LAYOUT, String.class, "standard", ""),
    SNOWFLAKE_LAYOUTS(IdgenSettings.SNOWFLAKE_LAYOUTS + "NAME", SnowflakeLayout.class, "", ""),
    SNOWFLAKE_LAYOUTS_FIELDS(SNOWFLAKE_LAYOUTS.key + ".fields", String.class, "", ""),
    SNOWFLAKE_LAYOUTS_EPOCH(SNOWFLAKE_LAYOUTS.key + ".epoch", Instant.class, "2024-01-01T00:00:00Z", ""),
    SNOWFLAKE_LAYOUTS_TICK(SNOWFLAKE_LAYOUTS.key + ".tick", Duration.class, "1ms", "1ms to 1s"),
    SNOWFLAKE_MAX_AHEAD(IdgenSettings.SNOWFLAKE_MAX_AHEAD, SnowflakeLimits.DEFAULT.maxAhead(), "0ms to 1h"),
    SNOWFLAKE_MAX_WAIT(IdgenSettings.SNOWFLAKE_MAX_WAIT, SnowflakeLimits.DEFAULT.maxWait(), "0ms to 1h"),
    SEGMENT_SOURCE(IdgenSettings.SEGMENT_SOURCE, Object.class, "database", "database"),
    SEGMENT_OFFSET(IdgenSettings.SEGMENT_OFFSET, Long.class, "1", "1 to 1000"),
    SEGMENT_STEP(IdgenSettings.SEGMENT_STEP, Long.class, "1", "1 to 1000"),
    SEGMENT_MAX_PREFETCH(IdgenSettings.SEGMENT_MAX_PREFETCH, Long.class, "32", "1 to 1000"),
    SEGMENT_TIMEOUT(IdgenSettings.SEGMENT_TIMEOUT, SegmentLimits.DEFAULT.timeout(), "1ms to 10m"),
    SEAL_KEYS(IdgenSettings.SEAL_KEYS, Object.class, "", ""),
    SEAL_ACCEPT_PLAIN(IdgenSettings.SEAL_ACCEPT_PLAIN, Boolean.class, "false", "true, false"),
    JDBC_CONNECTION(IdgenSettings.JDBC_CONNECTION, Object.class, "own", "own, pool"),
    COLUMN_CHECK(IdgenSettings.COLUMN_CHECK, String.class, "warn", "warn, fail, off"),
    CLOCK(IdgenSettings.CLOCK, InstantSource.class, "", "");

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // A record of a class and a text.
    private final ValueForm form;

    @SuppressWarnings("ImmutableEnumChecker") // A text, a number, a boolean, a duration or an instant.
    private final Object byDefault;

    /** A duration whose default is the engine's. */
    Setting(String key, Duration byDefault, String range) {
        this.key = key;
        this.form = new ValueForm(Duration.class, range);
        this.byDefault = byDefault;
    }

    Setting(String key, Class<?> type, String byDefault, String range) {
        this.key = key;
        this.form = new ValueForm(type, range);
        this.byDefault = byDefault.isEmpty() ? "" : form.parse(key, byDefault);
    }

    /**
     * Returns the name of the setting in Hibernate. In the settings of a layout, {@code NAME} is a placeholder for the
     * layout's name.
     */
    public String key() {
        return key;
    }

    /** Returns the name without the prefix. Each framework puts its own prefix in front. */
    public String shortKey() {
        return key.substring(IdgenSettings.PREFIX.length());
    }

    public Class<?> type() {
        return form.type();
    }

    /** Returns the default, of the setting's type; an empty text if there is no default. */
    public Object byDefault() {
        return byDefault;
    }

    public String range() {
        return form.range();
    }

    /** Returns the names of all settings behind the prefix of a framework. */
    public static List<String> names(String prefix) {
        return Stream.of(values()).map(setting -> prefix + setting.shortKey()).toList();
    }

    /**
     * Reads a value.
     *
     * @param key the name of the setting
     * @param names the names of settings for messages
     * @return an immutable value of the setting's type
     * @throws IdgenConfigurationException if no setting has this name, or the value is not in its range
     */
    static Object read(String key, Object given, Remedies names) {
        Setting setting = of(key);
        if (setting == null) {
            throw unknown(key, names(names.prefix()));
        }
        return setting.form.read(key, given);
    }

    /**
     * Makes the exception for a name that is no setting. The exception does not show the value: a value under an unknown
     * name may be a secret.
     *
     * @param name the name: of a property or of an environment variable
     * @param names the names of the settings in the same form, with {@code NAME} for the name of a layout
     */
    public static IdgenConfigurationException unknown(String name, Collection<String> names) {
        return MisspeltName.of(name, names);
    }

    /** Returns the setting with a name; null if there is none. */
    static @Nullable Setting of(String key) {
        String layout = layout(key);
        int end = IdgenSettings.SNOWFLAKE_LAYOUTS.length() + layout.length();
        String name = layout.isEmpty() ? key : SNOWFLAKE_LAYOUTS.key + key.substring(end);
        return Stream.of(values())
                .filter(setting -> setting.key.equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Returns the name of the layout that a setting declares; empty if the setting declares no layout. */
    static String layout(String key) {
        return key.startsWith(IdgenSettings.SNOWFLAKE_LAYOUTS)
                ? key.substring(IdgenSettings.SNOWFLAKE_LAYOUTS.length()).split("\\.", 2)[0]
                : "";
    }

    /** Makes the exception for a value that is in this setting's range but can't be used. */
    public IdgenConfigurationException invalid(Object value, IllegalArgumentException cause) {
        return invalid(key, value, cause);
    }

    /**
     * Makes the exception. The exception hides the address of a data source or a server, because an address may contain a
     * password.
     */
    public static IdgenConfigurationException invalid(
            String name, Object value, String rule, String remedy, @Nullable Throwable cause) {
        String text = value.toString();
        return new IdgenConfigurationException(
                name, text.startsWith("jdbc:") || text.contains("://") ? Secrets.HIDDEN : value, rule, remedy, cause);
    }

    /** Makes the exception with the rule and the remedy of the exception that rejected the value. */
    public static IdgenConfigurationException invalid(String name, Object value, RuntimeException cause) {
        return invalid(name, value, Explained.rule(cause), Explained.remedy(cause), cause);
    }
}
