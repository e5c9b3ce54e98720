package io.github.hibernateidgen.internal.factory;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_TABLE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.database.TableName;
import io.github.hibernateidgen.internal.settings.WorkerSettings;
import io.github.hibernateidgen.worker.WorkerSource;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The open session factories of this process that have Snowflake ids. Two that write the same tables would make the same ids
 * if they had one worker number, or reserved their numbers in different tables; the second one is refused at its start.
 *
 * <p>Thread-safe.
 */
final class OpenFactories {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    /** Weak, so that a session factory that is never closed does not stay in memory. */
    private static final Set<Entry> OPEN = Collections.newSetFromMap(new WeakHashMap<>());

    private OpenFactories() {}

    /** What one session factory writes, and where its worker number comes from. It is equal only to itself. */
    static final class Entry {

        private final WorkerSettings settings;
        private final HibernateDatabase database;
        private final BoundAttributes attributes;
        private final Snowflakes snowflakes;

        Entry(WorkerSettings settings, HibernateDatabase database, BoundAttributes attributes, Snowflakes snowflakes) {
            this.settings = settings;
            this.database = database;
            this.attributes = attributes;
            this.snowflakes = snowflakes;
        }

        private List<TableName> tables() {
            return attributes
                    .of(BoundAttribute.Snowflake.class)
                    .flatMap(attribute -> attribute.tables().stream())
                    .distinct()
                    .toList();
        }

        private Optional<TableName> sharedTable(Entry other) {
            List<TableName> others = other.tables();
            return tables().stream().filter(others::contains).findFirst();
        }

        private @Nullable WorkerSource source() {
            return snowflakes.worker().map(owned -> owned.source()).orElse(null);
        }

        private Optional<TableName> workerTable() {
            return settings.table().map(database::name);
        }

        private boolean isOnDatabaseOf(Entry other) {
            Optional<String> url = database.url();
            return url.isPresent() && url.equals(other.database.url());
        }
    }

    /**
     * Compares a session factory that starts with all that are open.
     *
     * @throws IdgenConfigurationException if it could make the same ids for the same table as one of them
     */
    static void enter(Entry entry) {
        if (entry.source() == null) {
            return;
        }
        for (Entry other : added(entry)) {
            requireOwnNumber(entry, other);
            requireOneTable(entry, other);
        }
    }

    /** Adds an entry before it is compared, so that of two that start at the same time at least one sees the other. */
    private static List<Entry> added(Entry entry) {
        synchronized (OPEN) {
            List<Entry> others = List.copyOf(OPEN);
            OPEN.add(entry);
            return others;
        }
    }

    static void leave(Entry entry) {
        synchronized (OPEN) {
            OPEN.remove(entry);
        }
    }

    /** Refuses a number that both session factories have. Fixed sources are equal if they give the same number. */
    private static void requireOwnNumber(Entry entry, Entry other) {
        WorkerSource source = entry.source();
        Optional<TableName> shared = entry.sharedTable(other);
        if (source != null && source.equals(other.source()) && shared.isPresent() && entry.isOnDatabaseOf(other)) {
            throw new IdgenConfigurationException(
                    entry.settings.subject(),
                    source,
                    "another open session factory of this process has the same worker number, and both write table "
                            + shared.get() + ", so they would make the same ids; close that one first, or give each a"
                            + " number of its own, which " + WORKER_SOURCE + "=jdbc reserves");
        }
    }

    private static void requireOneTable(Entry entry, Entry other) {
        Optional<TableName> own = entry.workerTable();
        Optional<TableName> others = other.workerTable();
        if (own.isEmpty() || others.isEmpty() || own.equals(others) || !entry.isOnDatabaseOf(other)) {
            return;
        }
        Optional<TableName> shared = entry.sharedTable(other);
        if (shared.isPresent()) {
            throw new IdgenConfigurationException(
                    WORKER_JDBC_TABLE,
                    own.get(),
                    "another open session factory of this process reserves its worker number in " + others.get()
                            + ", and both write table " + shared.get()
                            + ", so they could make the same ids; name one table for both");
        }
        LOG.warnf(
                "This session factory reserves its worker number in %s, and another one of this process in %s. If both ever"
                        + " write the same table, they can make the same ids; then name one table for both in %s",
                own.get(), others.get(), WORKER_JDBC_TABLE);
    }
}
