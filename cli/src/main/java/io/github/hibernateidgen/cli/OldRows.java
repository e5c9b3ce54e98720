package io.github.hibernateidgen.cli;

import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table that have no id, with the checks that are the same for every kind of id. Exceptions about times
 * name a row by its key.
 *
 * @param rows how many rows
 * @param timed how many of these rows have a time
 * @param from the earliest time; null if there is no row with a time
 * @param to the latest time; null if there is no row with a time
 */
record OldRows(
        BackfillTable table,
        long rows,
        long timed,
        @Nullable Instant from,
        @Nullable Instant to) {

    void requireTimes() throws SQLException {
        if (timed < rows) {
            throw new RejectedException((rows - timed) + " of " + rows + " rows of " + table.table()
                    + " without an id have no time in [" + table.created() + "], such as row " + table.timeless()
                    + "; set the time, or give these rows an id first");
        }
    }

    /** Returns the exception for rows that are too old. It names the oldest row. */
    RejectedException tooOld(String rule) throws SQLException {
        return new RejectedException(
                "the oldest row of " + table.table() + ", " + table.oldest() + ", has the time " + from + rule);
    }

    /**
     * Throws if the youngest row is too late.
     *
     * @param last the latest time for which ids can be made
     */
    void requireUntil(Instant last, Instant now) throws SQLException {
        if (to != null && to.isAfter(last)) {
            throw new RejectedException("the youngest row of " + table.table() + ", " + table.youngest()
                    + ", has the time "
                    + to
                    + ", but the clock reads " + now + "; correct times in the future, or a wrong --zone, or wait for"
                    + " a moment");
        }
    }

    void requireKey() throws SQLException {
        long nulls = table.nullKeys();
        if (nulls > 0) {
            throw new RejectedException("key " + table.key() + " of " + table.table() + " is null in " + nulls
                    + " rows, which no update would find; name a key that is never null");
        }
        long ambiguous = table.ambiguousKeys();
        if (ambiguous > 0) {
            throw new RejectedException("key " + table.key() + " of " + table.table() + " has " + ambiguous
                    + " values with several rows, which would get the same id; name a unique key");
        }
    }
}
