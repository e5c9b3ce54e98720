package io.github.hibernateidgen.moves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.worker.WorkerSource;
import io.hypersistence.tsid.TSID;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids of hypersistence-tsid, which {@code @Tsid} makes, in the layout of docs/migrating/from-snowflake.md. */
class TsidTest {

    private static final Instant START = Instant.parse("2026-11-22T12:00:00Z");

    private static SnowflakeLayout layout;

    @BeforeAll
    static void readTheGuide() throws IOException {
        Map<String, Object> settings = Guide.page("from-snowflake").settings().get(0);
        layout = SnowflakeLayout.named("tsid")
                .epoch(Instant.parse((String) settings.get("hibernate.idgen.snowflake.layouts.tsid.epoch")))
                .fields((String) settings.get("hibernate.idgen.snowflake.layouts.tsid.fields"))
                .build();
    }

    private static TSID.Factory factory(int nodeBits, int node, Instant now) {
        return factory(nodeBits, node, now, TestSeed.random()::nextInt);
    }

    private static TSID.Factory factory(int nodeBits, int node, Instant now, IntSupplier random) {
        return TSID.Factory.builder()
                .withNodeBits(nodeBits)
                .withNode(node)
                .withRandomFunction(random)
                .withClock(Clock.fixed(now, ZoneOffset.UTC))
                .build();
    }

    @Test
    void itsTimeNodeAndCounterAreOurTimeWorkerAndSequence() {
        TSID.Factory factory = factory(10, 700, START);
        for (int i = 0; i < 1_000; i++) {
            long id = factory.generate().toLong();
            SnowflakeParts parts = layout.split(id);
            assertThat(parts.instant()).isEqualTo(TSID.from(id).getInstant());
            assertThat(parts.worker()).isEqualTo(700);
            assertThat(parts.sequence()).isEqualTo(id & 0xFFF);
            assertThat(layout.compose(parts)).as("which we could make, too").isEqualTo(id);
        }
    }

    /** Numbers can be kept apart where they have the same bits, and nowhere else. */
    @Test
    void aNodeOf5BitsIsAWorkerOf5BitsAndManyOf10() {
        SnowflakeLayout narrow = SnowflakeLayout.named("narrow")
                .epoch(layout.epoch())
                .fields("time:41, worker:5, sequence:17")
                .build();
        TSID.Factory factory = factory(5, 3, START);
        Set<Long> same = new HashSet<>();
        Set<Long> workers = new HashSet<>();
        for (int i = 0; i < 1 << 17; i++) {
            long id = factory.generate().toLong();
            same.add(narrow.split(id).worker());
            workers.add(layout.split(id).worker());
        }
        assertThat(same).containsExactly(3L);
        assertThat(workers).hasSize(32).contains(3L * 32, 3L * 32 + 31);
    }

    /** However the old ones divide their 22 bits. Their counter starts low: one that is full goes ahead of its clock. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5, 10, 14})
    void thoseOfAnEarlierMillisecondAreBelowOurs(int nodeBits) {
        long ours = new SnowflakeGenerator(layout, WorkerSource.fixed(0)).nextId();
        Instant now = layout.instant(ours);
        int highest = (1 << nodeBits) - 1;
        assertThat(factory(nodeBits, highest, now.minusMillis(1), () -> 0)
                        .generate()
                        .toLong())
                .isLessThan(ours)
                .isLessThan(layout.firstId(now));
        assertThat(factory(nodeBits, 0, now.plusMillis(1)).generate().toLong()).isGreaterThan(ours);
    }

    /** Why a start waits for what the guide has written into the table. */
    @Test
    void aFullCounterTakesATsidAheadOfItsClock() {
        TSID.Factory factory = factory(10, 700, START);
        long last = 0;
        for (int i = 0; i < 3 * 4_096; i++) {
            last = factory.generate().toLong();
        }
        assertThat(layout.instant(last)).isAfterOrEqualTo(START.plusMillis(2));
    }

    /** What hypersistence-tsid 2.1.4 does where its counter has fewer than 8 bits, which its random start needs. */
    @Test
    void moreThan14BitsOfNodeTakeItHoursAhead() {
        long id = factory(20, 0, START).generate().toLong();
        assertThat(layout.instant(id)).isAfter(START.plusSeconds(3_600));
    }

    @Test
    void itsTextIsOurs() {
        Random random = TestSeed.random();
        for (int i = 0; i < 1_000; i++) {
            long id = random.nextLong() >>> 1;
            String text = TSID.from(id).toString();
            assertThat(SnowflakeText.CROCKFORD_BASE32.format(id)).isEqualTo(text);
            assertThat(SnowflakeText.CROCKFORD_BASE32.parse(text)).isEqualTo(id);
        }
    }

    @Test
    void oursEndWhereItsNumberBecomesNegative() {
        assertThat(layout.end()).isEqualTo(Instant.parse("2089-09-06T15:47:35.552Z"));
        assertThat(factory(10, 0, layout.end()).generate().toLong()).isNegative();
        assertThat(factory(10, 0, layout.end().minusMillis(1)).generate().toLong())
                .isPositive();
    }
}
