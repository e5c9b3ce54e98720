package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.cli.BackfillTable.Rows;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells what a backfill would do, or has done.
 *
 * @param found what of the table was to be filled
 * @param ids what its ids are
 */
record BackfillReport(Shell shell, boolean json, BackfillTable rows, Rows found, Map<String, Object> ids) {

    /** There is nothing to be done. */
    int nothing() {
        print(0, 0);
        return Exit.DONE;
    }

    /** Without {@code --write}. */
    int planned(String... notes) {
        print(0, found.rows());
        if (!json) {
            for (String note : notes) {
                shell.out().println(note);
            }
            shell.out().println("nothing is written without --write");
        }
        return Exit.DONE;
    }

    int done(Backfill.Result done) throws SQLException {
        long left = rows.rows().rows();
        print(done.written(), left);
        if (!json && left > 0) {
            shell.out()
                    .println(
                            "the rows that are left came while it ran, or too many rows have one time; run it again in a moment");
        }
        return exit(rows.withKeys(done.missed()));
    }

    /** A row that came or changed while it ran is none of these. */
    private int exit(long unfound) {
        if (unfound == 0) {
            return Exit.DONE;
        }
        shell.err()
                .println(unfound + " rows of " + rows.table() + " have no id, though the key " + rows.key()
                        + " was read from them: the database does not find them by it; name a key of another type");
        return Exit.REFUSED;
    }

    private void print(long written, long left) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("table", rows.table());
        if (found.rows() > 0) {
            result.putAll(ids);
            result.put("from", String.valueOf(found.from()));
            result.put("to", String.valueOf(found.to()));
        }
        result.put("rows", found.rows());
        result.put("written", written);
        result.put("left", left);
        if (json) {
            shell.out().println(Json.line(result));
        } else {
            result.forEach((name, value) -> shell.out().println(String.format("%-8s %s", name, value)));
        }
    }
}
