package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import java.util.Locale;

/**
 * A layout as a ruler in SVG: its bits to scale, the lowest bit of each field above them, what the fields hold below. It has
 * a background of its own, in light and in dark, and is narrow enough for a phone.
 */
final class LayoutRuler {

    private static final int BIT = 7;
    private static final int MARGIN = 16;
    private static final int WIDTH = 64 * BIT + 2 * MARGIN;
    private static final int TOP = 62;
    private static final int THICK = 32;
    private static final int LINE = 21;

    private static final String HEAD = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d"\
             font-family="Helvetica, Arial, sans-serif" font-size="14">
              <title>%3$s</title>
              <style>
                .paper { fill: #ffffff; }
                text { fill: #111827; }
                .line { stroke: #6b7280; }
                .unused { fill: #f3f4f6; }
                .time { fill: #bfdbfe; }
                .worker { fill: #bbf7d0; }
                .lane { fill: #a5f3fc; }
                .entity { fill: #fde68a; }
                .shard { fill: #ddd6fe; }
                .scatter { fill: #fbcfe8; }
                .sequence { fill: #fecaca; }
                @media (prefers-color-scheme: dark) {
                  .paper { fill: #0d1117; }
                  text { fill: #e6edf3; }
                  .line { stroke: #8b949e; }
                  .unused { fill: #21262d; }
                  .time { fill: #1e40af; }
                  .worker { fill: #166534; }
                  .lane { fill: #155e75; }
                  .entity { fill: #854d0e; }
                  .shard { fill: #5b21b6; }
                  .scatter { fill: #9d174d; }
                  .sequence { fill: #991b1b; }
                }
              </style>
              <rect class="paper" width="%1$d" height="%2$d" rx="6"/>
            """;

    private final SnowflakeLayout layout;
    private final StringBuilder svg = new StringBuilder();

    private LayoutRuler(SnowflakeLayout layout) {
        this.layout = layout;
    }

    static String draw(SnowflakeLayout layout) {
        return new LayoutRuler(layout).draw();
    }

    /** Where the cell of a bit begins, from the left. */
    static int x(int bit) {
        return MARGIN + (63 - bit) * BIT;
    }

    private String draw() {
        int below = TOP + THICK + 26;
        int height = below + (layout.fields().size() + 2) * LINE + 18;
        add(HEAD, WIDTH, height, layout.describe());
        text(MARGIN, 26, " font-size=\"16\" font-weight=\"bold\"", layout.name());
        text(WIDTH - MARGIN, 26, " text-anchor=\"end\"", "%d bits", layout.width());
        number(63);
        int bit = segment("unused", 64, 64 - layout.width(), "0");
        int y = below;
        for (LayoutField field : layout.fields()) {
            int high = bit - 1;
            bit = segment(style(field), bit, field.bits(), String.valueOf(field.bits()));
            row(y, field, high, bit);
            y += LINE;
        }
        scale();
        y += 4;
        String lanes = layout.lanes() == 1 ? "" : " of " + layout.lanes() + " lanes";
        text(MARGIN, y, "", "%d workers%s, %d ids a tick each", layout.workers(), lanes, layout.idsPerTick());
        text(MARGIN, y + LINE, "", "begins %s", layout.epoch());
        text(MARGIN, y + 2 * LINE, "", "ends %s", layout.end());
        return svg.append("</svg>\n").toString();
    }

    /** Draws the bits from below one, and returns the lowest of them. */
    private int segment(String style, int above, int bits, String label) {
        int low = above - bits;
        add(
                "  <rect class=\"%s line\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>%n",
                style, x(above - 1), TOP, bits * BIT, THICK);
        text((x(above - 1) + x(low - 1)) / 2, TOP + 21, " text-anchor=\"middle\"", label);
        if (low < 63) {
            number(low);
        }
        return low;
    }

    private void number(int bit) {
        text(x(bit) + BIT / 2, TOP - 10, " text-anchor=\"middle\" font-size=\"10\"", "%d", bit);
    }

    /** A stroke for each bit, a longer one for each byte. */
    private void scale() {
        StringBuilder strokes = new StringBuilder();
        for (int bit = 63; bit >= -1; bit--) {
            strokes.append("M%d %dv-%d".formatted(x(bit), TOP, bit % 8 == 7 || bit == -1 ? 7 : 3));
        }
        add("  <path class=\"line\" fill=\"none\" d=\"%s\"/>%n", strokes);
    }

    private void row(int y, LayoutField field, int high, int low) {
        add("  <rect class=\"%s line\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\"/>%n", style(field), MARGIN, y - 11);
        text(MARGIN + 20, y, " font-weight=\"bold\"", field.name());
        text(MARGIN + 130, y, "", high == low ? "bit %d" : "bits %d to %d", high, low);
        text(MARGIN + 236, y, "", holds(field, low));
    }

    private String holds(LayoutField field, int low) {
        return field.kind() == Kind.TIME
                ? low == layout.time().turnShift() && layout.time().fineBits() > 0
                        ? "turns of " + layout.turn().toMillis() + " ms"
                        : "ticks of " + layout.tick().toMillis() + " ms"
                : "0 to " + field.max() + (field.kind() == Kind.ENTITY ? ", of the entity" : "");
    }

    private static String style(LayoutField field) {
        return field.kind().name().toLowerCase(Locale.ROOT);
    }

    private void text(int x, int y, String attributes, String format, Object... values) {
        add("  <text x=\"%d\" y=\"%d\"%s>%s</text>%n", x, y, attributes, String.format(Locale.ROOT, format, values));
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
    }
}
