package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The times of GUIDs that a format can write, and the times that it cannot write. */
class ReadingsTest {

    private static final Instant MIDNIGHT = Instant.parse("2026-11-21T00:00:00Z");

    /** The last group has the day, b509 for 2026-11-21, and the ticks since midnight. A day has 0x18b8200 ticks of 1/300 s. */
    @ParameterizedTest
    @CsvSource({
        "NHIBERNATE,     6f1f7c52-3d0e-4c8a-9b1f-b50900000000, 2026-11-21T00:00:00Z",
        "NHIBERNATE,     6f1f7c52-3d0e-4c8a-9b1f-b509018b8202, 2026-11-21T23:59:59.998026666Z",
        "NHIBERNATE,     6f1f7c52-3d0e-4c8a-9b1f-b509018b8203,",
        "NHIBERNATE,     6f1f7c52-3d0e-4c8a-9b1f-b50903d0e4c8,",
        "NHIBERNATE,     6f1f7c52-3d0e-4c8a-9b1f-b509ffffffff,",
        "NHIBERNATE,     6f1f7c52-3d0e-4c8a-9b1f-ffff018b8202, 2079-06-06T23:59:59.998026666Z",
        "NHIBERNATE,     6f1f7c52-3d0e-4c8a-9b1f-ffff018b8203,",
        "RT_COMB_LEGACY, 6f1f7c52-3d0e-4c8a-9b1f-b50900000000, 2026-11-21T00:00:00Z",
        "RT_COMB_LEGACY, 6f1f7c52-3d0e-4c8a-9b1f-b509018b81ff, 2026-11-21T23:59:59.996666667Z",
        "RT_COMB_LEGACY, 6f1f7c52-3d0e-4c8a-9b1f-b509018b8200,",
        "RT_COMB_LEGACY, 6f1f7c52-3d0e-4c8a-9b1f-b50903d0e4c8,",
        "RT_COMB_LEGACY, 6f1f7c52-3d0e-4c8a-9b1f-b509ffffffff,",
        "EF_CORE,        6f1f7c52-3d0e-4c8a-3fff-2bca2875f437, 9999-12-31T23:59:59.999999900Z",
        "EF_CORE,        6f1f7c52-3d0e-4c8a-4000-2bca2875f437,",
        "EF_CORE,        6f1f7c52-3d0e-4c8a-4000-ffffffffffff,",
    })
    void readsOnlyATimeThatTheFormatWrites(GuidFormat format, UUID guid, Instant time) {
        for (GuidOrder order : GuidOrder.values()) {
            assertThat(Readings.in(format, order, guid).map(Reading::instant))
                    .as("%s", order)
                    .isEqualTo(Stream.ofNullable(time).findFirst());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = GuidFormat.class,
            names = {"NHIBERNATE", "RT_COMB_LEGACY"})
    void readsFewRandomGuidsInAFormatWithTheTimeOfDay(GuidFormat format) {
        Random random = new Random(39);
        long read = Stream.generate(() ->
                        new UUID(random.nextLong() & ~0xF000L | 0x4000, random.nextLong() & ~0L >>> 2 | Long.MIN_VALUE))
                .limit(10_000)
                .filter(guid -> Readings.of(guid, Cli.NOW).stream()
                        .anyMatch(reading -> reading.kind().startsWith(format + " ")))
                .count();
        // 16 % of the days are plausible, and 0.6 % of the ticks are less than a day: 0.1 % are expected.
        assertThat(read).isBetween(1L, 30L);
    }

    @ParameterizedTest
    @EnumSource
    void readsEachGuidOfAFormat(GuidFormat format) {
        Random random = new Random(40);
        List<Instant> times = Stream.concat(
                        Stream.of(MIDNIGHT, MIDNIGHT.minusNanos(100), MIDNIGHT.plusNanos(100)),
                        Stream.generate(() -> MIDNIGHT.plusNanos(random.nextLong(86_400_000_000_000L))))
                .limit(2_000)
                .toList();
        for (GuidOrder order : GuidOrder.values()) {
            for (Instant time : format.fits(order) ? times : List.<Instant>of()) {
                UUID guid = new PastGuids(format, order, Cli.NOW).next(time).orElseThrow();
                assertThat(Readings.in(format, order, guid))
                        .as("%s at %s", guid, time)
                        .isPresent();
                if (format != GuidFormat.INNODB) {
                    assertThat(Readings.in(format, order, format.first(order, time)))
                            .isPresent();
                    assertThat(Readings.in(format, order, format.last(order, time)))
                            .isPresent();
                }
            }
        }
    }
}
