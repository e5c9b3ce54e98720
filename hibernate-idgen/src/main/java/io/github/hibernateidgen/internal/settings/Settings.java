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
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The settings under {@link IdgenSettings}, read and checked.
 *
 * @param defaultLayout the layout of attributes that name none
 * @param limits the limits of the Snowflake generator of a layout
 * @param repeatable replaces the clock, the limits and the worker number in tests with repeatable ids
 */
public record Settings(
        InstantSource clock,
        Map<String, SnowflakeLayout> layouts,
        SnowflakeLayout defaultLayout,
        Function<SnowflakeLayout, SnowflakeLimits> limits,
        WorkerSettings worker,
        SegmentSettings segments,
        SealSettings seal,
        ColumnPolicy columnCheck,
        Optional<RepeatableSources> repeatable) {

    private static final String FIELDS = ".fields";
    private static final String EPOCH = ".epoch";
    private static final String TICK = ".tick";

    public static Settings read(Map<String, Object> given) {
        SettingsReader reader = new SettingsReader(given);
        Map<String, SnowflakeLayout> layouts = layouts(reader);
        String name = reader.text(SNOWFLAKE_LAYOUT, SnowflakeLayout.STANDARD.name());
        SnowflakeLayout defaultLayout = layouts.get(name);
        if (defaultLayout == null) {
            throw new IdgenConfigurationException(
                    SNOWFLAKE_LAYOUT,
                    name,
                    "no layout has this name; use one of " + layouts.keySet() + " or declare " + fieldsKey(name));
        }
        InstantSource clock = reader.object(CLOCK, InstantSource.class, InstantSource.system());
        Function<SnowflakeLayout, SnowflakeLimits> limits = limits(reader);
        WorkerSettings worker = WorkerSettings.read(reader, clock);
        SegmentSettings segments = SegmentSettings.read(reader);
        SealSettings seal = SealSettings.read(reader);
        ColumnPolicy columnCheck = reader.constant(COLUMN_CHECK, ColumnPolicy.WARN);
        Optional<RepeatableSources> repeatable = RepeatableSources.read(reader);
        reader.rejectUnread();
        Settings settings = new Settings(
                clock, layouts, defaultLayout, limits, worker, segments, seal, columnCheck, Optional.empty());
        return repeatable.map(settings::with).orElse(settings);
    }

    /** Replaces what the application has set: it was checked, but is not used. */
    private Settings with(RepeatableSources sources) {
        return new Settings(
                sources.clock(),
                layouts,
                defaultLayout,
                layout -> sources.limits(limits.apply(layout).maxWait()),
                WorkerSettings.of(sources),
                segments,
                seal,
                columnCheck,
                Optional.of(sources));
    }

    /** Whether Hibernate starts without its database. */
    public static boolean isOffline(Map<String, Object> given) {
        return ReservationSettings.isOffline(given::get);
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
        Instant now = clock.instant();
        if (now.isBefore(layout.epoch()) || !now.isBefore(layout.end())) {
            throw new IdgenConfigurationException(
                    user,
                    layout.name(),
                    "the clock reads " + now + ", but the layout lasts from " + layout.epoch() + " to " + layout.end()
                            + "; set the clock right, or use a layout that is in force");
        }
        WorkerSource source = sources.get();
        SnowflakeLimits chosen = limits.apply(layout);
        requireFits(SNOWFLAKE_SEQUENCE_SPREAD, chosen.sequenceSpread(), spread(chosen.sequenceSpread()), user, layout);
        requireFits(SNOWFLAKE_MAX_WAIT, chosen.maxWait(), maxWait(chosen.maxWait()), user, layout);
        try {
            return new SnowflakeGenerator(layout, source, chosen, clock);
        } catch (IllegalStateException e) {
            // The source has a generator of this layout already, or was closed.
            throw new IdgenConfigurationException(WORKER_SOURCE, source, String.valueOf(e.getMessage()), e);
        } catch (IllegalArgumentException e) {
            throw new IdgenConfigurationException(
                    worker.subject(),
                    source.reservation().worker(),
                    e.getMessage() + ", or let " + user + " use a layout with a wider worker field",
                    e);
        }
    }

    private static Function<SnowflakeLayout, SnowflakeLimits> limits(SettingsReader reader) {
        SnowflakeLimits byDefault = SnowflakeLimits.DEFAULT;
        Duration maxAhead = reader.duration(SNOWFLAKE_MAX_AHEAD, byDefault.maxAhead());
        Duration maxWait = reader.duration(SNOWFLAKE_MAX_WAIT, byDefault.maxWait());
        reader.check(SNOWFLAKE_MAX_AHEAD, maxAhead, () -> new SnowflakeLimits(maxAhead, byDefault.maxWait(), 1));
        reader.check(SNOWFLAKE_MAX_WAIT, maxWait, () -> maxWait(maxWait));
        if (!reader.has(SNOWFLAKE_SEQUENCE_SPREAD)) {
            return layout -> new SnowflakeLimits(maxAhead, maxWait, layout.sequenceSpread());
        }
        long spread = reader.number(SNOWFLAKE_SEQUENCE_SPREAD, byDefault.sequenceSpread());
        SnowflakeLimits limits =
                reader.check(SNOWFLAKE_SEQUENCE_SPREAD, spread, () -> new SnowflakeLimits(maxAhead, maxWait, spread));
        return layout -> limits;
    }

    // Each method sets one limit only, so that a refusal is the fault of one setting.

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

    private static Map<String, SnowflakeLayout> layouts(SettingsReader reader) {
        Map<String, SnowflakeLayout> layouts = new LinkedHashMap<>();
        SnowflakeLayout.readyMade().forEach(layout -> layouts.put(layout.name(), layout));
        for (String name : declaredLayouts(reader)) {
            if (layouts.containsKey(name)) {
                throw new IdgenConfigurationException(
                        SNOWFLAKE_LAYOUTS + name, name, "a ready-made layout has this name; choose another");
            }
            layouts.put(name, layout(reader, name));
        }
        return layouts;
    }

    private static TreeSet<String> declaredLayouts(SettingsReader reader) {
        TreeSet<String> names = new TreeSet<>();
        for (String key : reader.keys(SNOWFLAKE_LAYOUTS)) {
            String rest = key.substring(SNOWFLAKE_LAYOUTS.length());
            int dot = rest.indexOf('.');
            names.add(dot < 0 ? rest : rest.substring(0, dot));
        }
        return names;
    }

    private static SnowflakeLayout layout(SettingsReader reader, String name) {
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
