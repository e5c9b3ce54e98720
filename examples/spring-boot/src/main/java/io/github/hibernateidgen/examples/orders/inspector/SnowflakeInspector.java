package io.github.hibernateidgen.examples.orders.inspector;

import io.github.hibernateidgen.examples.orders.inspector.Inspection.Form;
import io.github.hibernateidgen.examples.orders.inspector.Inspection.Part;
import io.github.hibernateidgen.examples.orders.inspector.Ruler.Cell;
import io.github.hibernateidgen.snowflake.LayoutField;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Draws Snowflake ids, with a cell for each field of the layout. */
final class SnowflakeInspector {

    private static final Duration EARLY = Duration.ofMinutes(1);

    private SnowflakeInspector() {}

    static Inspection inspect(long id, SnowflakeLayout layout) {
        List<Cell> cells = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        int below = layout.width();
        cells.add(new Cell("", "", bits(id, below, Long.SIZE - below, Role.UNUSED)));
        for (LayoutField field : layout.fields()) {
            below -= field.bits();
            Role role = Role.valueOf(field.kind().name());
            long value = (id >>> below) & ((1L << field.bits()) - 1);
            cells.add(new Cell(field.name(), Long.toString(value), bits(id, below, field.bits(), role)));
            boolean isFine = parts.stream().anyMatch(part -> part.role() == Role.TIME);
            String meaning = isFine && role == Role.TIME
                    ? "%d × %d ms into the turn".formatted(value, layout.tick().toMillis())
                    : describe(role, value, field.bits(), layout);
            parts.add(new Part(role, field.name(), field.bits(), meaning));
        }
        return new Inspection(
                Long.toString(id),
                "Snowflake id, layout " + layout.name(),
                layout.instant(id),
                note(id, layout),
                List.of(
                        new Form("Number", Long.toString(id)),
                        new Form("Crockford Base32", SnowflakeText.CROCKFORD_BASE32.format(id)),
                        new Form("Hexadecimal", "0x%016x".formatted(id))),
                parts,
                List.of(new Ruler("64 bits, from high to low", cells)));
    }

    /**
     * Returns a remark on an id of the layout's first minute, which is probably a number from a sequence or an IDENTITY
     * column.
     */
    private static String note(long id, SnowflakeLayout layout) {
        return layout.instant(id).isBefore(layout.epoch().plus(EARLY))
                ? "In this layout the id is of the first minute after " + layout.epoch()
                        + ", before the layout was in use."
                        + " More likely it is a number from a sequence or an IDENTITY column."
                : null;
    }

    private static String describe(Role role, long value, int bits, SnowflakeLayout layout) {
        return role == Role.TIME
                ? "%d × %d ms since %s".formatted(value, layout.turn().toMillis(), layout.epoch())
                : "%d of 0 to %d".formatted(value, (1L << bits) - 1);
    }

    private static List<Bit> bits(long id, int below, int count, Role role) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Bit(((id >>> (below + count - 1 - i)) & 1) == 1, role))
                .toList();
    }
}
