package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import io.github.hibernateidgen.testing.TestSeed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random layouts against a naive model, which writes the fields one after the other as strings of 0 and 1. */
class SnowflakeLayoutPropertyTest {

    private static final int LAYOUTS = 2_000;
    private static final int VALUES = 10;

    private final Random random = TestSeed.random();

    @Test
    void composeAndSplitAreInverseAndPutEachPartIntoItsField() {
        for (int i = 0; i < LAYOUTS; i++) {
            SnowflakeLayout layout = randomLayout();
            for (int j = 0; j < VALUES; j++) {
                long tick = anyOf(bits(layout, Kind.TIME));
                SnowflakeParts parts = new SnowflakeParts(
                        startOf(layout, tick),
                        anyOf(bits(layout, Kind.WORKER)),
                        anyOf(bits(layout, Kind.SEQUENCE)),
                        anyEntityFields(layout),
                        anyOf(bits(layout, Kind.SHARD)));
                long id = layout.compose(parts);
                String context = layout + " " + parts + " " + TestSeed.describe();
                assertThat(id).as(context).isEqualTo(model(layout, tick, parts));
                assertThat(layout.split(id)).as(context).isEqualTo(parts);
            }
        }
    }

    @Test
    void everyIdOfTheLayoutsWidthComesBackFromItsParts() {
        for (int i = 0; i < LAYOUTS; i++) {
            SnowflakeLayout layout = randomLayout();
            for (int j = 0; j < VALUES; j++) {
                long id = anyOf(layout.width());
                SnowflakeParts parts = layout.split(id);
                String context = layout + " " + id + " " + TestSeed.describe();
                assertThat(layout.compose(parts)).as(context).isEqualTo(id);
                assertThat(layout.instant(id)).as(context).isEqualTo(parts.instant());
                assertThat(layout.shard(id)).as(context).isEqualTo(parts.shard());
            }
        }
    }

    @Test
    void anInstantInsideATickGivesTheIdsOfTheTick() {
        for (int i = 0; i < LAYOUTS; i++) {
            SnowflakeLayout layout = randomTimeFirst();
            for (int j = 0; j < VALUES; j++) {
                long id = anyOf(layout.width());
                Instant inside = layout.instant(id)
                        .plusNanos(random.nextLong(layout.tick().toNanos()));
                String context = layout + " " + id + " at " + inside + " " + TestSeed.describe();
                assertThat(id).as(context).isBetween(layout.firstId(inside), layout.lastId(inside));
                assertThat(layout.instant(layout.firstId(inside))).as(context).isEqualTo(layout.instant(id));
                assertThat(layout.instant(layout.lastId(inside))).as(context).isEqualTo(layout.instant(id));
            }
        }
    }

    @Test
    void theIdOfALaterTickIsGreaterWhateverTheOtherFieldsHold() {
        for (int i = 0; i < LAYOUTS; i++) {
            SnowflakeLayout layout = randomTimeFirst();
            for (int j = 0; j < VALUES; j++) {
                long a = anyOf(layout.width());
                long b = anyOf(layout.width());
                int byInstant = layout.instant(a).compareTo(layout.instant(b));
                if (byInstant != 0) {
                    assertThat(Long.compare(a, b))
                            .as("%s %s %s %s", layout, a, b, TestSeed.describe())
                            .isEqualTo(Integer.signum(byInstant));
                }
            }
        }
    }

    @Test
    void insideATickTheIdsOfOneWorkerAndEntityFollowTheSequence() {
        for (int i = 0; i < LAYOUTS; i++) {
            SnowflakeLayout layout = randomLayout();
            SnowflakeParts parts = layout.split(anyOf(layout.width()));
            if (parts.sequence() + 1 < layout.idsPerTick()) {
                SnowflakeParts next = new SnowflakeParts(
                        parts.instant(), parts.worker(), parts.sequence() + 1, parts.entityFields(), parts.shard());
                assertThat(layout.compose(next))
                        .as("%s %s %s", layout, parts, TestSeed.describe())
                        .isGreaterThan(layout.compose(parts));
            }
        }
    }

    private static long model(SnowflakeLayout layout, long tick, SnowflakeParts parts) {
        String worker = binary(parts.worker(), bits(layout, Kind.WORKER));
        String time = binary(tick, bits(layout, Kind.TIME));
        StringBuilder id = new StringBuilder();
        for (LayoutField field : layout.fields()) {
            switch (field.kind()) {
                case TIME -> {
                    id.append(time, 0, field.bits());
                    time = time.substring(field.bits());
                }
                case SEQUENCE -> id.append(binary(parts.sequence(), field.bits()));
                case ENTITY -> id.append(binary(parts.entityFields().get(field.name()), field.bits()));
                case SHARD -> id.append(binary(parts.shard(), field.bits()));
                case SCATTER -> throw new AssertionError("ScatterTest has these");
                case WORKER -> {
                    id.append(worker, 0, field.bits());
                    worker = worker.substring(field.bits());
                }
            }
        }
        return Long.parseLong(id.toString(), 2);
    }

    private static String binary(long value, int bits) {
        String digits = value == 0 ? "" : Long.toBinaryString(value);
        return "0".repeat(bits - digits.length()) + digits;
    }

    private static Instant startOf(SnowflakeLayout layout, long tick) {
        return layout.epoch().plusMillis(tick * layout.tick().toMillis());
    }

    private static int bits(SnowflakeLayout layout, Kind kind) {
        return layout.fields().stream()
                .filter(field -> field.kind() == kind)
                .mapToInt(LayoutField::bits)
                .sum();
    }

    private Map<String, Long> anyEntityFields(SnowflakeLayout layout) {
        Map<String, Long> values = new HashMap<>();
        for (LayoutField field : layout.fields()) {
            if (field.kind() == Kind.ENTITY) {
                values.put(field.name(), anyOf(field.bits()));
            }
        }
        return values;
    }

    /** A number of so many bits; the least and the greatest come often. */
    private long anyOf(int bits) {
        long end = bits == 63 ? Long.MAX_VALUE : 1L << bits;
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> end - 1;
            default -> random.nextLong(end);
        };
    }

    /** Half of them with their time in two parts. */
    private SnowflakeLayout randomLayout() {
        while (true) {
            SnowflakeLayout layout = randomTimeFirst();
            List<LayoutField> fields = new ArrayList<>(layout.fields());
            int timeBits = fields.remove(0).bits();
            if (random.nextBoolean()) {
                return layout;
            }
            int between = random.nextInt(fields.size());
            List<LayoutField> upper = fields.subList(0, between);
            if (timeBits > 1
                    && between > 0
                    && upper.stream().noneMatch(field -> field.kind() == Kind.SEQUENCE)
                    && upper.stream().mapToInt(LayoutField::bits).sum() <= 12) {
                int turnBits = random.nextInt(1, timeBits);
                fields.add(between, new LayoutField(Kind.TIME, "time", timeBits - turnBits));
                return build(layout, turnBits, fields);
            }
        }
    }

    /** Any fields that the rules allow, an epoch before or after 1970, a tick of 1 ms, 10 ms, 1 s or any other. */
    private SnowflakeLayout randomTimeFirst() {
        long tick = List.of(1L, 10L, 1000L, random.nextLong(1, 1001)).get(random.nextInt(4));
        int timeBits = random.nextInt(1, tick == 1 ? 62 : 53);
        int sequenceBits = random.nextInt(1, 63 - timeBits);
        List<LayoutField> rest = new ArrayList<>(List.of(new LayoutField(Kind.SEQUENCE, "sequence", sequenceBits)));
        int free = 63 - timeBits - sequenceBits;
        for (int i = random.nextInt(6); i > 0 && free > 0; i--) {
            int bits = random.nextInt(1, Math.min(free, 62) + 1);
            free -= bits;
            rest.add(new LayoutField(random.nextBoolean() ? Kind.WORKER : Kind.ENTITY, "field" + i, bits));
        }
        if (free > 0 && random.nextBoolean()) {
            rest.add(new LayoutField(Kind.SHARD, "shard", random.nextInt(1, free + 1)));
        }
        Collections.shuffle(rest, random);

        long century = Duration.ofDays(36525).toMillis();
        SnowflakeLayout life = SnowflakeLayout.named("life")
                .epoch(Instant.ofEpochMilli(random.nextLong(-2 * century, 2 * century)))
                .tick(Duration.ofMillis(tick))
                .time(timeBits)
                .sequence(1)
                .build();
        return build(life, timeBits, rest);
    }

    private static SnowflakeLayout build(SnowflakeLayout life, int timeBits, List<LayoutField> rest) {
        SnowflakeLayout.Builder layout = SnowflakeLayout.named("random")
                .epoch(life.epoch())
                .tick(life.tick())
                .time(timeBits);
        for (LayoutField field : rest) {
            switch (field.kind()) {
                case TIME -> layout.time(field.bits());
                case SEQUENCE -> layout.sequence(field.bits());
                case WORKER -> layout.worker(field.name(), field.bits());
                case SHARD -> layout.shard(field.bits());
                default -> layout.entity(field.name(), field.bits());
            }
        }
        return layout.build();
    }
}
