package io.github.hibernateidgen.guid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.testing.TestSeed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class GuidConversionTest {

    private static final Instant NOW = Instant.parse("2026-11-22T08:00:00Z");

    static Stream<Arguments> pairs() {
        return ways().stream().flatMap(from -> ways().stream().map(to -> Arguments.of(from, to)));
    }

    private record Way(GuidFormat format, GuidOrder order) {}

    /** Those of the order of time. */
    private static List<Way> ways() {
        List<Way> ways = new ArrayList<>();
        for (GuidFormat format : EnumSet.complementOf(EnumSet.of(GuidFormat.INNODB))) {
            for (GuidOrder order : GuidOrder.values()) {
                if (format != GuidFormat.EF_CORE && format.fits(order)) {
                    ways.add(new Way(format, order));
                }
            }
        }
        return ways;
    }

    /** Twenty ids of each of 50 ticks, which are far enough apart for all formats. */
    private static List<UUID> ids(Way way) {
        Random random = TestSeed.random();
        List<UUID> ids = new ArrayList<>();
        for (int tick = 0; tick < 50; tick++) {
            long state = way.format().state(NOW.plusMillis(tick * 20L));
            for (int count = 0; count < 20; count++) {
                ids.add(way.format().compose(way.order(), state + count * 17L, random.nextLong()));
            }
        }
        return ids;
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void keepsTheOrderAndTheTimeOfIds(Way from, Way to) {
        List<UUID> before = ids(from);
        List<UUID> after = before.stream()
                .map(id -> from.format().convert(from.order(), id, to.format(), to.order()))
                .toList();
        assertThat(before).isSortedAccordingTo(from.order().comparator());
        assertThat(after)
                .as(TestSeed.describe())
                .doesNotHaveDuplicates()
                .isSortedAccordingTo(to.order().comparator());
        for (int i = 0; i < before.size(); i++) {
            assertThat(to.format().instant(to.order(), after.get(i)))
                    .isBetween(
                            from.format().instant(from.order(), before.get(i)).minusMillis(4),
                            from.format().instant(from.order(), before.get(i)).plusMillis(4));
        }
    }

    @ParameterizedTest
    @EnumSource(GuidOrder.class)
    void comesBackFromAnotherOrderBitByBit(GuidOrder order) {
        for (GuidOrder other : GuidOrder.values()) {
            for (UUID id : ids(new Way(GuidFormat.RFC_9562, order))) {
                UUID there = GuidFormat.RFC_9562.convert(order, id, GuidFormat.RFC_9562, other);
                assertThat(GuidFormat.RFC_9562.convert(other, there, GuidFormat.RFC_9562, order))
                        .isEqualTo(id);
                assertThat(there.version()).isEqualTo(other.version());
            }
        }
    }

    @Test
    void refusesWhatIsNotOfTheFormat() {
        UUID random = UUID.fromString("0b6f6f0c-3f0e-4f3a-9d0f-7a4f3c2b1a00");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        GuidFormat.RFC_9562.convert(GuidOrder.BYTES, random, GuidFormat.RFC_9562, GuidOrder.SQL_SERVER))
                .withMessageContaining("its version is 4");
    }

    @Test
    void refusesAnOrderThatAFormatDoesNotFit() {
        UUID id = GuidFormat.RFC_9562.first(GuidOrder.BYTES, NOW);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> GuidFormat.RFC_9562.convert(GuidOrder.BYTES, id, GuidFormat.NHIBERNATE, GuidOrder.BYTES))
                .withMessage("format [NHIBERNATE] does not ascend in order BYTES; choose another format or order");
    }

    @Test
    void refusesAFormatWhoseTimeCountsIds() {
        UUID id = GuidFormat.EF_CORE.first(GuidOrder.SQL_SERVER, NOW);
        assertThat(GuidFormat.EF_CORE.convert(GuidOrder.SQL_SERVER, id, GuidFormat.EF_CORE, GuidOrder.SQL_SERVER))
                .isEqualTo(id);
        for (GuidFormat other : Arrays.asList(GuidFormat.RFC_9562, GuidFormat.RT_COMB)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> GuidFormat.EF_CORE.convert(GuidOrder.SQL_SERVER, id, other, GuidOrder.SQL_SERVER))
                    .withMessageContaining("has no separate counter");
        }
    }
}
