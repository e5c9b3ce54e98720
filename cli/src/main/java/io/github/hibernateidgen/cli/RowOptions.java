package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.cli.DatabaseOptions.Connections;
import java.time.ZoneId;
import java.util.List;
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

    BackfillTable in(Connections connections) {
        return new BackfillTable(connections, table, id, created, key, zone);
    }
}
