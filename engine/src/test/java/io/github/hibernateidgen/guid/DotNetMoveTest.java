package io.github.hibernateidgen.guid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.TestSeed;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Where new ids stand among those of .NET libraries, as docs/migrating/from-guids.md has it. */
class DotNetMoveTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    /** Who made the rows that are there. */
    enum Library {
        NHIBERNATE(DotNetGuids::nhibernate),
        EF_CORE((base, instant) -> DotNetGuids.efCore(base, DotNetGuids.ticks(instant))),
        VERSION_7(DotNetGuids::version7),
        RANDOM((base, instant) -> base);

        private final BiFunction<UUID, Instant, UUID> formula;

        Library(BiFunction<UUID, Instant, UUID> formula) {
            this.formula = formula;
        }

        /** 2,000 ids of 2,000 hours, up to now. */
        private List<UUID> old() {
            Random random = TestSeed.random();
            List<UUID> guids = new ArrayList<>();
            for (int i = 2_000; i > 0; i--) {
                UUID base = new UUID(random.nextLong() & ~0xF000L | 0x4000, random.nextLong() >>> 2 | Long.MIN_VALUE);
                guids.add(formula.apply(base, NOW.minusSeconds(3_600L * i)));
            }
            return guids;
        }
    }

    private static List<UUID> ours(GuidFormat format, GuidOrder order) {
        return Arrays.asList(new GuidGenerator(format, order, new FakeClock(NOW)).nextGuids(1_000));
    }

    private static List<UUID> sorted(GuidOrder order, List<UUID> some, List<UUID> others) {
        List<UUID> all = new ArrayList<>(some);
        all.addAll(others);
        all.sort(order.comparator());
        return all;
    }

    private static List<UUID> join(List<UUID> first, List<UUID> then) {
        List<UUID> all = new ArrayList<>(first);
        all.addAll(then);
        return all;
    }

    @ParameterizedTest(name = "{0} in order {2}: format {1}")
    @CsvSource({"NHIBERNATE, NHIBERNATE, SQL_SERVER", "EF_CORE, EF_CORE, SQL_SERVER", "VERSION_7, RFC_9562, BYTES"})
    void newGuidsComeAfterTheOld(Library library, GuidFormat format, GuidOrder order) {
        List<UUID> old = library.old();
        List<UUID> ours = ours(format, order);
        assertThat(sorted(order, ours, old)).as(TestSeed.describe()).isEqualTo(join(old, ours));
    }

    /** NHibernate before NH-3812 wrote the time of the process's zone. */
    @ParameterizedTest
    @CsvSource({"Australia/Sydney, 11", "Europe/Berlin, 1", "America/New_York, 0"})
    void afterLocalTimesOfTheEastTheNewComeOnlyHoursLater(ZoneId zone, int hours) {
        Duration ahead = Duration.ofSeconds(zone.getRules().getOffset(NOW).getTotalSeconds());
        UUID old = DotNetGuids.nhibernate(UUID.randomUUID(), NOW.minusSeconds(1).plus(ahead));
        Comparator<UUID> order = GuidOrder.SQL_SERVER.comparator();
        for (int hour = 0; hour <= hours; hour++) {
            FakeClock clock = new FakeClock(NOW.plus(Duration.ofHours(hour)));
            UUID ours = new GuidGenerator(GuidFormat.NHIBERNATE, GuidOrder.SQL_SERVER, clock).nextGuid();
            assertThat(order.compare(old, ours) < 0).as("after %d hours", hour).isEqualTo(hour == hours);
        }
        assertThat(GuidFormat.NHIBERNATE.instant(GuidOrder.SQL_SERVER, old))
                .isCloseTo(NOW.plus(ahead), within(2, ChronoUnit.SECONDS));
    }

    @ParameterizedTest
    @EnumSource(names = {"NHIBERNATE", "EF_CORE"})
    void withoutTheFormatTheyStandInFront(Library library) {
        List<UUID> old = library.old();
        List<UUID> ours = ours(GuidFormat.RFC_9562, GuidOrder.SQL_SERVER);
        assertThat(sorted(GuidOrder.SQL_SERVER, old, ours))
                .as(TestSeed.describe())
                .isEqualTo(join(ours, old));
    }

    @ParameterizedTest(name = "{0} in order {1}")
    @CsvSource({
        "VERSION_7, SQL_SERVER",
        "NHIBERNATE, BYTES",
        "EF_CORE, BYTES",
        "RANDOM, BYTES",
        "RANDOM, SQL_SERVER",
        "RANDOM, MARIADB"
    })
    void amongGuidsThatAreScatteredTheyStandInOnePlaceNearTheFront(Library library, GuidOrder order) {
        List<UUID> old = library.old();
        assertThat(sorted(order, old, List.of())).as("scattered").isNotEqualTo(old);

        List<UUID> ours = ours(GuidFormat.RFC_9562, order);
        List<UUID> all = sorted(order, old, ours);
        int first = all.indexOf(ours.get(0));
        assertThat(all.subList(first, first + ours.size()))
                .as(TestSeed.describe())
                .isEqualTo(ours);
        assertThat(first).as("below, of 2,000, %s", TestSeed.describe()).isBetween(0, 60);
    }

    /** A process of EF Core adds 1 for each id to the clock of its start. */
    @Test
    void whatAnOldProcessOfEfCoreStillMakesGoesToWhereItStarted() {
        long start = DotNetGuids.ticks(NOW.minusSeconds(86_400));
        UUID lastWeeks = DotNetGuids.efCore(UUID.randomUUID(), start + 1_000_000);
        UUID ours = ours(GuidFormat.EF_CORE, GuidOrder.SQL_SERVER).get(0);
        assertThat(GuidOrder.SQL_SERVER.comparator().compare(lastWeeks, ours)).isNegative();
        assertThat(GuidFormat.EF_CORE.instant(GuidOrder.SQL_SERVER, lastWeeks)).isBefore(NOW.minusSeconds(86_000));
    }

    /** What counts first in 2026. */
    @ParameterizedTest
    @CsvSource({"2026-01-01T00:00:00Z, 019b, 08de, b3", "2026-12-31T23:59:59Z, 01a2, 08df, b5"})
    void theTimeOf2026BeginsAsTheGuideSays(Instant instant, String rfc, String efCore, String nhibernate) {
        UUID base = UUID.randomUUID();
        assertThat(GuidOrder.BYTES.first(instant).toString()).startsWith(rfc);
        assertThat(lastGroup(GuidOrder.SQL_SERVER.first(instant))).startsWith(rfc);
        assertThat(lastGroup(DotNetGuids.efCore(base, DotNetGuids.ticks(instant))))
                .startsWith(efCore);
        assertThat(lastGroup(DotNetGuids.nhibernate(base, instant))).startsWith(nhibernate);
    }

    private static String lastGroup(UUID guid) {
        return guid.toString().substring(24);
    }
}
