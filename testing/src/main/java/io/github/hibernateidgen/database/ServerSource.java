package io.github.hibernateidgen.database;

import java.sql.SQLException;

/** One way to get a server of one database. */
interface ServerSource {

    SourceKind kind();

    /**
     * Starts a server, or finds one that runs.
     *
     * @throws UnavailableException if this way leads nowhere on this machine; the next one is tried
     * @throws SQLException if the user named a server that does not answer; no other is tried
     */
    Server start() throws UnavailableException, SQLException;

    /** What the summary says of a server that came this way. */
    default String description() {
        return kind().toString();
    }
}
