package io.github.hibernateidgen.examples.orders.inspector;

import io.github.hibernateidgen.examples.orders.inspector.Inspection.Form;
import io.github.hibernateidgen.examples.orders.inspector.Inspection.Part;
import io.github.hibernateidgen.examples.orders.inspector.Ruler.Cell;
import io.github.hibernateidgen.guid.GuidOrder;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** Draws GUIDs, with a cell for each byte. */
final class GuidInspector {

    private static final int RFC_VARIANT = 2;

    private final UUID guid;
    private final byte[] bytes;
    private final GuidRanking ranking;
    private final boolean comb;

    private GuidInspector(UUID guid, GuidRanking ranking) {
        this.guid = guid;
        this.bytes = ByteBuffer.allocate(16)
                .putLong(guid.getMostSignificantBits())
                .putLong(guid.getLeastSignificantBits())
                .array();
        this.ranking = ranking;
        this.comb = isComb(guid, ranking.order());
    }

    static Inspection inspect(UUID guid, GuidRanking ranking) {
        return new GuidInspector(guid, ranking).inspection();
    }

    /** Returns the ranking that makes COMB GUIDs of this GUID's version. */
    static GuidRanking rankingOf(UUID guid) {
        for (GuidRanking ranking : GuidRanking.values()) {
            if (isComb(guid, ranking.order())) {
                return ranking;
            }
        }
        return GuidRanking.BYTES;
    }

    private static boolean isComb(UUID guid, GuidOrder order) {
        return guid.version() == order.version() && guid.variant() == RFC_VARIANT;
    }

    private Inspection inspection() {
        Instant madeAt = comb ? ranking.order().instant(guid) : null;
        List<Cell> cells = IntStream.range(0, 16).mapToObj(this::cell).toList();
        List<Ruler> rulers = new ArrayList<>();
        rulers.add(new Ruler("128 bits as the column compares them, the byte that counts most first", cells));
        if (ranking != GuidRanking.BYTES) {
            List<Cell> asWritten = cells.stream()
                    .sorted(Comparator.comparing(
                            cell -> Integer.parseInt(cell.label().substring(1))))
                    .toList();
            rulers.add(new Ruler("The same bytes as the text has them", asWritten));
        }
        return new Inspection(
                guid.toString(),
                "%s, version %d, in order %s".formatted(comb ? "COMB GUID" : "GUID", guid.version(), ranking),
                madeAt,
                note(),
                List.of(
                        new Form("Text", guid.toString()),
                        new Form("Bytes as compared", String.join(" ", values(cells))),
                        new Form("Columns", ranking.columns())),
                comb ? parts(madeAt) : List.of(),
                rulers);
    }

    private Cell cell(int rank) {
        int place = ranking.byteAt(rank);
        int value = bytes[place] & 0xFF;
        List<Bit> bits = IntStream.range(0, 8)
                .mapToObj(
                        i -> new Bit(((value >>> (7 - i)) & 1) == 1, comb ? ranking.roleAt(8 * rank + i) : Role.OTHER))
                .toList();
        return new Cell("T" + place, "%02x".formatted(value), bits);
    }

    private static List<String> values(List<Cell> cells) {
        return cells.stream().map(Cell::value).toList();
    }

    private List<Part> parts(Instant madeAt) {
        return List.of(
                new Part(Role.TIME, "time", 48, "%d ms since 1970".formatted(madeAt.toEpochMilli())),
                new Part(Role.COUNTER, "counter", 16, Long.toString(counter())),
                new Part(Role.FIXED, "version, variant", 6, "version %d, variant 2".formatted(guid.version())),
                new Part(Role.RANDOM, "random", 58, "from a secure source"));
    }

    private long counter() {
        long counter = 0;
        for (int rank = 0; rank < 16; rank++) {
            for (Bit bit : cell(rank).bits()) {
                if (bit.role() == Role.COUNTER) {
                    counter = 2 * counter + (bit.on() ? 1 : 0);
                }
            }
        }
        return counter;
    }

    private String note() {
        if (!comb) {
            return "A COMB GUID of order %s has version %d and variant 2; this one has version %d and variant %d, so its bytes are shown without fields."
                    .formatted(ranking, ranking.order().version(), guid.version(), guid.variant());
        }
        return ranking == GuidRanking.MARIADB
                ? "Random GUIDs have version 4 too: the time means something only if this one was made for MariaDB."
                : null;
    }
}
