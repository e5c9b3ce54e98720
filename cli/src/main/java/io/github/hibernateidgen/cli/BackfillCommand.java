package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.cli.BackfillTable.Rows;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "backfill",
        description = "Gives ids to rows that have none, by their times. See docs/command-line.md.",
        footer = {
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
            description = "Of all its ids. While it has none: standard.")
    private @Nullable SnowflakeLayout given;

    @Option(names = "--field", paramLabel = "NAME=N", description = "A field that entities fill.")
    private Map<String, Long> fields = Map.of();

    @Option(names = "--text", description = "In a column of text. Default: CROCKFORD_BASE32.")
    private SnowflakeText text = SnowflakeText.CROCKFORD_BASE32;

    @Option(names = "--worker", paramLabel = "N", description = "A number never used. Default: the highest.")
    private @Nullable Long worker;

    @Mixin
    private StoreOptions options = new StoreOptions();

    @Option(names = "--store-is-right", description = "Though it lacks workers of the ids.")
    private boolean storeIsRight;

    @Option(names = "--write", description = "Do it. Without: say what it would do.")
    private boolean write;

    @Option(names = "--json", description = "The result as a JSON object.")
    private boolean json;

    private SnowflakeLayout layout = SnowflakeLayout.STANDARD;

    BackfillCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws SQLException {
        layout = given == null ? SnowflakeLayout.STANDARD : given;
        BackfillTable rows = new BackfillTable(options.connections(), table, id, created, key, zone);
        try (OwnedStore owned = options.store()) {
            return call(rows, owned.store());
        }
    }

    private int call(BackfillTable rows, ReservationStore store) throws SQLException {
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
        requirePast(rows, found, end);
        requireKey(rows.ambiguousKeys(), rows.nullKeys());
        requireReserved(seen, store, namespace);
        long planned = unused.choose(worker, seen::contains);
        requireFormat(pastIds(planned, end, bound -> 0), found);
        if (!write) {
            report(planned, found, 0, found.rows());
            return Exit.DONE;
        }
        StoredSlot slot = unused.claim(worker, seen::contains, end);
        PastIds ids =
                pastIds(slot.worker(), end, bound -> ThreadLocalRandom.current().nextLong(bound));
        Backfill.Result done = new Backfill(rows, numbers, text, layout, shell).run(ids, found.rows());
        report(slot.worker(), found, done.written(), rows.rows().rows());
        return exit(rows.withKeys(done.missed()));
    }

    private PastIds pastIds(long number, long end, LongUnaryOperator randomBelow) {
        return new PastIds(layout, number, fields, end, randomBelow);
    }

    /** Where the store has lost rows, or was never that of all, the ids that are there may tell. */
    private Set<Long> workersIn(BackfillTable rows, boolean numbers) throws SQLException {
        Set<Long> seen = new HashSet<>();
        rows.ids(numbers, this::read, present -> {
            requireOfLayout(present);
            seen.add(layout.split(present).worker());
        });
        return seen;
    }

    private long read(String present) {
        requireLayout();
        try {
            return text.parse(layout, present);
        } catch (IllegalArgumentException e) {
            throw new RefusedException("column [" + id + "] of " + table + " has text [" + present
                    + "], which is no id in form " + text + " of layout [" + layout.name()
                    + "], so what worker made it can't be told; give the --text and the --layout of the ids in it: "
                    + e.getMessage());
        }
    }

    private void requireLayout() {
        if (given == null) {
            throw new RefusedException("column [" + id + "] of " + table
                    + " has ids, and ids of two layouts can be equal; give the --layout that they are made with");
        }
    }

    /** Ids of another layout would tell of other workers than those that made them. */
    private void requireOfLayout(long present) {
        requireLayout();
        Instant latest = shell.clock().instant().plus(options.terms().maxSkew());
        boolean fits = present >= 0 && Readings.fits(present, layout);
        if (!fits || layout.instant(present).isAfter(latest)) {
            throw new RefusedException("id [" + present + "] in column [" + id + "] of " + table + " is not of layout ["
                    + layout.name() + "], "
                    + (fits
                            ? "in which it would be of " + layout.instant(present)
                            : "whose ids are from 0 to below 2^" + layout.width())
                    + "; give the --layout that the ids are made with");
        }
    }

    /** A worker of the column without a row: the store is another one, or has lost rows. Read after the column. */
    private void requireReserved(Set<Long> seen, ReservationStore store, String namespace) {
        Set<Long> unknown = new TreeSet<>(seen);
        store.read(namespace).forEach(row -> unknown.remove(row.worker()));
        if (!unknown.isEmpty() && !storeIsRight) {
            throw new RefusedException("column [" + id + "] of " + table + " has ids of " + unknown.size()
                    + " workers, such as " + unknown.stream().limit(5).toList() + ", that have no row in namespace ["
                    + namespace + "] of [" + store.describe() + "], so other numbers may have been used without a row,"
                    + " too; give the --url, --store and --namespace of those who made them, or --store-is-right if no"
                    + " process without a row here can still make or write ids");
        }
    }

    /** What the layout, its fields or the form refuse is refused before a number is spent. */
    private void requireFormat(PastIds ids, Rows found) {
        Instant from = found.from();
        if (from != null) {
            ids.next(from).ifPresent(first -> text.format(layout, first));
        }
    }

    /** Before anything is written. */
    private void requirePast(BackfillTable rows, Rows found, long end) throws SQLException {
        if (found.timed() < found.rows()) {
            throw new RefusedException((found.rows() - found.timed()) + " of " + found.rows() + " rows of " + table
                    + " without an id have no time in [" + created + "], such as that of " + rows.timeless()
                    + "; set it, or give those rows an id first");
        }
        Instant from = found.from();
        Instant to = found.to();
        if (from != null && from.isBefore(layout.epoch())) {
            throw new RefusedException("the oldest row of " + table + ", " + rows.oldest() + ", is of " + from
                    + ", before layout ["
                    + layout.name() + "] begins at " + layout.epoch()
                    + "; use one with an older epoch, such as " + layout.name() + "@1990-01-01T00:00:00Z");
        }
        if (to != null && to.plus(layout.tick()).toEpochMilli() > end) {
            throw new RefusedException("the youngest row of " + table + ", " + rows.youngest() + ", is of " + to
                    + ", and now it is "
                    + Instant.ofEpochMilli(end) + "; correct times that lie ahead, and the --zone if it is a wrong one,"
                    + " or wait for a moment");
        }
    }

    private void requireKey(long ambiguous, long nulls) {
        if (nulls > 0) {
            throw new RefusedException("key " + key + " of " + table + " is null in " + nulls
                    + " rows, which no update would find; name a key that is never null");
        }
        if (ambiguous > 0) {
            throw new RefusedException(
                    "key " + key + " of " + table + " has " + ambiguous
                            + " values that stand for more than one row, and these would get one id; name a key that is unique");
        }
    }

    /** A row that came or changed while it ran is none of these. */
    private int exit(long unfound) {
        if (unfound == 0) {
            return Exit.DONE;
        }
        shell.err()
                .println(unfound + " rows of " + table + " have no id, though the key " + key
                        + " was read from them: the database does not find them by it; name a key of another type");
        return Exit.REFUSED;
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
            if (given == null) {
                shell.out().println("layout [" + layout.name() + "] is assumed to be that of all ids of the column");
            }
            shell.out().println("nothing is written without --write");
        } else if (left > 0) {
            shell.out()
                    .println(
                            "the rows that are left came while it ran, or too many rows have one time; run it again in a moment");
        }
    }
}
