package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;

/** The database of the entities, as Hibernate reaches it. */
public interface EntityDatabase {

    /** Adds Hibernate's default catalog and schema to a table that names none, as far as the database has them. */
    JdbcTable qualified(JdbcTable table);

    /** Returns the name of a table in messages: its whole name, as far as it is known. */
    String describe(JdbcTable table);

    /** Makes a source of connections for one store. */
    Connections connections();

    /** Makes connections, and can end those that are stuck. */
    interface Connections extends ConnectionSource {

        /** Ends the connections of calls that nobody waits for any more. */
        void abandon();
    }
}
