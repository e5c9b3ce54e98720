package io.github.hibernateidgen.internal.snowflake;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ID;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_RANGE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.settings.RepeatableSources;
import io.github.hibernateidgen.internal.settings.Setting;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.internal.settings.Strategy;
import io.github.hibernateidgen.internal.text.Explained;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings of Snowflake generators and of the worker number's source. The source is made when the first Snowflake generator
 * needs it, so applications that only use GUIDs need no worker number.
 *
 * @param all all settings
 * @param subject the setting that an error names if the number is rejected
 * @param strategy makes the source or the store; null for the sources {@code jdbc} and {@code fixed}
 * @param number the number that is set, or null
 * @param table the table in the database of the entities, which may be in use or not
 */
record WorkerSettings(
        Settings all,
        String subject,
        @Nullable Strategy strategy,
        @Nullable Long number,
        JdbcTable table,
        ReservationTerms terms) {

    private static final String FIXED = "fixed";

    /** Names the maker of all generators of session factories, which {@link OpenFactories} compares by their databases. */
    private static final String OWNER = "for a session factory";

    private static final List<Class<?>> TYPES = List.of(WorkerSource.class, ReservationStore.class);

    /**
     * Reads the settings. Sends no request to a store.
     *
     * @throws IdgenConfigurationException if a value is wrong, or values do not fit together
     */
    static WorkerSettings read(Settings all) {
        try {
            WorkerSettings read = given(all);
            RepeatableSources sources = all.repeatable();
            return sources == null ? read : read.with(sources);
        } catch (IdgenConfigurationException e) {
            throw all.remedies().explained(e);
        }
    }

    private static WorkerSettings given(Settings all) {
        Long number = all.get(Setting.WORKER_ID) instanceof Long set ? set : null;
        Object source = number == null || all.has(Setting.WORKER_SOURCE) ? all.get(Setting.WORKER_SOURCE) : FIXED;
        JdbcTable table = requireTable(all);
        boolean isFixed = source.equals(FIXED);
        Strategy strategy = isFixed || source.equals("jdbc") ? null : all.strategy(Setting.WORKER_SOURCE, TYPES);
        WorkerSettings read =
                new WorkerSettings(all, isFixed ? WORKER_ID : WORKER_SOURCE, strategy, number, table, terms(all));
        if (isFixed && number == null) {
            throw new IdgenConfigurationException(
                    WORKER_SOURCE,
                    FIXED,
                    "needs " + all.remedies().named(WORKER_ID) + ", which is not set",
                    "remove this setting, so that a number is reserved");
        }
        read.requireInRange(number);
        if (number != null && !isFixed) {
            throw new IdgenConfigurationException(
                    WORKER_ID,
                    number,
                    "a fixed number is used only with " + all.remedies().named(WORKER_SOURCE) + "=" + FIXED,
                    "remove the number, or reserve it by " + all.remedies().named(WORKER_RANGE) + "=" + number + "-"
                            + number);
        }
        return read;
    }

    private static JdbcTable requireTable(Settings all) {
        String name = all.text(Setting.WORKER_JDBC_TABLE);
        try {
            return JdbcTable.of(name);
        } catch (IllegalArgumentException e) {
            throw Setting.WORKER_JDBC_TABLE.invalid(name, e);
        }
    }

    /**
     * Makes the terms. {@link Setting} has checked the range of each duration, so the constructor of the terms throws only
     * if {@code settle} is too long for the window.
     */
    private static ReservationTerms terms(Settings all) {
        Setting part = Setting.WORKER_NAMESPACE;
        try {
            ReservationTerms named = ReservationTerms.DEFAULT.withNamespace(all.text(part));
            part = Setting.WORKER_RANGE;
            String text = all.text(part);
            WorkerRange range = text.isEmpty() ? WorkerRange.ALL : WorkerRange.parse(text);
            part = Setting.WORKER_SETTLE;
            return new ReservationTerms(
                    named.namespace(),
                    all.duration(Setting.WORKER_WINDOW),
                    all.duration(Setting.WORKER_TIMEOUT),
                    named.maxSkew(),
                    all.duration(part),
                    range);
        } catch (IllegalArgumentException e) {
            throw part.invalid(all.text(part), e);
        }
    }

    private void requireInRange(@Nullable Long worker) {
        if (worker != null && !terms.range().contains(worker)) {
            throw new IdgenConfigurationException(
                    subject,
                    worker,
                    "the number is outside of " + all.remedies().named(WORKER_RANGE) + " [" + terms.range() + "]",
                    "give a number in this range");
        }
    }

    /**
     * Requires that a layout has all numbers of the worker range.
     *
     * @param user the attribute that has the layout
     */
    void requireFits(String user, SnowflakeLayout layout) {
        if (!terms.range().fits(layout.workers())) {
            throw new IdgenConfigurationException(
                    WORKER_RANGE,
                    terms.range(),
                    "layout [" + layout.name() + "] of " + user + " has only the numbers 0 to "
                            + (layout.workers() - 1),
                    "give a range that ends there, or use a layout with a wider worker field");
        }
    }

    /** Returns settings that take the number from sources of repeatable ids. */
    private WorkerSettings with(RepeatableSources sources) {
        String key = RepeatableSources.SETTING;
        Strategy workers = new Strategy(key, TYPES, sources.workers());
        return new WorkerSettings(all, key, workers, null, table, terms.withRange(WorkerRange.ALL));
    }

    /** Returns the table in the database of the entities in which numbers are reserved; empty with another source. */
    Optional<JdbcTable> usedTable() {
        return strategy == null && number == null ? Optional.of(table) : Optional.empty();
    }

    /** Returns who creates the table: a word of {@link Setting#WORKER_JDBC_SCHEMA_MANAGEMENT}. */
    String tableMaker() {
        return all.text(Setting.WORKER_JDBC_SCHEMA_MANAGEMENT);
    }

    /** Returns the used table if Hibernate's schema tools manage it. */
    Optional<JdbcTable> schemaTable() {
        return tableMaker().equals("schema-tools") ? usedTable() : Optional.empty();
    }

    /** Returns whether a number is claimed when the session factory is made, and not later for the first id. */
    boolean claimsAtStart() {
        if (all.repeatable() != null) {
            return true;
        }
        return all.has(Setting.WORKER_CLAIM) ? all.text(Setting.WORKER_CLAIM).equals("start") : !all.isOffline();
    }

    /**
     * Makes a generator. An exception names the setting that does not fit the layout. If the clock does not fit, the
     * exception names the attribute.
     *
     * @param user the first attribute that uses the generator
     * @param source gives the worker number
     */
    SnowflakeGenerator generator(String user, SnowflakeLayout layout, WorkerSource source) {
        Instant now = all.clock().instant();
        if (now.isBefore(layout.epoch()) || !now.isBefore(layout.end())) {
            throw new IdgenConfigurationException(
                    user,
                    layout.name(),
                    "the clock reads " + now + ", but the layout lasts from " + layout.epoch() + " to " + layout.end(),
                    "set the clock right, or use a layout that is in force");
        }
        requireFits(user, layout);
        SnowflakeLimits limits = limits(layout);
        try {
            limits.requireFits(layout);
        } catch (IllegalArgumentException e) {
            throw Setting.invalid(
                    Setting.SNOWFLAKE_MAX_WAIT.key(),
                    limits.maxWait(),
                    Explained.rule(e),
                    or(e, "let " + user + " use another layout"),
                    e);
        }
        try {
            return new SnowflakeGenerator(layout, source, limits, all.clock(), OWNER);
        } catch (IllegalStateException e) {
            // The source has a generator of this layout already, or was closed.
            throw Setting.invalid(Setting.WORKER_SOURCE.key(), source, e);
        } catch (IllegalArgumentException e) {
            throw Setting.invalid(
                    subject,
                    number == null ? source : number, // To ask the source for its number may claim a number.
                    Explained.rule(e),
                    or(e, "let " + user + " use a layout with a wider worker field"),
                    e);
        }
    }

    private static String or(IllegalArgumentException e, String other) {
        String remedy = Explained.remedy(e);
        return remedy.isEmpty() ? other : remedy + ", or " + other;
    }

    SnowflakeLimits limits(SnowflakeLayout layout) {
        Duration maxWait = all.duration(Setting.SNOWFLAKE_MAX_WAIT);
        RepeatableSources repeatable = all.repeatable();
        return repeatable != null
                ? repeatable.limits(maxWait)
                : new SnowflakeLimits(all.duration(Setting.SNOWFLAKE_MAX_AHEAD), maxWait, layout.sequenceSpread());
    }
}
