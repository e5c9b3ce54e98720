package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.cli.BackfillTable.Rows;
import io.github.hibernateidgen.cli.DatabaseOptions.Connections;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The rows that get ids. Not thread-safe while it is filled. */
final class RowOptions {

    @Parameters(arity = "1", paramLabel = "TABLE", description = "The table, as in SQL.")
    private String table = "";

    @Option(
            names = "--id",
            paramLabel = "COLUMN",
            required = true,
            description = "Where ids go: rows with null get one.")
    private String id = "";

    @Option(names = "--created", paramLabel = "COLUMN", required = true, description = "When a row was made.")
    private String created = "";

    @Option(
            names = "--key",
            paramLabel = "COLUMN",
            required = true,
            split = ",",
            description = "The primary key so far.")
    private List<String> key = List.of();

    @Option(names = "--zone", paramLabel = "ZONE", description = "Of times without: UTC, Europe/Berlin.")
    private @Nullable ZoneId zone;

    @Option(names = "--write", description = "Do it. Without: say what it would do.")
    private boolean write;

    @Option(names = "--json", description = "The result as a JSON object.")
    private boolean json;

    boolean writes() {
        return write;
    }

    BackfillReport report(Shell shell, BackfillTable rows, Rows found, Map<String, Object> ids) {
        return new BackfillReport(shell, json, rows, found, ids);
    }

    BackfillTable in(Connections connections) {
        return new BackfillTable(connections, table, id, created, key, zone);
    }
}
