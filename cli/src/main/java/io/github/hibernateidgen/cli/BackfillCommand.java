package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.internal.notation.WrittenId;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "backfill",
        description = "Gives ids to rows without an id, from their times.",
        footer = "Example: idgen backfill t --id sid --created at --key id --layout standard ...")
final class BackfillCommand extends RowsCommand {

    @Option(
            names = "--layout",
            paramLabel = "LAYOUT",
            required = true,
            description = "Layout of all ids in the column.")
    private SnowflakeLayout layout = SnowflakeLayout.STANDARD;

    @Option(names = "--field", paramLabel = "NAME=N", description = "Value of an entity field, for all rows.")
    private Map<String, Long> fields = Map.of();

    @Option(names = "--text", description = "Form of text ids. Default: CROCKFORD_BASE32.")
    private SnowflakeText text = SnowflakeText.CROCKFORD_BASE32;

    @Mixin
    private StoreOptions options = new StoreOptions();

    @Option(names = "--store-is-right", description = "Continue if the store lacks an id's worker.")
    private boolean storeIsRight;

    @Override
    public Integer call() throws SQLException {
        BackfillTable rows = rows(options.database().connections());
        try (OwnedStore owned = options.store()) {
            return call(rows, new Reservations(owned.store(), options.terms().namespace()));
        }
    }

    private int call(BackfillTable rows, Reservations reservations) throws SQLException {
        boolean numbers = rows.hasNumbers();
        OldRows found = rows.rows();
        if (found.rows() == 0) {
            return planned(found, Map.of());
        }
        Set<Long> seen = workersIn(rows, numbers);
        // Reads the store after the ids, because a process reserves a number before it makes ids with that number.
        StoredSlots reserved = reservations.read();
        WorkerRange range = options.terms().range();
        if (!range.fits(layout.workers())) {
            throw new RejectedException("--range [" + range + "] does not fit layout [" + layout.name()
                    + "], whose worker numbers are 0 to " + (layout.workers() - 1) + "; give a range of these numbers");
        }
        UnusedWorker unused = new UnusedWorker(
                reservations, new WorkerRange(range.first(), Math.min(range.end(), layout.workers()) - 1));
        long end = unused.end(
                reserved.millis(), shell().clock().instant(), options.terms().maxSkew());
        requireRows(found, Instant.ofEpochMilli(end));
        requireReserved(rows, seen, reserved, reservations);
        long planned = unused.choose(seen::contains);
        requireFormat(pastIds(planned, end, bound -> 0), found);
        if (!writes()) {
            return planned(found, ofWorker(planned));
        }
        long worker = unused.claim(seen::contains, end).worker();
        PastIds ids = pastIds(worker, end, bound -> ThreadLocalRandom.current().nextLong(bound));
        return fill(found, ofWorker(worker), rowIds(ids, numbers));
    }

    private void requireRows(OldRows found, Instant end) throws SQLException {
        found.requireTimes();
        if (found.from() != null && found.from().isBefore(layout.epoch())) {
            throw found.tooOld(", but layout [" + layout.name() + "] begins at " + layout.epoch()
                    + "; use a layout with an older epoch, such as " + layout.name() + "@1990-01-01T00:00:00Z");
        }
        // The tick of the youngest row must end at or before the end of the reservation.
        found.requireUntil(end.minus(layout.tick()), end);
        found.requireKey();
    }

    private RowIds rowIds(PastIds ids, boolean numbers) {
        return (made, update) -> {
            OptionalLong id = ids.next(made);
            if (id.isPresent() && numbers) {
                update.setLong(1, id.getAsLong());
            } else if (id.isPresent()) {
                update.setString(1, text.format(layout, id.getAsLong()));
            }
            return id.isPresent();
        };
    }

    private Map<String, Object> ofWorker(long number) {
        return Map.of("worker", number, "layout", layout.name());
    }

    private PastIds pastIds(long number, long end, LongUnaryOperator randomBelow) {
        return new PastIds(layout, number, fields, end, randomBelow);
    }

    /**
     * Returns the worker numbers in the existing ids. If the store has lost reservations, or if some processes never
     * used this store, some of these numbers are missing in the store.
     */
    private Set<Long> workersIn(BackfillTable rows, boolean numbers) throws SQLException {
        Set<Long> seen = new HashSet<>();
        rows.ids(numbers, present -> read(rows, present), present -> {
            requireOfLayout(rows, present);
            seen.add(layout.split(present).worker());
        });
        return seen;
    }

    private long read(BackfillTable rows, String present) {
        try {
            return text.parse(layout, present);
        } catch (IllegalArgumentException e) {
            throw new RejectedException("column [" + rows.id() + "] of " + rows.table() + " has text [" + present
                    + "], which is not an id in form " + text + " of layout [" + layout.name()
                    + "], so its worker is unknown; give the --text and the --layout of the ids in the column: "
                    + e.getMessage());
        }
    }

    /** Throws for an id that is not of the layout: its worker number would be read wrongly. */
    private void requireOfLayout(BackfillTable rows, long present) {
        Instant latest = shell().clock().instant().plus(options.terms().maxSkew());
        boolean fits = new WrittenId.Snowflake(present).fits(layout);
        if (!fits || layout.instant(present).isAfter(latest)) {
            throw new RejectedException("id [" + present + "] in column [" + rows.id() + "] of " + rows.table()
                    + " was not made with layout [" + layout.name() + "], "
                    + (fits
                            ? "in which its time would be " + layout.instant(present)
                            : "whose ids are from 0 to below 2^" + layout.width())
                    + "; give the --layout of the ids in this column");
        }
    }

    /**
     * Throws if an id in the column has a worker number that is in the range but has no row in the store: the options name
     * the wrong store, or the store has lost rows. With {@code --store-is-right} the command continues.
     */
    private void requireReserved(BackfillTable rows, Set<Long> seen, StoredSlots reserved, Reservations reservations) {
        Set<Long> unknown = new TreeSet<>(seen);
        // Numbers outside of the range are reserved in another region's store.
        unknown.removeIf(worker -> !options.terms().range().contains(worker));
        reserved.slots().forEach(row -> unknown.remove(row.worker()));
        if (!unknown.isEmpty() && !storeIsRight) {
            throw new RejectedException("column [" + rows.id() + "] of " + rows.table() + " has ids of "
                    + unknown.size()
                    + " workers, such as " + unknown.stream().limit(5).toList() + ", that have no row in namespace ["
                    + reservations.namespace() + "] of [" + reservations.store().describe()
                    + "], so further workers without a row may exist; give the --url, --store and --namespace of the"
                    + " processes that made these ids, or --store-is-right if all processes without a row here"
                    + " have stopped for good");
        }
    }

    /**
     * Makes a trial id for the oldest row, before a worker number is claimed. Throws if the layout, its fields or the
     * text form do not allow such an id.
     */
    private void requireFormat(PastIds ids, OldRows found) {
        Instant from = found.from();
        if (from != null) {
            ids.next(from).ifPresent(first -> text.format(layout, first));
        }
    }
}
