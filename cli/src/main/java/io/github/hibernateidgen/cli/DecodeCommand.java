package io.github.hibernateidgen.cli;

import static java.util.stream.Collectors.joining;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.notation.WrittenId;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "decode",
        description = "Shows when and by which worker ids were made.",
        footer = {
            "",
            "An id does not name its layout. Without --layout, or --order or --format",
            "for a GUID, every reading with a plausible time is shown.",
            "LAYOUT is a name (idgen layout lists them) or NAME|FIELDS[@EPOCH][/TICK].",
            "Examples: idgen decode 382770312745709588 --layout standard",
            "          idgen decode 0198c3a1-7b2e-7c3d-9a41-0f6e2b7d5c10",
            "          idgen decode --layout time:39,worker:16,sequence:8/10ms < ids.txt"
        })
final class DecodeCommand extends ShellCommand {

    /** From this number on, JavaScript cannot represent every integer. */
    private static final long JAVASCRIPT_END = 1L << 53;

    @Mixin
    private IdInput ids = new IdInput();

    @Option(names = "--layout", paramLabel = "LAYOUT", description = "Layout of numbers.")
    private @Nullable SnowflakeLayout layout;

    @Option(names = "--order", description = "Order of GUIDs: ${COMPLETION-CANDIDATES}.")
    private @Nullable GuidOrder order;

    @Option(names = "--format", description = "Format of GUIDs. Default with --order: RFC_9562.")
    private @Nullable GuidFormat format;

    @Mixin
    private KeyOptions keys = new KeyOptions();

    @Option(names = "--json", description = "One JSON object for each id.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Optional<IdSealer> sealer = keys.find(shell()).map(IdSealer::new);
        return ids.each(shell(), text -> decode(text, written(text, sealer)));
    }

    private void decode(String text, WrittenId written) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("id", text);
        if (written instanceof WrittenId.Guid guid) {
            result.put("guid", guid.toString());
            List<Reading> readings = readings(guid.guid());
            print(result, readings, note(guid.guid(), readings));
        } else {
            WrittenId.Snowflake snowflake = (WrittenId.Snowflake) written;
            long id = snowflake.id();
            result.put("decimal", Long.toString(id));
            result.put("base32", SnowflakeText.CROCKFORD_BASE32.format(id));
            result.put("hex", "0x" + Long.toHexString(id));
            print(result, readings(snowflake), note(text, snowflake));
        }
    }

    private WrittenId written(String text, Optional<IdSealer> sealer) {
        try {
            return IdReader.parse(text, layout == null ? KnownLayouts.all() : List.of(layout));
        } catch (RejectedException rejection) {
            return sealer.filter(keys -> IdSealer.looksSealed(text))
                    .map(opener -> opener.open(text, false, shell().clock().instant()))
                    .orElseThrow(() -> rejection);
        }
    }

    private List<Reading> readings(WrittenId.Snowflake id) {
        Instant now = shell().clock().instant();
        if (layout == null) {
            return Readings.of(id, KnownLayouts.all(), now);
        }
        if (!id.fits(layout)) {
            throw new RejectedException("id [" + id + "] has " + (Long.SIZE - Long.numberOfLeadingZeros(id.id()))
                    + " bits, but layout [" + layout.name() + "] has " + layout.width() + alternatives(id, now));
        }
        Reading reading = Readings.in(layout, id);
        if (!Readings.isPast(reading.instant(), now)) {
            throw new RejectedException("id [" + id + "] would have the time " + reading.instant() + " in layout ["
                    + layout.name() + "], but the clock reads " + now + alternatives(id, now));
        }
        if (reading.parts().isEmpty()) {
            throw new RejectedException(id.doubt(layout).orElseThrow() + alternatives(id, now));
        }
        return List.of(reading);
    }

    private static String alternatives(WrittenId.Snowflake id, Instant now) {
        List<Reading> possible = Readings.of(id, KnownLayouts.all(), now);
        return "; it could be " + (possible.isEmpty() ? small(id.id()) : "of layout " + listed(possible));
    }

    private static String listed(List<Reading> readings) {
        return readings.stream()
                .map(reading -> reading.kind() + " (" + reading.instant() + ")")
                .collect(joining(", "));
    }

    private static String small(long id) {
        return id >>> Integer.SIZE == 0
                ? "a number from a sequence or IDENTITY"
                : "of a layout with another epoch or tick: give its --layout";
    }

    private List<Reading> readings(UUID guid) {
        Instant now = shell().clock().instant();
        List<Reading> possible = Readings.of(guid, now);
        if (order == null && format == null) {
            return possible.isEmpty() ? Readings.ulid(guid, now).stream().toList() : possible;
        }
        GuidFormat wanted = format == null ? GuidFormat.RFC_9562 : format;
        List<Reading> readings = orders().flatMap(each -> Readings.in(wanted, each, guid).stream())
                .toList();
        if (readings.isEmpty()) {
            throw new RejectedException("GUID [" + guid + "] is not of format " + wanted
                    + (order == null ? "" : " in order " + order) + ": its version is " + guid.version()
                    + (hasFixedBits(wanted, guid) ? ", but its time is out of the format's range" : "")
                    + "; it could be "
                    + (possible.isEmpty()
                            ? "random, a hash, or of a format that idgen does not know"
                            : listed(possible)));
        }
        return readings;
    }

    /** Returns whether a GUID has the fixed bits of a format in one of the {@link #orders}. */
    private boolean hasFixedBits(GuidFormat wanted, UUID guid) {
        return orders().anyMatch(each -> {
            try {
                wanted.instant(each, guid);
                return true;
            } catch (IllegalArgumentException e) {
                return false;
            }
        });
    }

    /** Returns the wanted order, or all orders if none is wanted. */
    private Stream<GuidOrder> orders() {
        return order == null ? Stream.of(GuidOrder.values()) : Stream.of(order);
    }

    private @Nullable String note(String text, WrittenId.Snowflake snowflake) {
        long id = snowflake.id();
        if (id > JAVASCRIPT_END && id % 100 == 0 && text.endsWith(Long.toString(id))) {
            return "ends in 00 and is above 2^53: JavaScript may have rounded it";
        }
        return Optional.ofNullable(layout)
                .flatMap(snowflake::doubt)
                .orElse(id >>> Integer.SIZE == 0 ? "could also be " + small(id) : null);
    }

    private static @Nullable String note(UUID guid, List<Reading> readings) {
        if (guid.version() != 4) {
            return null;
        }
        String random = "random GUIDs also have version 4, and then the time has no meaning";
        return Readings.likely(readings)
                .map(format -> random + "; of RFC_9562 and INNODB, " + format
                        + " is likely: give the --format that the application's log names")
                .orElse(random);
    }

    private void print(Map<String, Object> result, List<Reading> readings, @Nullable String note) {
        readings.forEach(reading -> result.put(reading.kind(), reading.parts()));
        if (readings.isEmpty()) {
            result.put(
                    "unknown",
                    result.containsKey("guid")
                            ? "no format that idgen knows makes such a GUID with a time"
                            : "no layout that idgen knows makes such an id");
        }
        if (note != null) {
            result.put("note", note);
        }
        if (json) {
            out().println(Json.line(result));
            return;
        }
        out().println(result.remove("id"));
        result.forEach((name, value) -> out().println(String.format(
                Locale.ROOT, "  %-13s %s", name, value instanceof Map<?, ?> parts ? listed(parts) : value)));
    }

    private static String listed(Map<?, ?> parts) {
        return parts.entrySet().stream()
                .map(part ->
                        part.getKey().equals("instant") ? "" + part.getValue() : part.getKey() + " " + part.getValue())
                .collect(joining(", "));
    }
}
