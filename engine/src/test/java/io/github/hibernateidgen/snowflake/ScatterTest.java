package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bits above the time that take the ids of a moment apart. */
class ScatterTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.named("scattered")
            .scatter(4)
            .time(41)
            .worker("worker", 6)
            .sequence(10)
            .build();

    private final FakeClock clock = FakeClock.at("2026-11-21T12:00:00Z");

    private SnowflakeGenerator generator(SnowflakeLayout layout, long worker) {
        return new SnowflakeGenerator(
                layout, WorkerSource.fixed(worker), SnowflakeLimits.DEFAULT, clock, clock::sleep, bound -> 0);
    }

    /** In regular steps, which a poor hash makes patterns of. */
    @ParameterizedTest(name = "{1} ids each {0} ms")
    @CsvSource({"1000, 1", "100, 1", "1, 1", "1, 16", "60000, 1", "1024, 1", "987, 1", "250, 1024"})
    void bucketsAreEvenAtEveryRate(long step, int ids) {
        for (int scatterBits = 3; scatterBits <= 6; scatterBits++) {
            SnowflakeLayout layout = SnowflakeLayout.named("scattered")
                    .fields("scatter:" + scatterBits + ", time:41, worker:6, sequence:10")
                    .build();
            SnowflakeGenerator generator = generator(layout, 5);
            Spread buckets = new Spread(layout.buckets());
            for (int made = 0; made < 20_000; made += ids) {
                clock.advanceMillis(step);
                for (long id : generator.nextIds(ids)) {
                    buckets.add(layout.bucket(id));
                }
            }
            assertThat(buckets.chiSquare()).as(layout.describe()).isLessThan(buckets.onceInAMillion());
        }
    }

    /** Processes that start together and write at the same pace do not go to one bucket together. */
    @Test
    void workersAreNotInStep() {
        Spread buckets = new Spread(LAYOUT.buckets());
        for (long worker = 0; worker < 64; worker++) {
            for (int sequence = 0; sequence < 16; sequence++) {
                buckets.add(LAYOUT.bucket(LAYOUT.compose(new SnowflakeParts(clock.now(), worker, sequence))));
            }
        }
        assertThat(buckets.chiSquare()).isLessThan(buckets.onceInAMillion());
    }

    @Test
    void idsOfOneBucketAscendAndAllDiffer() {
        SnowflakeGenerator generator = generator(LAYOUT, 5);
        long[] last = new long[16];
        long lastInOrder = -1;
        Random random = TestSeed.random();
        for (int i = 0; i < 20_000; i++) {
            clock.advanceMillis(random.nextInt(10) - 4);
            long id = generator.nextId();
            int bucket = (int) LAYOUT.bucket(id);
            assertThat(id).as(TestSeed.describe()).isGreaterThan(last[bucket]);
            assertThat(LAYOUT.timeOrdered(id)).as(TestSeed.describe()).isGreaterThan(lastInOrder);
            last[bucket] = id;
            lastInOrder = LAYOUT.timeOrdered(id);
        }
    }

    @Test
    void whatIsReadFromAnIdMakesItAgain() {
        SnowflakeGenerator generator = generator(LAYOUT, 63);
        for (long id : generator.nextIds(5_000)) {
            SnowflakeParts parts = LAYOUT.split(id);
            assertThat(parts.worker()).isEqualTo(63);
            assertThat(LAYOUT.compose(parts)).isEqualTo(id);
        }
    }

    /** The bits are those of the rest of the id, so that they can be checked in another language. */
    @Test
    void theBucketNeverChanges() {
        long rest = 0x1234567890abcL;
        assertThat(LAYOUT.bucket(LAYOUT.scattered(rest))).isEqualTo(StableHash.mixed(rest) >>> 60);
        assertThat(StableHash.mixed(1)).isEqualTo(0xb456bcfc34c2cb2cL);
    }

    @Test
    void aSpanOfTimeIsARangeForEachBucket() {
        Instant from = clock.now().plusMillis(100);
        Instant to = from.plusMillis(50);
        SnowflakeGenerator generator = generator(LAYOUT, 5);
        long[] ids = new long[2_000];
        for (int i = 0; i < ids.length; i++) {
            if (i % 8 == 0) {
                clock.advanceMillis(1);
            }
            ids[i] = generator.nextId();
        }
        List<IdRange> ranges = LAYOUT.ranges(from, to);
        assertThat(ranges).hasSize(16).isSortedAccordingTo(Comparator.comparingLong(IdRange::first));
        int inside = 0;
        for (long id : ids) {
            Instant instant = LAYOUT.instant(id);
            boolean wanted = !instant.isBefore(from) && instant.isBefore(to);
            assertThat(ranges.stream().filter(range -> range.first() <= id && id <= range.last()))
                    .hasSize(wanted ? 1 : 0);
            inside += wanted ? 1 : 0;
        }
        assertThat(inside).isBetween(100, 1_000);
    }

    /** What scatters is no part of what keeps ids apart: layouts that differ in it only must share their sequence. */
    @Test
    void aLayoutWithTheSameTimeWorkerAndSequenceSharesThem() {
        SnowflakeLayout plain = SnowflakeLayout.named("plain")
                .fields("time:41, worker:6, sequence:10")
                .build();
        assertThat(LAYOUT.makesIdsOf(plain)).isTrue();
        SnowflakeGenerator generator = generator(LAYOUT, 5);
        SnowflakeGenerator other = generator.withLayout(plain);
        for (int i = 0; i < 1_000; i++) {
            long scattered = generator.nextId();
            long id = other.nextId();
            assertThat(plain.bucket(id)).isZero();
            assertThat(id).isGreaterThan(LAYOUT.timeOrdered(scattered));
        }
    }

    @Test
    void withoutScatterASpanIsOneRange() {
        Instant from = clock.now();
        assertThat(SnowflakeLayout.STANDARD.ranges(from, from.plusSeconds(1)))
                .containsExactly(SnowflakeLayout.STANDARD.range(from, from.plusSeconds(1)));
        assertThat(SnowflakeLayout.STANDARD.buckets()).isEqualTo(1);
        assertThat(SnowflakeLayout.STANDARD.bucket(42)).isZero();
        assertThat(SnowflakeLayout.STANDARD.timeOrdered(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void scatterAndShardTogetherMakeARangeForEachPair() {
        SnowflakeLayout both = SnowflakeLayout.named("both")
                .fields("shard:2, scatter:3, time:41, sequence:10")
                .build();
        Instant from = clock.now();
        List<IdRange> ranges = both.ranges(from, from.plusMillis(1));
        assertThat(ranges).hasSize(32);
        long id = both.compose(new SnowflakeParts(from, 0, 7, Map.of(), 3));
        assertThat(both.shard(id)).isEqualTo(3);
        assertThat(ranges.subList(24, 32).stream().filter(range -> range.first() <= id && id <= range.last()))
                .hasSize(1);
    }

    @Test
    void oneRangeIsRefusedInWords() {
        Instant from = clock.now();
        for (Runnable call : Arrays.<Runnable>asList(
                () -> LAYOUT.range(from, from.plusSeconds(1)), () -> LAYOUT.firstId(from), () -> LAYOUT.lastId(from))) {
            assertThatIllegalStateException()
                    .isThrownBy(call::run)
                    .withMessage("layout [scattered] has [scatter] above its time, so a span of time is more than one"
                            + " range of ids; ask for ranges(from, to)");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "worker:5, time:41, sequence:10 ~ has [worker] above its time; put the time first, or below a shard"
                        + " and a scatter field only",
                "time:41, scatter:4, sequence:10 ~ has its scatter below its time, where it does not scatter ids; put"
                        + " it first",
                "scatter:4, scatter:4, time:41, sequence:10 ~ has [2] SCATTER fields; give it one at most",
                "time:41, shard:4, sequence:10, shard:2 ~ has [2] SHARD fields; give it one at most",
                "shard:9, scatter:4, time:40, sequence:10 ~ has [13] bits above or within its time, so a span of time is 2^13"
                        + " ranges of ids; make them 12 or fewer"
            })
    void layoutsThatBreakARuleAreRefused(String fieldsAndProblem) {
        String[] parts = fieldsAndProblem.split(" ~ ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowflakeLayout.named("mine").fields(parts[0]).build())
                .withMessage("layout [mine] " + parts[1]);
    }
}
