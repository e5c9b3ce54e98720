package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.cli.DatabaseOptions.Connections;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * A command that fills rows with ids and prints the result. Without {@code --write}, the command only prints a plan. Not
 * thread-safe, because picocli sets the options in fields.
 */
abstract class RowsCommand extends ShellCommand {

    @Parameters(arity = "1", paramLabel = "TABLE", description = "The table, as in SQL.")
    private String table = "";

    @Option(
            names = "--id",
            paramLabel = "COLUMN",
            required = true,
            description = "Column that gets ids where it is null.")
    private String id = "";

    @Option(names = "--created", paramLabel = "COLUMN", required = true, description = "Time at which a row was made.")
    private String created = "";

    @Option(names = "--key", paramLabel = "COLUMN", required = true, split = ",", description = "The existing key.")
    private List<String> key = List.of();

    @Option(names = "--zone", paramLabel = "ZONE", description = "For times without a zone: UTC, Europe/Berlin.")
    private @Nullable ZoneId zone;

    @Option(names = "--write", description = "Write the ids. Without it: print the plan.")
    private boolean write;

    @Option(names = "--json", description = "The result as a JSON object.")
    private boolean json;

    final boolean writes() {
        return write;
    }

    final BackfillTable rows(Connections connections) {
        return new BackfillTable(connections, table, id, created, key, zone);
    }

    /**
     * Prints the plan.
     *
     * @param ids further properties to print, such as the layout of the ids
     */
    final int planned(OldRows found, Map<String, ?> ids) {
        print(found, ids, found.rows(), 0, found.rows());
        if (!json && found.rows() > 0) {
            out().println("no id was written; add --write to write the ids");
        }
        return Exit.DONE;
    }

    /** Fills all rows without an id, including rows that were inserted after the plan, and prints the result. */
    final int fill(OldRows found, Map<String, ?> ids, RowIds made) throws SQLException {
        BackfillTable rows = found.table();
        Backfill.Result done = new Backfill(rows, shell()).run(made, found.rows());
        long left = rows.rows().rows();
        print(found, ids, done.written() + left, done.written(), left);
        if (!json && left > 0) {
            out().println("the rows that are left were inserted during the run, or too many rows have the same time;"
                    + " run the command again in a moment");
        }
        // Counts the rows that an update missed and that still have no id. Rows inserted meanwhile do not count.
        long notFound = rows.withKeys(done.missed());
        if (notFound == 0) {
            return Exit.DONE;
        }
        shell().err()
                .println(notFound + " rows of " + table
                        + " have no id, because the database does not find them by the values that were read from key "
                        + key
                        + "; name a key of another type");
        return Exit.REJECTED;
    }

    private void print(OldRows found, Map<String, ?> ids, long all, long written, long left) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("table", table);
        if (found.rows() > 0) {
            result.putAll(new TreeMap<>(ids));
            result.put("from", String.valueOf(found.from()));
            result.put("to", String.valueOf(found.to()));
        }
        result.put("rows", all);
        result.put("written", written);
        result.put("left", left);
        if (json) {
            out().println(Json.line(result));
        } else {
            result.forEach((name, value) -> out().println(String.format("%-8s %s", name, value)));
        }
    }
}
