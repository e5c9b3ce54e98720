package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;

/** The database of the entities, as Hibernate reaches it. */
public interface EntityDatabase {

    /** The table as Hibernate names it: with its default catalog and schema, where the database has such a thing. */
    JdbcTable qualified(JdbcTable table);

    /** Returns what a table is called in messages: its whole name, as far as it is known. */
    String describe(JdbcTable table);

    /** Makes a source of connections for one store. */
    Connections connections();

    /** Connections that can be given up. */
    interface Connections extends ConnectionSource {

        /** Ends those of calls that nobody waits for any more. */
        void abandon();
    }
}
