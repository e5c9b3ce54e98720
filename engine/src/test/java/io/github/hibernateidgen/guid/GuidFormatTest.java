package io.github.hibernateidgen.guid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.TestSeed;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The formats of .NET libraries. The vectors of NHibernate, EF Core and SequentialGuid were made by running those
 * formulas on Mono's .NET, and are in this project's own tests only.
 */
class GuidFormatTest {

    private static final Instant VECTOR_TIME = Instant.parse("2024-01-02T03:04:05.6789012Z");
    private static final UUID BASE = UUID.fromString("00112233-4455-4677-8899-aabbccddeeff");
    /** r = A0 to A9 in the last, and in the first, ten bytes of .NET's Guid.ToByteArray(). */
    private static final UUID RANDOM_FIRST = UUID.fromString("a3a2a1a0-a5a4-a7a6-a8a9-000000000000");

    private static final UUID RANDOM_LAST = UUID.fromString("00000000-0000-a1a0-a2a3-a4a5a6a7a8a9");

    @ParameterizedTest(name = "{0} in order {1}")
    @CsvSource({
        "NHIBERNATE,      SQL_SERVER, 00112233-4455-4677-8899-b0eb00329028",
        "EF_CORE,         SQL_SERVER, 00112233-4455-4677-5814-08dc0b3f7b27",
        // Unix milliseconds 1704164645678 are 018cc820db2e.
        "RT_COMB,         SQL_SERVER, 00112233-4455-4677-8899-018cc820db2e",
        "RT_COMB,         BYTES,      018cc820-db2e-4677-8899-aabbccddeeff",
        // 11,045,678.9012 ms of the day times 0.3 are 3,313,703, which is 00329027.
        "RT_COMB_LEGACY,  SQL_SERVER, 00112233-4455-4677-8899-b0eb00329027",
    })
    void timeReplacesTheMostSignificantBytesOfTheBase(GuidFormat format, GuidOrder order, UUID expected) {
        assertThat(stamp(format, order, BASE, VECTOR_TIME)).isEqualTo(expected);
    }

    @Test
    void sequentialGuidReproducesItsAsStringAndAtEnd() {
        assertThat(stamp(GuidFormat.SEQUENTIAL_GUID, GuidOrder.BYTES, RANDOM_LAST, VECTOR_TIME))
                .isEqualTo(UUID.fromString("3a0fda4d-b32e-a1a0-a2a3-a4a5a6a7a8a9"));
        assertThat(stamp(GuidFormat.SEQUENTIAL_GUID, GuidOrder.SQL_SERVER, RANDOM_FIRST, VECTOR_TIME))
                .isEqualTo(UUID.fromString("a3a2a1a0-a5a4-a7a6-a8a9-3a0fda4db32e"));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource({
        "NHIBERNATE,     2079-06-06T23:59:59Z,         ffff018b80d6",
        "NHIBERNATE,     1900-01-01T00:00:00Z,         000000000000",
        "NHIBERNATE,     2024-01-01T23:59:59.9999999Z, b0ea018b8202",
        "NHIBERNATE,     2024-01-02T00:00:00Z,         b0eb00000000",
        "RT_COMB_LEGACY, 2024-01-01T23:59:59.9999999Z, b0ea018b81ff",
        "RT_COMB_LEGACY, 2024-01-02T00:00:00Z,         b0eb00000000",
    })
    void daysAndTicksStandInTheLastSixBytes(GuidFormat format, Instant instant, String bytes) {
        assertThat(stamp(format, GuidOrder.SQL_SERVER, BASE, instant))
                .asString()
                .endsWith(bytes);
    }

    @ParameterizedTest(name = "{0} refuses {1}")
    @CsvSource({
        "NHIBERNATE,      2079-06-07T00:00:00Z",
        "NHIBERNATE,      1899-12-31T23:59:59.9999999Z",
        "RT_COMB_LEGACY,  2079-06-07T00:00:00Z",
        "EF_CORE,         +10000-01-01T00:00:00Z",
        "EF_CORE,         0000-12-31T23:59:59.9999999Z",
        "SEQUENTIAL_GUID, 8921-01-01T00:00:00Z",
        "SEQUENTIAL_GUID, +10000-01-01T00:00:00Z",
        "RT_COMB,         1969-12-31T23:59:59.999Z",
        "RFC_9562,        +10889-08-02T05:31:50.656Z",
    })
    void instantOutsideTheFormatsRangeIsRefused(GuidFormat format, Instant instant) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> format.first(GuidOrder.SQL_SERVER, instant))
                .withMessageContaining("instant [" + instant + "]")
                .withMessageContaining("give one from");
    }

    @Test
    void clockPastTheFormatsRangeIsRefused() {
        FakeClock clock = new FakeClock(Instant.parse("2079-06-06T23:59:59.999Z"));
        GuidGenerator generator = new GuidGenerator(GuidFormat.NHIBERNATE, GuidOrder.SQL_SERVER, clock);
        assertThat(generator.nextGuid()).isNotNull();
        clock.advance(Duration.ofMillis(1));
        assertThatIllegalStateException()
                .isThrownBy(generator::nextGuid)
                .withMessageContaining("2079-06-07T00:00:00Z")
                .withMessageContaining("1900-01-01T00:00:00Z to 2079-06-06T23:59:59.999999900Z");
    }

    static Stream<Arguments> fitting() {
        return Arrays.stream(GuidFormat.values())
                .flatMap(format -> Arrays.stream(GuidOrder.values())
                        .filter(format::fits)
                        .map(order -> Arguments.of(format, order)));
    }

    static Stream<Arguments> fittingInOrderOfTime() {
        return fitting().filter(arguments -> arguments.get()[0] != GuidFormat.INNODB);
    }

    @ParameterizedTest(name = "{0} in order {1}")
    @MethodSource("fitting")
    void generatedIdsAscendInsideATickOverMidnightAndWithTheClockSteppedBack(GuidFormat format, GuidOrder order) {
        FakeClock clock = new FakeClock(Instant.parse("2026-11-21T23:59:59.990Z"));
        GuidGenerator generator = new GuidGenerator(format, order, clock);
        UUID last = generator.nextGuid();
        Random random = TestSeed.random();
        for (int i = 0; i < 100_000; i++) {
            if (i == 50_000) {
                clock.advance(Duration.ofMinutes(-10));
            } else if (random.nextInt(100) == 0) {
                clock.advance(Duration.ofMillis(1));
            }
            UUID next = generator.nextGuid();
            assertThat(order.comparator().compare(last, next))
                    .as("%s before %s", last, next)
                    .isNegative();
            last = next;
        }
    }

    @ParameterizedTest(name = "{0} in order {1}")
    @MethodSource("fitting")
    void instantIsReadBackToTheFormatsTick(GuidFormat format, GuidOrder order) {
        Random random = TestSeed.random();
        for (int i = 0; i < 1000; i++) {
            Instant instant = Instant.parse("2000-01-01T00:00:00Z").plusMillis(random.nextLong(2_000_000_000_000L));
            UUID guid = new GuidGenerator(format, order, new FakeClock(instant)).nextGuid();
            assertThat(format.instant(order, guid)).isCloseTo(instant, within(3_400, ChronoUnit.MICROS));
            assertThat(format.instant(order, guid)).isBeforeOrEqualTo(instant.plusNanos(1000));
        }
    }

    @ParameterizedTest(name = "{0} in order {1}")
    @MethodSource("fittingInOrderOfTime")
    void firstAndLastOfAnInstantEnclosesItsIds(GuidFormat format, GuidOrder order) {
        Instant instant = Instant.parse("2026-11-21T12:00:00.123Z");
        UUID first = format.first(order, instant);
        UUID last = format.last(order, instant.plusNanos(999_900));
        GuidGenerator generator = new GuidGenerator(format, order, new FakeClock(instant));
        for (int i = 0; i < 1000; i++) {
            UUID guid = generator.nextGuid();
            assertThat(order.comparator().compare(first, guid)).isNotPositive();
            assertThat(order.comparator().compare(guid, last)).isNotPositive();
        }
        assertThat(order.comparator().compare(last, format.first(order, instant.plusMillis(10))))
                .isNegative();
    }

    private interface DotNet {
        UUID guid(UUID base, Instant instant);
    }

    static Stream<Arguments> dotNet() {
        return Stream.of(
                dotNet(GuidFormat.NHIBERNATE, GuidOrder.SQL_SERVER, DotNetGuids::nhibernate),
                dotNet(GuidFormat.RT_COMB_LEGACY, GuidOrder.SQL_SERVER, DotNetGuids::rtCombLegacy),
                dotNet(
                        GuidFormat.EF_CORE,
                        GuidOrder.SQL_SERVER,
                        (base, instant) -> DotNetGuids.efCore(base, DotNetGuids.ticks(instant))),
                dotNet(GuidFormat.RT_COMB, GuidOrder.SQL_SERVER, DotNetGuids::rtCombSql),
                dotNet(GuidFormat.RT_COMB, GuidOrder.BYTES, DotNetGuids::rtCombPostgreSql),
                dotNet(
                        GuidFormat.SEQUENTIAL_GUID,
                        GuidOrder.SQL_SERVER,
                        (base, instant) -> DotNetGuids.sequentialAtEnd(
                                ByteBuffer.allocate(16)
                                        .putLong(base.getMostSignificantBits())
                                        .putLong(base.getLeastSignificantBits())
                                        .array(),
                                instant)),
                dotNet(
                        GuidFormat.SEQUENTIAL_GUID,
                        GuidOrder.BYTES,
                        (base, instant) -> DotNetGuids.sequentialAsString(
                                ByteBuffer.allocate(16)
                                        .putLong(base.getMostSignificantBits())
                                        .putLong(base.getLeastSignificantBits())
                                        .array(),
                                instant)));
    }

    private static Arguments dotNet(GuidFormat format, GuidOrder order, DotNet formula) {
        return Arguments.of(format, order, formula);
    }

    @Test
    void formulasOfTheTestReproduceTheVectorsToo() {
        byte[] random = {-96, -95, -94, -93, -92, -91, -90, -89, -88, -87};
        assertThat(DotNetGuids.nhibernate(BASE, VECTOR_TIME)).hasToString("00112233-4455-4677-8899-b0eb00329028");
        assertThat(DotNetGuids.efCore(BASE, DotNetGuids.ticks(VECTOR_TIME)))
                .hasToString("00112233-4455-4677-5814-08dc0b3f7b27");
        assertThat(DotNetGuids.sequentialAsString(random, VECTOR_TIME))
                .hasToString("3a0fda4d-b32e-a1a0-a2a3-a4a5a6a7a8a9");
        assertThat(DotNetGuids.sequentialAtEnd(random, VECTOR_TIME))
                .hasToString("a3a2a1a0-a5a4-a7a6-a8a9-3a0fda4db32e");
    }

    @ParameterizedTest(name = "{0} in order {1}")
    @MethodSource("dotNet")
    void rowsWrittenByDotNetAndByUsAlternateInTheOrderOfTime(GuidFormat format, GuidOrder order, DotNet formula) {
        Random random = TestSeed.random();
        FakeClock clock = new FakeClock(Instant.parse("2026-11-21T23:59:50Z"));
        GuidGenerator ours = new GuidGenerator(format, order, clock);
        List<UUID> written = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            // More than one tick of any format apart, as rows of two services are.
            clock.advance(Duration.ofMillis(4 + random.nextInt(20)));
            UUID base = GuidOrder.BYTES.compose(random.nextLong(), random.nextLong(), 4);
            written.add(random.nextBoolean() ? formula.guid(base, clock.now()) : ours.nextGuid());
        }
        List<UUID> sorted = new ArrayList<>(written);
        sorted.sort(order.comparator());
        assertThat(sorted).isEqualTo(written);
    }

    /** The formula as .NET applies it, with our time: it replaces the most significant bytes of a base. */
    private static UUID stamp(GuidFormat format, GuidOrder order, UUID base, Instant instant) {
        long state = format.state(instant);
        long rest = format.lastOf(state) ^ state;
        return order.fromRanked(state | (order.high(base) & rest), order.low(base));
    }

    @ParameterizedTest
    @EnumSource(
            value = GuidFormat.class,
            names = {"NHIBERNATE", "RT_COMB", "RT_COMB_LEGACY"})
    void generatedIdsKeepVersion4AndTheVariantOfTheirBase(GuidFormat format) {
        UUID guid = new GuidGenerator(format, GuidOrder.SQL_SERVER, new FakeClock(VECTOR_TIME)).nextGuid();
        assertThat(guid.version()).isEqualTo(4);
        assertThat(guid.variant()).isEqualTo(2);
    }

    @Test
    void efCoreCountsItsTicksUpByOneForEachId() {
        FakeClock clock = new FakeClock(Instant.parse("2024-01-02T03:04:05.678Z"));
        GuidGenerator generator = new GuidGenerator(GuidFormat.EF_CORE, GuidOrder.SQL_SERVER, clock);
        Instant first = GuidFormat.EF_CORE.instant(GuidOrder.SQL_SERVER, generator.nextGuid());
        Instant second = GuidFormat.EF_CORE.instant(GuidOrder.SQL_SERVER, generator.nextGuid());
        assertThat(first).isEqualTo(clock.now());
        assertThat(second).isEqualTo(first.plusNanos(100));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "NHIBERNATE,  00112233-4455-7677-8899-b0eb00329028",
        "NHIBERNATE,  00112233-4455-4677-d899-b0eb00329028",
        "EF_CORE,     00112233-4455-1677-5814-08dc0b3f7b27",
        "RT_COMB,     00112233-4455-8677-8899-018cc820db2e",
    })
    void instantOfAnIdWithOtherFixedBitsIsRefused(GuidFormat format, UUID guid) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> format.instant(GuidOrder.SQL_SERVER, guid))
                .withMessageContaining(guid.toString())
                .withMessageContaining("read it with the format");
    }

    @ParameterizedTest(name = "{0} in {1}: {2}")
    @CsvSource({
        "RFC_9562, BYTES, true", "RFC_9562, SQL_SERVER, true", "RFC_9562, MARIADB, true",
        "INNODB, BYTES, true", "INNODB, SQL_SERVER, false", "INNODB, MARIADB, true",
        "NHIBERNATE, BYTES, false", "NHIBERNATE, SQL_SERVER, true", "NHIBERNATE, MARIADB, true",
        "EF_CORE, BYTES, false", "EF_CORE, SQL_SERVER, true", "EF_CORE, MARIADB, false",
        "SEQUENTIAL_GUID, BYTES, true", "SEQUENTIAL_GUID, SQL_SERVER, true", "SEQUENTIAL_GUID, MARIADB, false",
        "RT_COMB, BYTES, true", "RT_COMB, SQL_SERVER, true", "RT_COMB, MARIADB, true",
        "RT_COMB_LEGACY, BYTES, false", "RT_COMB_LEGACY, SQL_SERVER, true", "RT_COMB_LEGACY, MARIADB, true",
    })
    void formatsSayWhichOrdersFit(GuidFormat format, GuidOrder order, boolean fits) {
        assertThat(format.fits(order)).isEqualTo(fits);
    }
}
