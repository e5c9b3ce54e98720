package io.github.hibernateidgen.cli;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;

/** The ids of rows, the oldest row first. */
interface RowIds {

    /** Sets the first parameter to the id of a row; false if there is none for it, and none for all later ones. */
    boolean next(Instant made, PreparedStatement update) throws SQLException;
}
