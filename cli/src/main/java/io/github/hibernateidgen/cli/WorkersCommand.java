package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "workers",
        description = "Lists who holds which worker number until when.",
        footer = {
            "",
            "When a reservation ends, every process can reserve the number.",
            "Examples: idgen workers --url jdbc:postgresql://db/orders --user app --password",
            "          idgen workers --store redis://cache"
        })
final class WorkersCommand extends ShellCommand {

    @Mixin
    private StoreOptions options = new StoreOptions();

    @Option(names = "--json", description = "One JSON object for each number.")
    private boolean json;

    @Override
    public Integer call() throws SQLException {
        try (OwnedStore owned = options.store()) {
            ReservationStore store = owned.store();
            String namespace = options.terms().namespace();
            WorkerRange range = options.terms().range();
            List<StoredSlot> slots = store.read(namespace, range.first(), range.end()).slots().stream()
                    .filter(slot -> range.contains(slot.worker()))
                    .sorted(Comparator.comparingLong(StoredSlot::worker))
                    .toList();
            long now = shell().clock().millis();
            if (!json) {
                boolean isAll = range.equals(WorkerRange.ALL);
                out().println("namespace [" + namespace + "] in [" + store.describe() + "], "
                        + (slots.isEmpty()
                                ? "in which no number" + (isAll ? "" : " of the range") + " was ever reserved"
                                : "at " + Instant.ofEpochMilli(now))
                        + (isAll ? "" : ", " + free(range, slots, now)));
            }
            for (StoredSlot slot : slots) {
                long end = slot.reservedUntil();
                String text = Instant.ofEpochMilli(end).toString();
                Holder holder = new Holder(slot.worker(), end > now, text, slot.owner());
                out().println(json ? Json.line(holder) : holder);
            }
            return Exit.DONE;
        }
    }

    private static String free(WorkerRange range, List<StoredSlot> slots, long now) {
        long held = slots.stream().filter(slot -> slot.reservedUntil() > now).count();
        long all = range.end() - range.first();
        return (all - held) + " of " + all + " numbers free in the range [" + range + "]";
    }

    /** A worker number with its reservation, printed as a line or as a JSON object. */
    private record Holder(long worker, boolean held, String reservedUntil, String owner) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%6d  %s %-24s  %s", worker, held ? "held until" : "free since", reservedUntil, owner);
        }
    }
}
