package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_LAYOUTS;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The settings of this library for a session factory, or for the service registry from which session factories are
 * made. Each value is read, and compared with its range, when an object of this class is made. The part of a kind checks the
 * other values of its kind, and which values fit together, when the part is made.
 *
 * <p>Immutable and thread-safe.
 */
public final class Settings {

    /** The word for connections of the library's own beside the pool. */
    public static final String OWN = "own";

    /** The word for connections of the session factory's pool. */
    public static final String POOL = "pool";

    /** The given values by the names of their settings. */
    private final TreeMap<String, Object> given = new TreeMap<>();

    private final Function<String, Class<?>> classes;
    private final Remedies remedies;
    private final boolean isOffline;

    /** The sources that replace the clock, the limits and the worker number in tests with repeatable ids; otherwise null. */
    private final @Nullable RepeatableSources repeatable;

    private final Map<String, SnowflakeLayout> declaredLayouts = new TreeMap<>();
    private final @Nullable SealKeys sealKeys;
    private final Object connection;

    private Settings(Map<String, Object> all, Function<String, Class<?>> classes) {
        remedies = Remedies.of(all);
        if (!all.containsKey(Remedies.NAMES)) {
            all.keySet().forEach(Settings::requireOwnPrefix);
        }
        for (Map.Entry<String, Object> setting : all.entrySet()) {
            String key = setting.getKey();
            if (key.startsWith(IdgenSettings.PREFIX)
                    && setting.getValue() != null
                    && !key.equals(RepeatableSources.SETTING)
                    && !key.equals(Remedies.NAMES)) {
                given.put(key, Setting.read(key, setting.getValue(), remedies));
            }
        }
        this.classes = classes;
        isOffline = isDisallowed(all.get("hibernate.boot.allow_jdbc_metadata_access"))
                || isDisallowed(all.get("hibernate.temp.use_jdbc_metadata_defaults"));
        Object sources = all.get(RepeatableSources.SETTING);
        repeatable = sources == null ? null : RepeatableSources.of(sources);
        for (String key : given.keySet()) {
            String name = Setting.layout(key);
            if (!name.isEmpty()) {
                declaredLayouts.computeIfAbsent(name, this::declaredLayout);
            }
        }
        if (has(Setting.SNOWFLAKE_LAYOUT)) {
            defaultLayout();
        }
        sealKeys = readSealKeys();
        connection = readConnection();
    }

    /**
     * Reads the settings of this library from all settings of Hibernate.
     *
     * @param classes finds the classes that settings name, as Hibernate does
     * @throws IdgenConfigurationException if a value is wrong, or a setting is unknown
     */
    public static Settings read(Map<String, Object> given, Function<String, Class<?>> classes) {
        try {
            return new Settings(given, classes);
        } catch (IdgenConfigurationException e) {
            throw Remedies.of(given).explained(e);
        }
    }

    /** Rejects settings with the prefix of Spring Boot or Quarkus. Without such a framework no code reads these settings. */
    private static void requireOwnPrefix(String key) {
        for (String prefix : List.of("idgen.", "quarkus.hibernate-idgen.")) {
            if (key.startsWith(prefix) && Setting.of(IdgenSettings.PREFIX + key.substring(prefix.length())) != null) {
                throw Setting.unknown(key, Setting.names(IdgenSettings.PREFIX));
            }
        }
    }

    /**
     * Returns whether the value of a setting makes Hibernate start without its database. The setting's name depends on
     * Hibernate's version.
     */
    private static boolean isDisallowed(@Nullable Object value) {
        String text = String.valueOf(value).strip().toLowerCase(Locale.ROOT);
        return text.equals("false") || text.equals("disallow");
    }

    /** Returns the names of settings for messages. */
    public Remedies remedies() {
        return remedies;
    }

    /** Returns whether a value is given. */
    public boolean has(Setting setting) {
        return given.containsKey(setting.key());
    }

    /** Returns the value, or the default if no value is given. */
    public Object get(Setting setting) {
        return given.getOrDefault(setting.key(), setting.byDefault());
    }

    public String text(Setting setting) {
        return get(setting).toString();
    }

    public Duration duration(Setting setting) {
        return (Duration) get(setting);
    }

    /** Returns the value of a setting with a range that fits into an {@code int}. */
    public int number(Setting setting) {
        return ((Long) get(setting)).intValue();
    }

    /** Returns the object or the class that is the value of a setting, and not a word of the setting's range. */
    public Strategy strategy(Setting setting, List<Class<?>> types) {
        return Strategy.read(setting, get(setting), classes, types);
    }

    /** Returns the sources of repeatable ids; null outside of tests. */
    public @Nullable RepeatableSources repeatable() {
        return repeatable;
    }

    public InstantSource clock() {
        if (repeatable != null) {
            return repeatable.clock();
        }
        return get(Setting.CLOCK) instanceof InstantSource chosen ? chosen : InstantSource.system();
    }

    /** Returns the keys of sealed text, or null. */
    public @Nullable SealKeys sealKeys() {
        return sealKeys;
    }

    private @Nullable SealKeys readSealKeys() {
        Object value = get(Setting.SEAL_KEYS);
        if (value.equals("")) {
            return null;
        }
        if (value instanceof SealKeys keys) {
            return keys;
        }
        if (!(value instanceof String text)) {
            throw new IdgenConfigurationException(
                    Setting.SEAL_KEYS.key(),
                    value,
                    "is an object of " + value.getClass().getName(),
                    "give text, name:base64, or a " + SealKeys.class.getName());
        }
        try {
            return SealKeys.parse(text);
        } catch (IllegalArgumentException e) {
            throw Setting.SEAL_KEYS.invalid(text, e);
        }
    }

    /**
     * Returns the connections on which this library reserves worker numbers and reads segments: a {@link DataSource}, the JNDI
     * name of a data source, or {@link #OWN} or {@link #POOL}.
     */
    public Object connection() {
        return connection;
    }

    private Object readConnection() {
        Object value = get(Setting.JDBC_CONNECTION);
        if (value instanceof DataSource) {
            return value;
        }
        if (value instanceof String text) {
            String word = text.toLowerCase(Locale.ROOT);
            if (word.equals(OWN) || word.equals(POOL)) {
                return word;
            }
            if (text.startsWith("java:")) {
                return text;
            }
            throw Setting.invalid(
                    Setting.JDBC_CONNECTION.key(),
                    text,
                    "is no connection",
                    "use own or pool, a " + DataSource.class.getName()
                            + " as an object, or a JNDI name that begins with java:",
                    null);
        }
        throw new IdgenConfigurationException(
                Setting.JDBC_CONNECTION.key(),
                value.getClass().getName(),
                "is no " + DataSource.class.getName(),
                "give such an object, or use own or pool");
    }

    /** Returns whether plain text is read where sealed text is expected. */
    public boolean acceptsPlain() {
        return (Boolean) get(Setting.SEAL_ACCEPT_PLAIN);
    }

    /** Returns whether Hibernate starts without its database. */
    public boolean isOffline() {
        return isOffline;
    }

    /** Returns the layout of attributes that name no layout. */
    public SnowflakeLayout defaultLayout() {
        return named(Setting.SNOWFLAKE_LAYOUT.key(), text(Setting.SNOWFLAKE_LAYOUT));
    }

    /**
     * Returns the layout of an attribute.
     *
     * @param name the layout that the attribute names, or empty
     * @throws IdgenConfigurationException if there is no such layout
     */
    public SnowflakeLayout layout(String path, String name) {
        return name.isEmpty() ? defaultLayout() : named(path, name);
    }

    private SnowflakeLayout named(String subject, String name) {
        Map<String, SnowflakeLayout> layouts = layouts();
        SnowflakeLayout layout = layouts.get(name);
        if (layout == null) {
            throw new IdgenConfigurationException(
                    subject,
                    name,
                    "no layout has this name",
                    "use one of " + layouts.keySet() + " or declare " + remedies.named(fieldsKey(name)));
        }
        return layout;
    }

    /** Returns the setting that declares a layout. */
    private static String fieldsKey(String layout) {
        return SNOWFLAKE_LAYOUTS + layout + ".fields";
    }

    /** Returns the layouts by their names, the ready-made layouts first. */
    public Map<String, SnowflakeLayout> layouts() {
        Map<String, SnowflakeLayout> layouts = new LinkedHashMap<>();
        for (SnowflakeLayout layout : SnowflakeLayout.readyMade()) {
            layouts.put(layout.name(), layout);
        }
        layouts.putAll(declaredLayouts);
        return layouts;
    }

    private SnowflakeLayout declaredLayout(String name) {
        String key = SNOWFLAKE_LAYOUTS + name;
        for (SnowflakeLayout layout : SnowflakeLayout.readyMade()) {
            if (layout.name().equals(name)) {
                throw new IdgenConfigurationException(key, name, "a ready-made layout has this name", "choose another");
            }
        }
        if (given.get(key) instanceof SnowflakeLayout layout) {
            return requireOnly(key, name, layout);
        }
        String part = key + ".epoch";
        try {
            SnowflakeLayout.Builder builder = SnowflakeLayout.named(name)
                    .epoch((Instant) given.getOrDefault(part, Setting.SNOWFLAKE_LAYOUTS_EPOCH.byDefault()));
            part = key + ".tick";
            builder.tick((Duration) given.getOrDefault(part, Setting.SNOWFLAKE_LAYOUTS_TICK.byDefault()));
            part = fieldsKey(name);
            return builder.fields(given.getOrDefault(part, "").toString()).build();
        } catch (IllegalArgumentException e) {
            throw Setting.invalid(part, given.getOrDefault(part, ""), e);
        }
    }

    private SnowflakeLayout requireOnly(String key, String name, SnowflakeLayout layout) {
        String part = given.ceilingKey(key + ".");
        if (part != null && part.startsWith(key + ".")) {
            throw new IdgenConfigurationException(
                    part,
                    "",
                    "the layout is already set as an object in " + remedies.named(key),
                    "remove one of the two settings");
        }
        if (!layout.name().equals(name)) {
            throw new IdgenConfigurationException(
                    key, layout.name(), "the layout has another name than its setting", "use the same name for both");
        }
        return layout;
    }
}
