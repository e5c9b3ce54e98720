package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.cli.BackfillTable.Rows;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "backfill",
        description = "Gives ids to rows that have none, from the times they were made at.",
        footer = {
            "Without --write it says what it would do. The rest is in docs/command-line.md.",
            "Example: idgen backfill orders --id sid --created placed_at --key id --write",
            "           --url jdbc:postgresql://db/shop --user app --driver postgresql.jar"
        })
final class BackfillCommand implements Callable<Integer> {

    private final Shell shell;

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

    @Option(
            names = "--layout",
            paramLabel = LayoutSpec.LABEL,
            converter = LayoutSpec.class,
            description = "As of decode. Default: standard.")
    private SnowflakeLayout layout = SnowflakeLayout.STANDARD;

    @Option(names = "--field", paramLabel = "NAME=N", description = "A field that entities fill.")
    private Map<String, Long> fields = Map.of();

    @Option(names = "--text", description = "In a column of text. Default: CROCKFORD_BASE32.")
    private Text text = Text.CROCKFORD_BASE32;

    @Option(names = "--worker", paramLabel = "N", description = "A number never used. Default: the highest.")
    private @Nullable Long worker;

    @Mixin
    private StoreOptions options = new StoreOptions();

    @Option(names = "--write", description = "Reserve the number, and write.")
    private boolean write;

    @Option(names = "--json", description = "The result as a JSON object.")
    private boolean json;

    BackfillCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws SQLException {
        BackfillTable rows = new BackfillTable(options.connections(), table, id, created, key, zone);
        JdbcReservationStore store = options.store();
        String namespace = options.terms().namespace();
        boolean numbers = rows.hasNumbers();
        Rows found = rows.rows();
        if (found.rows() == 0) {
            report(null, found, 0, 0);
            return Exit.DONE;
        }
        Set<Long> seen = workersIn(rows, numbers);
        UnusedWorker unused = new UnusedWorker(store, namespace, layout.workers());
        long end = UnusedWorker.end(
                store, namespace, shell.clock().instant(), options.terms().maxSkew());
        requirePast(found, end);
        requireKey(rows.ambiguousKeys());
        if (!seen.isEmpty() && store.read(namespace).isEmpty()) {
            shell.err()
                    .println("column [" + id + "] has ids, and yet no number was ever reserved in namespace ["
                            + namespace + "] of [" + store.describe()
                            + "]; see whether it is the one of those who made them");
        }
        if (!write) {
            report(unused.choose(worker, seen::contains), found, 0, found.rows());
            return Exit.DONE;
        }
        StoredSlot slot = unused.claim(worker, seen::contains, end);
        PastIds ids = new PastIds(
                layout,
                slot.worker(),
                fields,
                end,
                bound -> ThreadLocalRandom.current().nextLong(bound));
        long written = new Backfill(rows, numbers, text, layout, shell).run(ids, found.rows());
        report(slot.worker(), found, written, rows.rows().rows());
        return Exit.DONE;
    }

    /** Where the store has lost rows, or was never that of all, the ids that are there may tell. */
    private Set<Long> workersIn(BackfillTable rows, boolean numbers) throws SQLException {
        Set<Long> seen = new HashSet<>();
        rows.ids(numbers, present -> {
            if (present >= 0 && Readings.fits(present, layout)) {
                seen.add(layout.split(present).worker());
            }
        });
        return seen;
    }

    /** Before anything is written. */
    private void requirePast(Rows found, long end) {
        if (found.timed() < found.rows()) {
            throw new RefusedException((found.rows() - found.timed()) + " of " + found.rows() + " rows of " + table
                    + " without an id have no time in [" + created + "]; set it, or give those rows an id first");
        }
        Instant from = found.from();
        Instant to = found.to();
        if (from != null && from.isBefore(layout.epoch())) {
            throw new RefusedException("the oldest row of " + table + " is of " + from + ", before layout ["
                    + layout.name() + "] begins at " + layout.epoch()
                    + "; use one with an older epoch, such as " + layout.name() + "@1990-01-01T00:00:00Z");
        }
        if (to != null && to.plus(layout.tick()).toEpochMilli() > end) {
            throw new RefusedException("the youngest row of " + table + " is of " + to + ", and now it is "
                    + Instant.ofEpochMilli(end) + "; correct times that lie ahead, and the --zone if it is a wrong one,"
                    + " or wait for a moment");
        }
    }

    private void requireKey(long ambiguous) {
        if (ambiguous > 0) {
            throw new RefusedException(
                    "key " + key + " of " + table + " has " + ambiguous
                            + " values that stand for more than one row, and these would get one id; name a key that is unique");
        }
    }

    private void report(@Nullable Long number, Rows found, long written, long left) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("table", table);
        if (number != null) {
            result.put("worker", number);
            result.put("layout", layout.name());
            result.put("from", String.valueOf(found.from()));
            result.put("to", String.valueOf(found.to()));
        }
        result.put("rows", found.rows());
        result.put("written", written);
        result.put("left", left);
        if (json) {
            shell.out().println(Json.line(result));
            return;
        }
        result.forEach((name, value) -> shell.out().println(String.format("%-8s %s", name, value)));
        if (!write && left > 0) {
            shell.out().println("nothing is written without --write");
        } else if (left > 0) {
            shell.out().println("rows came while it ran; run it again for those");
        }
    }
}
