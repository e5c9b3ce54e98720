package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ID;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_RANGE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.settings.EntityDatabase.Connections;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the worker number's source. The source is made when the first Snowflake generator needs it, so applications
 * that only use GUIDs need no worker number.
 *
 * @param subject the setting that an error names if the number is rejected
 * @param strategy makes the source or the store; null for the sources {@code jdbc}, {@code fixed} and {@code hostname}
 * @param number the number that is set, or null
 * @param table the table, in the database of the entities, in which numbers are reserved; empty with another source
 * @param tableMaker who creates the table: a word of {@link Setting#WORKER_JDBC_SCHEMA_MANAGEMENT}
 * @param clock the clock of the generators
 * @param names names the settings in log lines
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
        Remedies names,
        boolean claimsAtStart) {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");
    private static final System.Logger RESERVATION_LOG = HibernateLogger.of("io.github.hibernateidgen.worker");

    /**
     * Matches a host name that ends, before its domain, with four numbers up to 255 and hyphens between them, such as
     * {@code ip-10-0-0-1}. Machines in clouds have such names.
     */
    private static final String ADDRESS = "(?:[^.]*[^0-9.])?(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])-){3}"
            + "(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\\..*)?";

    private static final String FIXED = "fixed";
    private static final String HOSTNAME = "hostname";
    private static final List<Class<?>> TYPES = List.of(WorkerSource.class, ReservationStore.class);

    static WorkerSettings read(Settings settings, Function<String, Class<?>> classes) {
        Long number = settings.get(Setting.WORKER_ID) instanceof Long set ? set : null;
        Object source =
                number == null || settings.has(Setting.WORKER_SOURCE) ? settings.get(Setting.WORKER_SOURCE) : FIXED;
        JdbcTable table = requireTable(settings);
        boolean isFixed = source.equals(FIXED);
        boolean isTable = source.equals("jdbc");
        boolean isWord = isFixed || isTable || source.equals(HOSTNAME);
        WorkerSettings read = new WorkerSettings(
                isFixed ? WORKER_ID : WORKER_SOURCE,
                isWord ? null : Strategy.read(Setting.WORKER_SOURCE, source, classes, TYPES),
                number,
                isTable ? Optional.of(table) : Optional.empty(),
                settings.text(Setting.WORKER_JDBC_SCHEMA_MANAGEMENT),
                terms(settings),
                settings.clock(),
                settings.remedies(),
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
        String share = settings.text(Setting.WORKER_RANGE);
        WorkerRange range;
        try {
            range = share.isEmpty() ? WorkerRange.ALL : WorkerRange.parse(share);
        } catch (IllegalArgumentException e) {
            throw Setting.WORKER_RANGE.invalid(share, e);
        }
        try {
            return new ReservationTerms(
                    namespace,
                    settings.duration(Setting.WORKER_WINDOW),
                    settings.duration(Setting.WORKER_TIMEOUT),
                    settings.duration(Setting.WORKER_MAX_SKEW),
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
        return new WorkerSettings(key, workers, null, Optional.empty(), tableMaker, all, clock, names, true);
    }

    /** Returns the table if Hibernate's schema tools manage it. */
    public Optional<JdbcTable> schemaTable() {
        return tableMaker.equals("schema-tools") ? table : Optional.empty();
    }

    /** Makes the source. A table without a schema is in the default schema of the entities. */
    public OwnedSource make(EntityDatabase entities) {
        if (strategy != null) {
            return made(strategy.make());
        }
        if (number != null) {
            return new OwnedSource(WorkerSource.fixed(number), null, () -> {});
        }
        if (table.isEmpty()) {
            WorkerSource source = hostname(thisHost(), names);
            requireInRange(source.reservation().worker());
            return new OwnedSource(source, null, () -> {});
        }
        JdbcTable qualified = entities.qualified(table.get());
        Connections connections = entities.connections();
        JdbcReservationStore store = new JdbcReservationStore(connections, qualified, entities.describe(qualified));
        return reserved(tableMaker.equals("create") ? new PreparedStore(store) : store, store, connections::abandon);
    }

    private OwnedSource made(Strategy.Made made) {
        if (made.object() instanceof WorkerSource source) {
            if (!terms.range().equals(WorkerRange.ALL)) {
                throw new IdgenConfigurationException(
                        WORKER_RANGE,
                        terms.range(),
                        "the range limits the numbers that this library reserves or reads, but [" + source
                                + "] chooses its number itself; give the range to that source,"
                                + " for example with ReservationTerms.withRange");
            }
            return new OwnedSource(source, null, made.close());
        }
        ReservationStore store = (ReservationStore) made.object();
        return reserved(store, store instanceof JdbcReservationStore jdbc ? jdbc : null, made.close());
    }

    private OwnedSource reserved(ReservationStore store, @Nullable JdbcReservationStore jdbc, Runnable end) {
        ReservedWorkerSource source = new ReservedWorkerSource(store, terms, clock, RESERVATION_LOG);
        return new OwnedSource(source, jdbc, () -> {
            source.close();
            end.run();
        });
    }

    static WorkerSource hostname(String hostname, Remedies names) {
        try {
            WorkerSource source = WorkerSource.hostname(hostname);
            long number = source.reservation().worker();
            LOG.infof("worker number %d from host name %s", number, hostname);
            if (hostname.matches(ADDRESS)) {
                LOG.warnf(
                        "host name [%s] looks like an IP address, so worker number [%d] is no ordinal of a"
                                + " StatefulSet, and another host can have the same number. Both would make the same"
                                + " ids; reserve a number with %s=jdbc",
                        hostname, number, names.named(WORKER_SOURCE));
            }
            return source;
        } catch (IllegalArgumentException e) {
            throw new IdgenConfigurationException(WORKER_SOURCE, HOSTNAME, String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the variable {@code HOSTNAME}, which has the pod's name in Kubernetes, or the host name that Java finds. */
    private static String thisHost() {
        String variable = System.getenv("HOSTNAME");
        if (variable != null && !variable.isBlank()) {
            return variable;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            throw new IdgenConfigurationException(
                    WORKER_SOURCE,
                    HOSTNAME,
                    "this machine's host name can't be found; remove the setting, so that a number is reserved",
                    e);
        }
    }
}
