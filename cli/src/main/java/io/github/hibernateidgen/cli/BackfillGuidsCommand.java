package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.cli.BackfillTable.Rows;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "backfill-guids",
        description = "Gives GUIDs to rows that have none, by their times.",
        footer = {
            "",
            "Nothing is reserved: random bits tell the GUIDs of two runs apart.",
            "Example: idgen backfill-guids orders --id gid --created placed_at --key id --write",
            "           --order bytes --url jdbc:postgresql://db/shop --driver postgresql.jar"
        })
final class BackfillGuidsCommand implements Callable<Integer> {

    private final Shell shell;

    @Mixin
    private RowOptions target = new RowOptions();

    @Option(names = "--order", required = true, description = "Of the column: ${COMPLETION-CANDIDATES}.")
    private GuidOrder order = GuidOrder.BYTES;

    @Option(names = "--format", description = "Default: RFC_9562.")
    private GuidFormat format = GuidFormat.RFC_9562;

    @Mixin
    private DatabaseOptions database = new DatabaseOptions();

    BackfillGuidsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws SQLException {
        if (!format.fits(order)) {
            throw new RefusedException(
                    "format [" + format + "] does not ascend in order " + order + "; choose another");
        }
        BackfillTable rows = target.in(database.connections());
        GuidColumn column = rows.guidColumn();
        if (column.order() != order) {
            shell.err()
                    .println("column [" + rows.id() + "] of type " + column.type() + " compares in order "
                            + column.order()
                            + ", but --order is " + order
                            + ", so rows are as scattered as with random keys; give --order "
                            + column.order() + " unless the application asks for " + order);
        }
        Rows found = rows.rows();
        Map<String, Object> kind = new LinkedHashMap<>();
        kind.put("order", order);
        kind.put("format", format);
        BackfillReport report = target.report(shell, rows, found, kind);
        if (found.rows() == 0) {
            return report.nothing();
        }
        Instant now = shell.clock().instant();
        RowChecks checks = new RowChecks(rows, found);
        checks.requireTimes();
        checks.requireUntil(now, now);
        requireFormat(found.from(), rows);
        checks.requireKey();
        if (!target.writes()) {
            return report.planned();
        }
        PastGuids guids = new PastGuids(format, order, now);
        RowIds ids = (made, update) -> {
            Optional<UUID> guid = guids.next(made);
            if (guid.isPresent()) {
                column.set(update, guid.get());
            }
            return guid.isPresent();
        };
        return report.done(new Backfill(rows, shell).run(ids, found.rows()));
    }

    private void requireFormat(@Nullable Instant from, BackfillTable rows) throws SQLException {
        try {
            if (from != null) {
                format.first(order, from);
            }
        } catch (IllegalArgumentException e) {
            throw new RefusedException("the oldest row of " + rows.table() + ", " + rows.oldest() + ", is of " + from
                    + ": " + e.getMessage() + "; correct that time, or give the row an id first");
        }
    }
}
