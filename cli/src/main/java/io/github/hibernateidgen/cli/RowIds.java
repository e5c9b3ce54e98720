package io.github.hibernateidgen.cli;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;

/** Makes the ids of rows, from the oldest row to the youngest row. */
interface RowIds {

    /**
     * Sets the first parameter of the statement to the id of a row. Returns false if neither this row nor a later row can
     * get an id.
     */
    boolean next(Instant made, PreparedStatement update) throws SQLException;
}
