package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "workers",
        description = "Lists who holds which worker number until when.",
        footer = {
            "",
            "A number is free for all once its end has passed; nothing need be done.",
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
            List<StoredSlot> slots = store.read(namespace, 0, Long.MAX_VALUE).slots().stream()
                    .sorted(Comparator.comparingLong(StoredSlot::worker))
                    .toList();
            long now = shell().clock().millis();
            if (!json) {
                out().println("namespace [" + namespace + "] in [" + store.describe() + "], "
                        + (slots.isEmpty()
                                ? "in which no number was ever reserved"
                                : "at " + Instant.ofEpochMilli(now)));
            }
            slots.forEach(slot -> out().println(json ? Json.line(object(slot, now)) : line(slot, now)));
            return Exit.DONE;
        }
    }

    private static String line(StoredSlot slot, long now) {
        return String.format(
                Locale.ROOT,
                "%6d  %s %-24s  %s",
                slot.worker(),
                isHeld(slot, now) ? "held until" : "free since",
                Instant.ofEpochMilli(slot.reservedUntil()),
                slot.owner());
    }

    private static Map<String, Object> object(StoredSlot slot, long now) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("worker", slot.worker());
        object.put("held", isHeld(slot, now));
        object.put("reservedUntil", Instant.ofEpochMilli(slot.reservedUntil()).toString());
        object.put("owner", slot.owner());
        return object;
    }

    private static boolean isHeld(StoredSlot slot, long now) {
        return slot.reservedUntil() > now;
    }
}
