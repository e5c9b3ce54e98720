package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;

/** The database of the entities, as Hibernate reaches it. */
public interface EntityDatabase {

    /** Adds Hibernate's default catalog and schema to a table without them, as far as the database has catalogs and schemas. */
    JdbcTable qualified(JdbcTable table);

    /** Returns the name of a table for messages: the full name, as far as it is known. */
    String describe(JdbcTable table);

    /** Makes a source of connections for one store. */
    Connections connections();

    /** Makes connections, and can end stuck connections. */
    interface Connections extends ConnectionSource {

        /** Ends the connections of calls for which no thread waits any more. */
        void abandon();
    }
}
