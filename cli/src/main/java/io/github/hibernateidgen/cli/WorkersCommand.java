package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "workers",
        description = "Lists the worker numbers, and takes one that lapsed.",
        footer = {
            "",
            "A number is free for all once its end has passed; nothing need be done.",
            "--free takes it from its last holder for good, also one that is only paused.",
            "A number whose end is ahead is refused: its holder may make ids until then.",
            "Examples: idgen workers --url jdbc:postgresql://db/orders --user app --password",
            "          idgen workers --url jdbc:postgresql://db/orders --free 7",
            "          idgen workers --store redis://cache"
        })
final class WorkersCommand implements Callable<Integer> {

    private final Shell shell;

    @Mixin
    private StoreOptions options = new StoreOptions();

    @Option(names = "--free", paramLabel = "N", description = "Take number N from a holder that is dead.")
    private @Nullable Long free;

    @Option(names = "--json", description = "One JSON object for each number.")
    private boolean json;

    WorkersCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        try (OwnedStore owned = options.store()) {
            Reservations reservations =
                    new Reservations(owned.store(), options.terms().namespace());
            if (free == null) {
                list(reservations);
            } else {
                StoredSlot freed = new LapsedWorker(reservations, shell.clock()).take(free);
                shell.out()
                        .println("worker [" + free + "] is free; ids under it begin at "
                                + Instant.ofEpochMilli(freed.reservedUntil()) + " or later");
            }
            return Exit.DONE;
        }
    }

    private void list(Reservations reservations) {
        List<StoredSlot> slots = reservations.read().slots().stream()
                .sorted(Comparator.comparingLong(StoredSlot::worker))
                .toList();
        long now = shell.clock().millis();
        if (!json) {
            shell.out()
                    .println("namespace [" + reservations.namespace() + "] in ["
                            + reservations.store().describe() + "], "
                            + (slots.isEmpty()
                                    ? "in which no number was ever reserved"
                                    : "at " + Instant.ofEpochMilli(now)));
        }
        for (StoredSlot slot : slots) {
            shell.out().println(json ? Json.line(object(slot, now)) : line(slot, now));
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
