package io.github.hibernateidgen.internal.factory;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_TABLE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.database.BootstrapConnections;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.database.TableName;
import io.github.hibernateidgen.internal.settings.WorkerSettings;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.util.Collections;
import java.util.LinkedHashSet;
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

    /**
     * What one session factory writes, and where its worker number comes from. Nothing else of it is asked when another one
     * starts. It is equal only to itself.
     */
    static final class Entry {

        private final String subject;
        private final WorkerSource source;
        private final List<TableName> tables;
        private final Optional<TableName> workerTable;
        private final Optional<String> database;

        /**
         * Collects it.
         *
         * @param connections connections of the database; null where Hibernate starts without it, so that it is not known
         */
        Entry(
                WorkerSettings settings,
                WorkerSource source,
                List<BoundAttribute.Snowflake> attributes,
                HibernateDatabase database,
                @Nullable BootstrapConnections connections) {
            this.subject = settings.subject();
            this.source = source;
            Set<TableName> written = new LinkedHashSet<>();
            for (BoundAttribute.Snowflake attribute : attributes) {
                written.addAll(attribute.tables());
            }
            this.tables = List.copyOf(written);
            JdbcTable reserved = settings.table().orElse(null);
            this.workerTable = reserved == null ? Optional.empty() : Optional.of(database.name(reserved));
            this.database = connections == null ? Optional.empty() : connections.url();
        }

        private Optional<TableName> sharedTable(Entry other) {
            return tables.stream().filter(other.tables::contains).findFirst();
        }

        private boolean isOnDatabaseOf(Entry other) {
            return database.isPresent() && database.equals(other.database);
        }

        private boolean mayBeOnDatabaseOf(Entry other) {
            return database.isEmpty() || other.database.isEmpty();
        }
    }

    /**
     * Compares a session factory that starts with all that are open.
     *
     * @throws IdgenConfigurationException if it could make the same ids for the same table as one of them
     */
    static void enter(Entry entry) {
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

    static void leave(@Nullable Entry entry) {
        synchronized (OPEN) {
            OPEN.remove(entry);
        }
    }

    /** Refuses a number that both session factories have. Fixed sources are equal if they give the same number. */
    private static void requireOwnNumber(Entry entry, Entry other) {
        Optional<TableName> shared = entry.sharedTable(other);
        if (!entry.source.equals(other.source) || shared.isEmpty()) {
            return;
        }
        String problem =
                "another open session factory of this process has the same worker number, and both write table "
                        + shared.get() + ", so they would make the same ids; close that one first, or give each a"
                        + " number of its own, which " + WORKER_SOURCE + "=jdbc reserves";
        if (entry.isOnDatabaseOf(other)) {
            throw new IdgenConfigurationException(entry.subject, entry.source, problem);
        }
        if (entry.mayBeOnDatabaseOf(other)) {
            LOG.warnf("%s [%s]: if their databases are one, %s", entry.subject, entry.source, problem);
        }
    }

    private static void requireOneTable(Entry entry, Entry other) {
        TableName own = entry.workerTable.orElse(null);
        TableName others = other.workerTable.orElse(null);
        if (own == null || others == null || own.equals(others) || !entry.isOnDatabaseOf(other)) {
            return;
        }
        Optional<TableName> shared = entry.sharedTable(other);
        if (shared.isPresent()) {
            throw new IdgenConfigurationException(
                    WORKER_JDBC_TABLE,
                    own,
                    "another open session factory of this process reserves its worker number in " + others
                            + ", and both write table " + shared.get()
                            + ", so they could make the same ids; name one table for both");
        }
        if (own.catalog().equalsIgnoreCase(others.catalog())) { // Else they are in two databases of one server.
            LOG.warnf(
                    "This session factory reserves its worker number in %s, and another one of this process in %s. If both ever"
                            + " write the same table, they can make the same ids; then name one table for both in %s",
                    own, others, WORKER_JDBC_TABLE);
        }
    }
}
