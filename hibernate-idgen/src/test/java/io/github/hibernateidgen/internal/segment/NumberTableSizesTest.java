package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.TestSeed;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes with different sizes, and with different optimizers, take numbers from one table of numbers. */
class NumberTableSizesTest {

    private static final int TURNS = 60;

    @Entity(name = "OfFifty")
    static class OfFifty {
        @Id
        @SegmentId(sequence = "numbers_of_both", table = true, size = 50)
        Long id;
    }

    @Entity(name = "OfHundred")
    static class OfHundred {
        @Id
        @SegmentId(sequence = "numbers_of_both", table = true, size = 100)
        Long id;
    }

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final Random random = TestSeed.random();

    private SessionFactory start(Class<?> entity, String optimizer) {
        return Hibernate.onH2(entity)
                .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                .with(AvailableSettings.HBM2DDL_AUTO, "update")
                .with(AvailableSettings.PREFERRED_POOLED_OPTIMIZER, optimizer)
                .with(IdgenSettings.SEGMENT_MAX_PREFETCH, 1) // So that the processes fetch in turn, too.
                .start();
    }

    private record Process(SessionFactory factory, Class<?> entity) {

        List<Long> take(int count) {
            return factory.fromStatelessSession(
                    session -> Arrays.stream(Hibernate.nextIds(factory, session, entity, count))
                            .boxed()
                            .toList());
        }
    }

    /** Takes turns of up to 120 numbers each, in a random order. */
    private List<Long> takeInTurns(Process... processes) {
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < TURNS; i++) {
            numbers.addAll(processes[random.nextInt(processes.length)].take(1 + random.nextInt(120)));
        }
        return numbers;
    }

    /** Processes of the old size are replaced one by one. */
    private List<Long> replaceOneByOne(Class<?> before, Class<?> after, String optimizer) {
        List<Long> numbers = new ArrayList<>();
        try (SessionFactory old = start(before, optimizer)) {
            Process first = new Process(old, before);
            numbers.addAll(takeInTurns(first));
            try (SessionFactory updated = start(after, optimizer)) {
                Process second = new Process(updated, after);
                numbers.addAll(takeInTurns(first, second));
                old.close();
                numbers.addAll(takeInTurns(second));
            }
        }
        return numbers;
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void withPooledLoAnotherSizeNeedsNoStop(boolean isLarger) {
        assertThat(
                        isLarger
                                ? replaceOneByOne(OfFifty.class, OfHundred.class, "pooled-lo")
                                : replaceOneByOne(OfHundred.class, OfFifty.class, "pooled-lo"))
                .as(TestSeed.describe())
                .doesNotHaveDuplicates();
    }

    /** The value is the end of a segment of any size, so a process of another size takes numbers below it that are in use. */
    @Test
    void withPooledSegmentsOfTwoSizesOverlap() {
        List<Long> numbers = replaceOneByOne(OfFifty.class, OfHundred.class, "pooled");
        assertThat(numbers.stream().distinct().count()).as(TestSeed.describe()).isLessThan(numbers.size());
    }

    /** So this library does not choose pooled-lo by itself: its processes would run beside processes of before. */
    @Test
    void segmentsOfTwoOptimizersOverlap() {
        try (SessionFactory pooled = start(OfFifty.class, "pooled");
                SessionFactory pooledLo = start(OfFifty.class, "pooled-lo")) {
            List<Long> numbers = takeInTurns(new Process(pooled, OfFifty.class), new Process(pooledLo, OfFifty.class));
            assertThat(numbers.stream().distinct().count())
                    .as(TestSeed.describe())
                    .isLessThan(numbers.size());
        }
    }

    /** The value of a table is the next value, which is above all numbers of pooled, so pooled-lo begins with it. */
    @Test
    void afterAStopPooledLoReadsARowOfPooled() {
        List<Long> numbers = new ArrayList<>();
        for (String optimizer : List.of("pooled", "pooled-lo", "pooled-lo")) {
            Class<?> entity = optimizer.equals("pooled") ? OfFifty.class : OfHundred.class;
            try (SessionFactory factory = start(entity, optimizer)) {
                numbers.addAll(new Process(factory, entity).take(170));
            }
        }
        assertThat(numbers).isSorted().doesNotHaveDuplicates();
    }
}
