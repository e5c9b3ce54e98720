package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.CLOCK;
import static io.github.hibernateidgen.config.IdgenSettings.COLUMN_CHECK;
import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_LAYOUT;
import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_LAYOUTS;
import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_MAX_AHEAD;
import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_MAX_WAIT;
import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_SEQUENCE_SPREAD;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings under {@link IdgenSettings}. If any is given, all are checked at once. Each part is read when it is asked for, so
 * that an application without settings loads only the classes that it uses.
 *
 * <p>Thread-safe.
 */
public final class Settings {

    private static final String FIELDS = ".fields";
    private static final String EPOCH = ".epoch";
    private static final String TICK = ".tick";

    private final SettingsReader reader;

    /** Replaces the clock, the limits and the worker number in tests with repeatable ids. */
    private final @Nullable RepeatableSources repeatable;

    private Settings(SettingsReader reader) {
        this.reader = reader;
        this.repeatable = reader.isEmpty() ? null : RepeatableSources.read(reader);
    }

    /**
     * Reads the settings of this library among those of Hibernate.
     *
     * @param classes finds the classes that settings name, as Hibernate does
     * @throws IdgenConfigurationException if one is wrong, or no setting has its name
     */
    public static Settings read(Map<String, Object> given, Function<String, Class<?>> classes) {
        SettingsReader reader = new SettingsReader(given, classes);
        Settings settings = new Settings(reader);
        if (!reader.isEmpty()) {
            settings.check();
        }
        return settings;
    }

    /** Reads each part, which throws if a setting in it is wrong. */
    private void check() {
        chosenLimits(defaultLayout());
        WorkerSettings.read(reader, chosenClock());
        segments();
        seal();
        columnCheck();
        reader.rejectUnread();
    }

    /** Returns the sources of repeatable ids; null outside of tests. */
    public @Nullable RepeatableSources repeatable() {
        return repeatable;
    }

    public InstantSource clock() {
        return repeatable == null ? chosenClock() : repeatable.clock();
    }

    private InstantSource chosenClock() {
        return reader.object(CLOCK, InstantSource.class, InstantSource.system());
    }

    /** Returns where the worker number comes from. */
    public WorkerSettings worker() {
        return repeatable == null ? WorkerSettings.read(reader, chosenClock()) : WorkerSettings.of(repeatable);
    }

    public SegmentSettings segments() {
        return SegmentSettings.read(reader);
    }

    public SealSettings seal() {
        return SealSettings.read(reader);
    }

    public ColumnPolicy columnCheck() {
        return reader.constant(COLUMN_CHECK, ColumnPolicy.WARN);
    }

    /** Returns the layout of attributes that name none. */
    public SnowflakeLayout defaultLayout() {
        Map<String, SnowflakeLayout> layouts = layouts();
        String name = reader.text(SNOWFLAKE_LAYOUT, SnowflakeLayout.STANDARD.name());
        SnowflakeLayout layout = layouts.get(name);
        if (layout == null) {
            throw new IdgenConfigurationException(
                    SNOWFLAKE_LAYOUT,
                    name,
                    "no layout has this name; use one of " + layouts.keySet() + " or declare " + fieldsKey(name));
        }
        return layout;
    }

    /** Whether Hibernate starts without its database. */
    public boolean isOffline() {
        return reader.isOffline();
    }

    /** Returns the setting that declares a layout. */
    public static String fieldsKey(String layout) {
        return SNOWFLAKE_LAYOUTS + layout + FIELDS;
    }

    /**
     * Makes a generator. An error names the setting that does not fit the layout.
     *
     * @param user the attribute that it is made for first
     */
    public SnowflakeGenerator generator(String user, SnowflakeLayout layout, Supplier<WorkerSource> sources) {
        Instant now = clock().instant();
        if (now.isBefore(layout.epoch()) || !now.isBefore(layout.end())) {
            throw new IdgenConfigurationException(
                    user,
                    layout.name(),
                    "the clock reads " + now + ", but the layout lasts from " + layout.epoch() + " to " + layout.end()
                            + "; set the clock right, or use a layout that is in force");
        }
        WorkerSource source = sources.get();
        SnowflakeLimits chosen = limits(layout);
        requireFits(SNOWFLAKE_SEQUENCE_SPREAD, chosen.sequenceSpread(), spread(chosen.sequenceSpread()), user, layout);
        requireFits(SNOWFLAKE_MAX_WAIT, chosen.maxWait(), maxWait(chosen.maxWait()), user, layout);
        try {
            return new SnowflakeGenerator(layout, source, chosen, clock());
        } catch (IllegalStateException e) {
            // The source has a generator of this layout already, or was closed.
            throw new IdgenConfigurationException(WORKER_SOURCE, source, String.valueOf(e.getMessage()), e);
        } catch (IllegalArgumentException e) {
            throw new IdgenConfigurationException(
                    worker().subject(),
                    source.reservation().worker(),
                    e.getMessage() + ", or let " + user + " use a layout with a wider worker field",
                    e);
        }
    }

    SnowflakeLimits limits(SnowflakeLayout layout) {
        SnowflakeLimits chosen = chosenLimits(layout);
        return repeatable == null ? chosen : repeatable.limits(chosen.maxWait());
    }

    private SnowflakeLimits chosenLimits(SnowflakeLayout layout) {
        Duration maxAhead = reader.duration(SNOWFLAKE_MAX_AHEAD, SnowflakeLimits.DEFAULT.maxAhead());
        Duration maxWait = reader.duration(SNOWFLAKE_MAX_WAIT, SnowflakeLimits.DEFAULT.maxWait());
        long spread = reader.number(SNOWFLAKE_SEQUENCE_SPREAD, layout.sequenceSpread());
        if (!reader.isEmpty()) { // Else these are the defaults, and lambdas cost a start time.
            reader.check(SNOWFLAKE_MAX_AHEAD, maxAhead, () -> maxAhead(maxAhead));
            reader.check(SNOWFLAKE_MAX_WAIT, maxWait, () -> maxWait(maxWait));
            reader.check(SNOWFLAKE_SEQUENCE_SPREAD, spread, () -> spread(spread));
        }
        return new SnowflakeLimits(maxAhead, maxWait, spread);
    }

    // Each method sets one limit only, so that a refusal is the fault of one setting.

    private static SnowflakeLimits maxAhead(Duration maxAhead) {
        return new SnowflakeLimits(maxAhead, SnowflakeLimits.DEFAULT.maxWait(), 1);
    }

    private static SnowflakeLimits maxWait(Duration maxWait) {
        return new SnowflakeLimits(Duration.ZERO, maxWait, 1);
    }

    private static SnowflakeLimits spread(long spread) {
        return new SnowflakeLimits(Duration.ZERO, SnowflakeLimits.DEFAULT.maxWait(), spread);
    }

    private static void requireFits(
            String setting, Object value, SnowflakeLimits limits, String user, SnowflakeLayout layout) {
        try {
            limits.requireFits(layout);
        } catch (IllegalArgumentException e) {
            throw new IdgenConfigurationException(
                    setting, value, e.getMessage() + ", or let " + user + " use another layout", e);
        }
    }

    /** Returns the layouts by their names, the ready-made first. */
    public Map<String, SnowflakeLayout> layouts() {
        Map<String, SnowflakeLayout> layouts = new LinkedHashMap<>();
        for (SnowflakeLayout layout : SnowflakeLayout.readyMade()) {
            layouts.put(layout.name(), layout);
        }
        for (String name : declaredLayouts()) {
            if (layouts.containsKey(name)) {
                throw new IdgenConfigurationException(
                        SNOWFLAKE_LAYOUTS + name, name, "a ready-made layout has this name; choose another");
            }
            layouts.put(name, layout(name));
        }
        return layouts;
    }

    private Set<String> declaredLayouts() {
        Set<String> names = new TreeSet<>();
        for (String key : reader.keys(SNOWFLAKE_LAYOUTS)) {
            String rest = key.substring(SNOWFLAKE_LAYOUTS.length());
            int dot = rest.indexOf('.');
            names.add(dot < 0 ? rest : rest.substring(0, dot));
        }
        return names;
    }

    private SnowflakeLayout layout(String name) {
        String key = SNOWFLAKE_LAYOUTS + name;
        if (reader.has(key)) {
            SnowflakeLayout layout = reader.object(key, SnowflakeLayout.class);
            if (!layout.name().equals(name)) {
                throw new IdgenConfigurationException(
                        key, layout.name(), "the layout has another name than its setting; give both the same");
            }
            return layout;
        }
        SnowflakeLayout.Builder builder = SnowflakeLayout.named(name);
        if (reader.has(key + EPOCH)) {
            String epoch = reader.text(key + EPOCH, "");
            reader.check(key + EPOCH, epoch, () -> builder.epoch(Instant.parse(epoch)));
        }
        if (reader.has(key + TICK)) {
            Duration tick = reader.duration(key + TICK, Duration.ZERO);
            reader.check(key + TICK, tick, () -> builder.tick(tick));
        }
        String fields = reader.text(key + FIELDS, "");
        return reader.check(key + FIELDS, fields, () -> builder.fields(fields).build());
    }
}
