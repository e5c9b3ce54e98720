package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ID;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_RANGE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the worker number's source. The source is made when the first Snowflake generator needs it, so applications
 * that only use GUIDs need no worker number.
 *
 * @param subject the setting that an error names if the number is rejected
 * @param strategy makes the source or the store; null for the sources {@code jdbc} and {@code fixed}
 * @param number the number that is set, or null
 * @param table the table, in the database of the entities, in which numbers are reserved; empty with another source
 * @param tableMaker who creates the table: a word of {@link Setting#WORKER_JDBC_SCHEMA_MANAGEMENT}
 * @param clock the clock of the generators
 * @param claimsAtStart whether a number is claimed when the session factory is made, and not later for the first id
 */
public record WorkerSettings(
        String subject,
        @Nullable Strategy strategy,
        @Nullable Long number,
        Optional<JdbcTable> table,
        String tableMaker,
        ReservationTerms terms,
        InstantSource clock,
        boolean claimsAtStart) {

    private static final String FIXED = "fixed";
    private static final List<Class<?>> TYPES = List.of(WorkerSource.class, ReservationStore.class);

    static WorkerSettings read(Settings settings, Function<String, Class<?>> classes) {
        Long number = settings.get(Setting.WORKER_ID) instanceof Long set ? set : null;
        Object source =
                number == null || settings.has(Setting.WORKER_SOURCE) ? settings.get(Setting.WORKER_SOURCE) : FIXED;
        JdbcTable table = requireTable(settings);
        boolean isFixed = source.equals(FIXED);
        boolean isTable = source.equals("jdbc");
        WorkerSettings read = new WorkerSettings(
                isFixed ? WORKER_ID : WORKER_SOURCE,
                isFixed || isTable ? null : Strategy.read(Setting.WORKER_SOURCE, source, classes, TYPES),
                number,
                isTable ? Optional.of(table) : Optional.empty(),
                settings.text(Setting.WORKER_JDBC_SCHEMA_MANAGEMENT),
                terms(settings),
                settings.clock(),
                settings.has(Setting.WORKER_CLAIM)
                        ? settings.text(Setting.WORKER_CLAIM).equals("start")
                        : !settings.isOffline());
        if (isFixed && number == null) {
            throw new IdgenConfigurationException(
                    WORKER_SOURCE,
                    FIXED,
                    "needs " + WORKER_ID + ", which is not set; remove this setting, so that a number is reserved");
        }
        read.requireInRange(number);
        if (number != null && !isFixed) {
            throw new IdgenConfigurationException(
                    WORKER_ID,
                    number,
                    "a fixed number is used only with " + WORKER_SOURCE + "=" + FIXED
                            + "; remove the number, or reserve it by " + WORKER_RANGE + "=" + number + "-" + number);
        }
        return read;
    }

    private static JdbcTable requireTable(Settings settings) {
        try {
            return settings.workerTable();
        } catch (IllegalArgumentException e) {
            throw Setting.WORKER_JDBC_TABLE.invalid(settings.text(Setting.WORKER_JDBC_TABLE), e);
        }
    }

    /**
     * Makes the terms. {@link Setting} has checked the range of each duration, so the constructor of the terms throws only
     * if {@code settle} is too long for the window.
     */
    private static ReservationTerms terms(Settings settings) {
        String namespace = settings.text(Setting.WORKER_NAMESPACE);
        try {
            ReservationTerms.DEFAULT.withNamespace(namespace);
        } catch (IllegalArgumentException e) {
            throw Setting.WORKER_NAMESPACE.invalid(namespace, e);
        }
        String text = settings.text(Setting.WORKER_RANGE);
        WorkerRange range;
        try {
            range = text.isEmpty() ? WorkerRange.ALL : WorkerRange.parse(text);
        } catch (IllegalArgumentException e) {
            throw Setting.WORKER_RANGE.invalid(text, e);
        }
        try {
            return new ReservationTerms(
                    namespace,
                    settings.duration(Setting.WORKER_WINDOW),
                    settings.duration(Setting.WORKER_TIMEOUT),
                    ReservationTerms.DEFAULT.maxSkew(),
                    settings.duration(Setting.WORKER_SETTLE),
                    range);
        } catch (IllegalArgumentException e) {
            throw Setting.WORKER_SETTLE.invalid(settings.text(Setting.WORKER_SETTLE), e);
        }
    }

    private void requireInRange(@Nullable Long worker) {
        if (worker != null && !terms.range().contains(worker)) {
            throw new IdgenConfigurationException(
                    subject,
                    worker,
                    "the number is outside of " + WORKER_RANGE + " [" + terms.range() + "]; give a number in this"
                            + " range");
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
                    "layout [" + layout.name() + "] of " + user + " has only the numbers 0 to " + (layout.workers() - 1)
                            + "; give a range that ends there, or use a layout with a wider worker field");
        }
    }

    /** Returns settings that take the number from sources of repeatable ids. */
    WorkerSettings with(RepeatableSources sources) {
        String key = RepeatableSources.SETTING;
        Strategy workers = new Strategy(key, TYPES, sources.workers());
        ReservationTerms all = terms.withRange(WorkerRange.ALL);
        return new WorkerSettings(key, workers, null, Optional.empty(), tableMaker, all, clock, true);
    }

    /** Returns the table if Hibernate's schema tools manage it. */
    public Optional<JdbcTable> schemaTable() {
        return tableMaker.equals("schema-tools") ? table : Optional.empty();
    }
}
