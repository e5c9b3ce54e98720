package io.github.hibernateidgen.internal.snowflake;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.worker.WorkerSource;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The open session factories of this process that have Snowflake ids. Two session factories with the same worker number
 * would make the same ids for a table that both write. If their databases have the same address, startup of the second
 * session factory fails.
 *
 * <p>Thread-safe.
 */
final class OpenFactories {

    /** Weak, so that a session factory that is never closed does not stay in memory. */
    private static final Set<Entry> OPEN = Collections.newSetFromMap(new WeakHashMap<>());

    private OpenFactories() {}

    /**
     * The address of a session factory's database, and the source of the session factory's worker number. Entries are
     * compared by identity.
     */
    static final class Entry {

        private final String database;
        private final WorkerSource source;
        private final @Nullable Long endlessNumber;

        /**
         * Makes an entry.
         *
         * @param endlessNumber the worker number of the source; null if its reservation ends, or if the number is not known yet
         */
        Entry(String database, WorkerSource source, @Nullable Long endlessNumber) {
            this.database = database;
            this.source = source;
            this.endlessNumber = endlessNumber;
        }

        /** Returns whether both can make the same ids for a table. Fixed sources are equal if they give the same number. */
        private boolean makesIdsOf(Entry other) {
            return database.equals(other.database)
                    && (source.equals(other.source)
                            || (endlessNumber != null && endlessNumber.equals(other.endlessNumber)));
        }
    }

    /**
     * Adds a session factory that is starting.
     *
     * @param subject the setting that the worker number comes from
     * @throws IdgenConfigurationException if another open session factory has the same worker number and the same database
     */
    static void enter(String subject, Entry entry, Remedies names) {
        for (Entry other : added(entry)) {
            if (entry.makesIdsOf(other)) {
                throw new IdgenConfigurationException(
                        subject,
                        entry.source,
                        "another open session factory of this process has the same worker number and a database with"
                                + " the same address, so both can make the same ids",
                        "close the other factory first, or reserve a number for each, with "
                                + names.named(WORKER_SOURCE) + "=jdbc");
            }
        }
    }

    /**
     * Adds an entry and returns the other entries. The entry is added before it is compared. If two session factories start
     * at the same time, at least one of them then sees the other.
     */
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
}
