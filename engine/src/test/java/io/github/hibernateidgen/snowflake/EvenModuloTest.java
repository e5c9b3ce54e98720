package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids that are divided by {@code id % n}, at several rates. What it shows is in docs/sharding.md. */
class EvenModuloTest {

    private static final int IDS = Integer.getInteger("idgen.test.ids", 20_000);

    private static final Set<Integer> SHOWN = Set.of(2, 3, 8, 16, 48, 64);

    /** Ids of random arrivals, so many a second on average. Always the same ones: a fixed seed decides. */
    private static long[] ids(SnowflakeLayout layout, long spread, double perSecond) {
        FakeClock clock = FakeClock.at("2026-11-21T12:00:00Z");
        Random random = new Random(42);
        SnowflakeGenerator generator = new SnowflakeGenerator(
                layout,
                WorkerSource.fixed(5),
                new SnowflakeLimits(Duration.ZERO, Duration.ofSeconds(5), spread),
                clock,
                clock::sleep,
                random::nextLong);
        long[] ids = new long[IDS];
        for (int i = 0; i < IDS; i++) {
            clock.advance(Duration.ofNanos((long) (-Math.log(1 - random.nextDouble()) / perSecond * 1e9)));
            ids[i] = generator.nextId();
        }
        return ids;
    }

    private static Spread modulo(long[] ids, int n) {
        Spread spread = new Spread(n);
        for (long id : ids) {
            spread.add(id % n);
        }
        return spread;
    }

    private static SnowflakeLayout layout(String name) {
        return SnowflakeLayout.readyMade().stream()
                .filter(layout -> layout.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 10, 1_000, 10_000})
    void byDefaultIsEvenForAllDivisorsUpTo64(double perSecond) {
        for (String name : new String[] {"standard", "twitter", "short"}) {
            assertThat(layout(name).sequenceSpread()).isEqualTo(64);
            long[] ids = ids(layout(name), 64, perSecond);
            for (int n = 2; n <= 64; n++) {
                Spread spread = modulo(ids, n);
                assertThat(spread.chiSquare()).as("%s %% %d", name, n).isLessThan(spread.onceInAMillion());
            }
        }
    }

    /** Prints the figures that docs/sharding.md rests on, there of 100,000 ids, and holds how many divisors are uneven. */
    @ParameterizedTest
    @CsvSource({"1, 1, 32", "1, 10, 32", "1, 1000, 32", "8, 1, 4", "64, 1, 0", "64, 10, 0", "64, 1000, 0", "256, 1, 0"})
    void soManyDivisorsUpTo64AreUneven(long spread, double perSecond, int uneven) {
        long[] ids = ids(SnowflakeLayout.STANDARD, spread, perSecond);
        StringBuilder row = new StringBuilder();
        int found = 0;
        for (int n = 2; n <= 64; n++) {
            Spread places = modulo(ids, n);
            if (places.chiSquare() >= places.onceInAMillion()) {
                found++;
            }
            if (SHOWN.contains(n)) {
                row.append(String.format(Locale.ROOT, " %.2f |", places.fullest()));
            }
        }
        System.out.printf(Locale.ROOT, "| %d | %,.0f |%s %d |%n", spread, perSecond, row, found);
        assertThat(found).isEqualTo(uneven);
    }

    /** What the spread is for: without it slow traffic goes to one place. */
    @ParameterizedTest
    @CsvSource({"1, 63", "10, 62", "1000, 30"})
    void withoutASpreadOnePlaceGetsNearlyAll(double perSecond, double times) {
        long[] ids = ids(SnowflakeLayout.STANDARD, 1, perSecond);
        assertThat(modulo(ids, 64).fullest()).isGreaterThan(times);
        assertThat(modulo(ids, 2).fullest()).isGreaterThan(1.3);
        assertThat(modulo(ids, 63).fullest()).isLessThan(1.3);
    }

    @Test
    void innodbIsEvenUpToItsSpreadAndForOddDivisors() {
        assertThat(layout("innodb").sequenceSpread()).isEqualTo(16);
        long[] ids = ids(layout("innodb"), 16, 1);
        for (int n = 2; n <= 63; n++) {
            if (n <= 16 || n % 2 == 1) {
                Spread spread = modulo(ids, n);
                assertThat(spread.chiSquare()).as("innodb %% %d", n).isLessThan(spread.onceInAMillion());
            }
        }
    }

    @Test
    void narrowLayoutsSpreadAsFarAsASixteenthOfTheirSequence() {
        for (String name : new String[] {"javascript", "business-line"}) {
            assertThat(layout(name).sequenceSpread()).isEqualTo(8);
            long[] ids = ids(layout(name), 8, 1);
            assertThat(modulo(ids, 8).chiSquare()).isLessThan(modulo(ids, 8).onceInAMillion());
            assertThat(modulo(ids, 64).fullest()).isBetween(7.0, 9.0);
        }
        assertThat(SnowflakeLayout.named("tiny").time(41).sequence(4).build().sequenceSpread())
                .isEqualTo(1);
        assertThat(SnowflakeLayout.named("small").time(41).sequence(5).build().sequenceSpread())
                .isEqualTo(2);
    }

    /** What it costs is the ids that the first tick of a burst passes over: those that follow a full one start at 0. */
    @ParameterizedTest
    @ValueSource(strings = {"standard", "short", "javascript"})
    void costsNothingWhereTicksAreFull(String name) {
        SnowflakeLayout layout = layout(name);
        FakeClock clock = FakeClock.at("2026-11-21T12:00:00Z");
        SnowflakeGenerator generator = new SnowflakeGenerator(
                layout,
                WorkerSource.fixed(5),
                SnowflakeLimits.of(layout),
                clock,
                clock::sleep,
                new Random(42)::nextLong);
        long first = generator.nextId();
        int ids = Math.toIntExact(200 * layout.idsPerTick());
        long last = generator.nextIds(ids)[ids - 1];
        long ticks =
                Duration.between(layout.instant(first), layout.instant(last)).toMillis() + 1;
        assertThat(ticks).isEqualTo(201);
        assertThat(layout.split(first).sequence() + ids)
                .isEqualTo(200 * layout.idsPerTick() + layout.split(last).sequence());
    }

    @Test
    void limitsOfALayoutAreTheDefaultWithItsSpread() {
        assertThat(SnowflakeLimits.of(SnowflakeLayout.JAVASCRIPT))
                .isEqualTo(
                        new SnowflakeLimits(SnowflakeLimits.DEFAULT.maxAhead(), SnowflakeLimits.DEFAULT.maxWait(), 8));
    }
}
