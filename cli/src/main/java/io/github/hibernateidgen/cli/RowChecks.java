package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.cli.BackfillTable.Rows;
import java.sql.SQLException;
import java.time.Instant;

/**
 * What refuses rows, whatever ids they are to get. Each refusal names a row.
 *
 * @param found what of the table is to be filled
 */
record RowChecks(BackfillTable rows, Rows found) {

    void requireTimes() throws SQLException {
        if (found.timed() < found.rows()) {
            throw new RefusedException((found.rows() - found.timed()) + " of " + found.rows() + " rows of "
                    + rows.table() + " without an id have no time in [" + rows.created() + "], such as that of "
                    + rows.timeless() + "; set it, or give those rows an id first");
        }
    }

    /**
     * Refuses rows that are too old.
     *
     * @param first the first time that there are ids of
     * @param rule what is wrong with earlier ones, and what to do
     */
    void requireFrom(Instant first, String rule) throws SQLException {
        Instant from = found.from();
        if (from != null && from.isBefore(first)) {
            throw new RefusedException(
                    "the oldest row of " + rows.table() + ", " + rows.oldest() + ", is of " + from + ", " + rule);
        }
    }

    /**
     * Refuses rows that lie ahead.
     *
     * @param last the last time that there are ids of
     */
    void requireUntil(Instant last, Instant now) throws SQLException {
        Instant to = found.to();
        if (to != null && to.isAfter(last)) {
            throw new RefusedException("the youngest row of " + rows.table() + ", " + rows.youngest() + ", is of " + to
                    + ", and now it is " + now + "; correct times that lie ahead, and the --zone if it is a wrong one,"
                    + " or wait for a moment");
        }
    }

    void requireKey() throws SQLException {
        long nulls = rows.nullKeys();
        if (nulls > 0) {
            throw new RefusedException("key " + rows.key() + " of " + rows.table() + " is null in " + nulls
                    + " rows, which no update would find; name a key that is never null");
        }
        long ambiguous = rows.ambiguousKeys();
        if (ambiguous > 0) {
            throw new RefusedException(
                    "key " + rows.key() + " of " + rows.table() + " has " + ambiguous
                            + " values that stand for more than one row, and these would get one id; name a key that is unique");
        }
    }
}
