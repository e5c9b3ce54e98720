package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.snowflake.LayoutField;
import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "layout",
        description = "Draws a layout, with its capacity and its end.",
        footer = {
            "",
            "LAYOUT is a name or NAME|FIELDS[@EPOCH][/TICK]. Without a layout, all names",
            "are listed. The last three layouts belong to other systems.",
            "Examples: idgen layout standard",
            "          idgen layout twitter@2020-01-01T00:00:00Z",
            "          idgen layout time:39,worker:16,sequence:8@1409529600000/10ms"
        })
final class LayoutCommand extends ShellCommand {

    @Parameters(arity = "0..1", paramLabel = "LAYOUT", description = "The layout.")
    private @Nullable SnowflakeLayout layout;

    @Override
    public Integer call() {
        if (layout == null) {
            KnownLayouts.all().forEach(each -> out().println(each.describe()));
        } else {
            draw(layout);
        }
        return Exit.DONE;
    }

    private void draw(SnowflakeLayout drawn) {
        out().println(ruler(drawn));
        boolean isTurnSeen = false;
        for (LayoutField field : drawn.fields()) {
            String values = isTurnSeen && field.kind() == Kind.TIME
                    ? "ticks of " + drawn.tick().toMillis() + " ms in the turn"
                    : values(drawn, field);
            out().println(String.format(Locale.ROOT, "  %-14s %2d bits, %s", field.name(), field.bits(), values));
            isTurnSeen |= field.kind() == Kind.TIME;
        }
        out().println(String.format(
                Locale.ROOT,
                "ids     %,d a tick and worker, %,d a second and worker, workers %,d",
                drawn.idsPerTick() * drawn.lanes(),
                perSecond(drawn),
                drawn.workers()));
        out().println("ends    " + drawn.end() + ", "
                + left(drawn.end(), shell().clock().instant()));
    }

    /**
     * Returns a line with a character for each bit, highest bit first, and a bar at each end of a field. A name that is longer
     * than its field is cut; the lines below the ruler have the full name.
     */
    static String ruler(SnowflakeLayout layout) {
        StringBuilder ruler = new StringBuilder("|" + "0".repeat(Long.SIZE - layout.width()) + "|");
        for (LayoutField field : layout.fields()) {
            String name = field.name().substring(0, Math.min(field.name().length(), field.bits()));
            int before = (field.bits() - name.length()) / 2;
            ruler.append(" ".repeat(before))
                    .append(name)
                    .append(" ".repeat(field.bits() - name.length() - before))
                    .append('|');
        }
        return ruler.toString();
    }

    private static String values(SnowflakeLayout layout, LayoutField field) {
        return field.kind() == Kind.TIME
                ? (layout.turn().equals(layout.tick()) ? "ticks of " : "turns of ")
                        + layout.turn().toMillis() + " ms since " + layout.epoch()
                : "0 to " + ((1L << field.bits()) - 1);
    }

    private static long perSecond(SnowflakeLayout layout) {
        return (long)
                (layout.idsPerTick() * layout.lanes() * (1000.0 / layout.tick().toMillis()));
    }

    private static String left(Instant end, Instant now) {
        double years = Duration.between(now, end).abs().toDays() / 365.2425;
        return String.format(Locale.ROOT, "%.1f years %s", years, end.isAfter(now) ? "from now" : "ago");
    }
}
