package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.snowflake.LayoutField;
import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "layout",
        description = "Draws a layout, and says what it holds and when it ends.",
        footer = {
            "",
            "LAYOUT is a name or NAME|FIELDS[@EPOCH][/TICK]. Without one all names are",
            "listed; the last three are those of other makers.",
            "Examples: idgen layout standard",
            "          idgen layout twitter@2020-01-01T00:00:00Z",
            "          idgen layout time:39,worker:16,sequence:8@1409529600000/10ms"
        })
final class LayoutCommand implements Callable<Integer> {

    private final Shell shell;

    @Parameters(arity = "0..1", paramLabel = "LAYOUT", description = "The layout.")
    private @Nullable SnowflakeLayout layout;

    @Option(names = "--json", description = "One JSON object for each layout.")
    private boolean json;

    LayoutCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<SnowflakeLayout> layouts = layout == null ? KnownLayouts.all() : List.of(layout);
        for (SnowflakeLayout each : layouts) {
            if (json) {
                shell.out().println(Json.line(object(each)));
            } else if (layout == null) {
                shell.out().println(each.describe());
            } else {
                draw(each);
            }
        }
        return Exit.DONE;
    }

    private void draw(SnowflakeLayout drawn) {
        shell.out().println(ruler(drawn));
        boolean isTurnSeen = false;
        for (LayoutField field : drawn.fields()) {
            String values = isTurnSeen && field.kind() == Kind.TIME
                    ? "ticks of " + drawn.tick().toMillis() + " ms in the turn"
                    : values(drawn, field);
            shell.out().println(String.format(Locale.ROOT, "  %-14s %2d bits, %s", field.name(), field.bits(), values));
            isTurnSeen |= field.kind() == Kind.TIME;
        }
        shell.out()
                .println(String.format(
                        Locale.ROOT,
                        "ids     %,d a tick and worker, %,d a second and worker, workers %,d",
                        drawn.idsPerTick(),
                        perSecond(drawn),
                        drawn.workers()));
        shell.out()
                .println("ends    " + drawn.end() + ", "
                        + left(drawn.end(), shell.clock().instant()));
    }

    /** A column for each bit, from high to low. A name that is too long is cut; the lines below it have it whole. */
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
        return (long) (layout.idsPerTick() * (1000.0 / layout.tick().toMillis()));
    }

    private static String left(Instant end, Instant now) {
        double years = Duration.between(now, end).toDays() / 365.2425;
        return years < 0 ? "which is past" : String.format(Locale.ROOT, "%.1f years from now", years);
    }

    private static Map<String, Object> object(SnowflakeLayout layout) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", layout.name());
        object.put("epoch", layout.epoch().toString());
        object.put("tickMillis", layout.tick().toMillis());
        object.put("turnMillis", layout.turn().toMillis());
        object.put("fields", layout.fields().stream().map(LayoutCommand::field).toList());
        object.put("bits", layout.width());
        object.put("workers", layout.workers());
        object.put("idsPerTick", layout.idsPerTick());
        object.put("idsPerSecond", perSecond(layout));
        object.put("end", layout.end().toString());
        return object;
    }

    private static Map<String, Object> field(LayoutField field) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("kind", field.kind().name().toLowerCase(Locale.ROOT));
        object.put("name", field.name());
        object.put("bits", field.bits());
        return object;
    }
}
