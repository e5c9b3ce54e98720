package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "backfill-guids",
        description = "Gives GUIDs to rows without an id, from their times.",
        footer = {
            "",
            "No number is reserved: the GUIDs of two runs differ in random bits.",
            "Example: idgen backfill-guids orders --id gid --created placed_at --key id --write",
            "           --order bytes --url jdbc:postgresql://db/shop --driver postgresql.jar"
        })
final class BackfillGuidsCommand extends RowsCommand {

    @Option(names = "--order", required = true, description = "Order of the column: ${COMPLETION-CANDIDATES}.")
    private GuidOrder order = GuidOrder.BYTES;

    @Option(names = "--format", description = "Default: RFC_9562.")
    private GuidFormat format = GuidFormat.RFC_9562;

    @Mixin
    private DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() throws SQLException {
        JdbcGuidColumn.requireFit(format, order);
        BackfillTable rows = rows(database.connections());
        JdbcGuidColumn column = rows.guidColumn();
        if (column.order() != order) {
            shell().err()
                    .println("column [" + rows.id() + "] of type " + column.type() + " compares in order "
                            + column.order()
                            + ", but --order is " + order
                            + ", so rows are as scattered as with random keys; give --order "
                            + column.order() + " unless the application asks for " + order);
        }
        OldRows found = rows.rows();
        Map<String, ?> kind = Map.of("order", order, "format", format);
        Instant now = shell().clock().instant();
        found.requireTimes();
        found.requireUntil(now, now);
        requireFormat(found);
        found.requireKey();
        if (!writes() || found.rows() == 0) {
            return planned(found, kind);
        }
        PastGuids guids = new PastGuids(format, order, now);
        return fill(found, kind, (made, update) -> {
            Optional<UUID> guid = guids.next(made);
            if (guid.isPresent()) {
                update.setObject(1, column.sent(guid.get()));
            }
            return guid.isPresent();
        });
    }

    private void requireFormat(OldRows found) throws SQLException {
        try {
            if (found.from() != null) {
                // INNODB has the same range of times as RFC_9562, but its first() accepts only the start of a turn.
                (format == GuidFormat.INNODB ? GuidFormat.RFC_9562 : format).first(order, found.from());
            }
        } catch (IllegalArgumentException e) {
            throw found.tooOld(": " + e.getMessage() + "; correct that time, or give the row an id first");
        }
    }
}
