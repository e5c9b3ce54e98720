package io.github.hibernateidgen.segment;

import static io.github.hibernateidgen.segment.SegmentBuffer.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.testing.TestSeed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentBufferTest {

    private long now;
    private SegmentBuffer buffer = buffer(10);

    private static SegmentBuffer buffer(long size) {
        return new SegmentBuffer(OffsetAndStep.ALL, SegmentLimits.DEFAULT, size);
    }

    private long take() {
        return buffer.take(now);
    }

    private List<Long> take(int count) {
        List<Long> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(take());
        }
        return taken;
    }

    private void arrived(long first, long last) {
        buffer.arrived(new Segment(first, last), 1);
    }

    private void advanceMillis(long millis) {
        now += millis * 1_000_000;
    }

    @Test
    void asksForOneSegmentAndForTheNextWhenHalfIsUsed() {
        assertThat(take()).isEqualTo(NONE);
        assertThat(buffer.due(0)).isEqualTo(1);
        assertThat(buffer.due(1)).isZero();
        arrived(1, 10);
        assertThat(buffer.due(0)).isZero();
        take(4);
        assertThat(buffer.due(0)).isZero();
        take(1);
        assertThat(buffer.due(0)).isEqualTo(1);
        assertThat(buffer.due(1)).isZero();
    }

    @Test
    void ordersWhatArrivesOutOfOrder() {
        arrived(21, 23);
        arrived(1, 3);
        arrived(11, 13);
        assertThat(take(9)).containsExactly(1L, 2L, 3L, 11L, 12L, 13L, 21L, 22L, 23L);
        assertThat(take()).isEqualTo(NONE);
    }

    @Test
    void dropsWhatArrivesBelowWhatWasIssued() {
        arrived(11, 12);
        take(1);
        arrived(1, 10);
        assertThat(buffer.dropped()).isEqualTo(1);
        assertThat(buffer.droppedInARow()).isEqualTo(1);
        arrived(13, 14);
        assertThat(buffer.droppedInARow()).isZero();
        assertThat(take(3)).containsExactly(12L, 13L, 14L);
    }

    /** A number that is given twice is the fault of the store: it was set back, or another increment is in use. */
    @ParameterizedTest
    @CsvSource({"11, 20", "20, 20", "20, 25", "25, 31", "1, 50"})
    void rejectsASegmentThatOverlapsAnotherAndGoesOnAboveIt(long first, long last) {
        arrived(11, 20);
        take(1);
        arrived(31, 40);
        Segment twice = new Segment(first, last);
        assertThatThrownBy(() -> buffer.arrived(twice, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("it returned the segment [" + twice + "], which overlaps the earlier segment [")
                .hasMessageContaining("; check whether it was set back");
        assertThat(take()).as("a number that the store may give again").isEqualTo(NONE);
        arrived(51, 60);
        assertThat(take()).isEqualTo(51);
    }

    /** With an increment of 1 instead of 50, each segment has numbers that others have. */
    @Test
    void rejectsEachSegmentOfAnotherIncrement() {
        arrived(1, 50);
        take(1);
        for (long value = 2; value < 120; value++) {
            Segment segment = new Segment(value, value + 49);
            assertThatThrownBy(() -> buffer.arrived(segment, 1)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(take()).isEqualTo(NONE);
    }

    @Test
    void aSegmentThatIsUsedSlowlyAsksForOneAhead() {
        arrived(1, 10);
        take(10);
        advanceMillis(60_000);
        arrived(11, 20);
        take(1);
        assertThat(buffer.prefetch()).isEqualTo(1);
    }

    @Test
    void asksForMoreTheFasterSegmentsAreUsed() {
        for (int segment = 0; segment < 12; segment++) {
            arrived(segment * 10 + 1, segment * 10 + 10);
            take(10);
            advanceMillis(100);
        }
        assertThat(buffer.prefetch()).isEqualTo(10);
        assertThat(buffer.due(0)).isEqualTo(10);
        assertThat(buffer.due(4)).isEqualTo(6);
        for (int segment = 12; segment < 16; segment++) {
            arrived(segment * 10 + 1, segment * 10 + 10);
            take(10);
            advanceMillis(10_000);
        }
        assertThat(buffer.prefetch()).isEqualTo(1);
    }

    /** The wait for a slow store says nothing of the use. */
    @Test
    void timeWithNothingBufferedIsNotUse() {
        arrived(1, 10);
        take(10);
        advanceMillis(100);
        assertThat(take()).isEqualTo(NONE);
        advanceMillis(30_000);
        assertThat(take()).isEqualTo(NONE);
        arrived(11, 20);
        take(1);
        assertThat(buffer.prefetch()).isEqualTo(2);
    }

    /** The first segment of Hibernate's pooled sequences has one number only, which is used at once. */
    @Test
    void aShortSegmentSaysNothingOfTheUse() {
        arrived(1, 1);
        take(1);
        arrived(2, 11);
        take(1);
        assertThat(buffer.prefetch()).isEqualTo(1);
    }

    @Test
    void buffersNoMoreThanItMay() {
        buffer = new SegmentBuffer(
                OffsetAndStep.ALL,
                new SegmentLimits(4, 64, SegmentLimits.DEFAULT.target(), SegmentLimits.DEFAULT.timeout()),
                10);
        long next = 1;
        long most = 0;
        for (int i = 0; i < 1_000; i++) {
            for (int due = buffer.due(0); due > 0; due--) {
                arrived(next, next + 9);
                next += 10;
            }
            most = Math.max(most, buffer.buffered());
            take(1);
        }
        assertThat(buffer.prefetch()).isEqualTo(4);
        assertThat(most).isBetween(30L, 50L);
    }

    @Test
    void issuesTheNumbersOfItsOffsetOnly() {
        buffer = new SegmentBuffer(new OffsetAndStep(2, 3), SegmentLimits.DEFAULT, 10);
        arrived(1, 1);
        assertThat(buffer.buffered()).isZero();
        assertThat(buffer.due(0)).isEqualTo(1);
        arrived(2, 11);
        arrived(12, 21);
        assertThat(take(7)).containsExactly(2L, 5L, 8L, 11L, 14L, 17L, 20L);
        assertThat(take()).isEqualTo(NONE);
    }

    @Test
    void endsWithTheHighestLong() {
        arrived(Long.MAX_VALUE - 1, Long.MAX_VALUE);
        assertThat(take(2)).containsExactly(Long.MAX_VALUE - 1, Long.MAX_VALUE);
        assertThat(take()).isEqualTo(NONE);
    }

    @Test
    void clearedItGoesOnAboveWhatWasIssued() {
        arrived(1, 10);
        take(5);
        buffer.clear();
        assertThat(take()).isEqualTo(NONE);
        arrived(1, 4);
        assertThat(take()).isEqualTo(NONE);
        arrived(11, 20);
        assertThat(take()).isEqualTo(11);
    }

    @Test
    void resetItBeginsAnew() {
        arrived(101, 110);
        take(5);
        buffer.reset();
        arrived(1, 10);
        assertThat(take()).isEqualTo(1);
    }

    /** Numbers that are taken without the clock are those that would come next, up to the one that makes a fetch due. */
    @Test
    void takesWithoutTheClockWhatWouldComeNext() {
        Random random = TestSeed.random();
        for (int run = 0; run < 500; run++) {
            OffsetAndStep numbers =
                    random.nextBoolean() ? OffsetAndStep.ALL : new OffsetAndStep(1 + random.nextInt(3), 3);
            SegmentLimits limits = new SegmentLimits(
                    1 + random.nextInt(4), 1 + random.nextInt(3), Duration.ofMillis(100), Duration.ofSeconds(1));
            int size = 3 + random.nextInt(30);
            SegmentBuffer quick = new SegmentBuffer(numbers, limits, size);
            SegmentBuffer plain = new SegmentBuffer(numbers, limits, size);
            long free = 1;
            for (int step = 0; step < 60; step++) {
                String where = "run " + run + ", step " + step + ", " + TestSeed.describe();
                now += random.nextInt(200_000_000);
                if (random.nextInt(3) == 0) {
                    Segment segment = new Segment(free, free + random.nextInt(size));
                    free = segment.last() + 1 + random.nextInt(5);
                    quick.arrived(segment, 1);
                    plain.arrived(segment, 1);
                }
                int onTheWay = random.nextInt(4);
                boolean canFetch = random.nextInt(4) > 0;
                boolean ofCurrent = plain.buffered() > 0 && plain.fetchesBeforeNext() == 0;
                long number = quick.takeBeforeDue(onTheWay, canFetch);
                long expected = plain.take(now);
                boolean due = canFetch && plain.due(onTheWay) > 0;
                assertThat(number).as(where).isEqualTo(ofCurrent && !due ? expected : NONE);
                if (number == NONE) {
                    assertThat(quick.take(now)).as(where).isEqualTo(expected);
                }
                assertThat(quick.issued()).as(where).isEqualTo(plain.issued());
                assertThat(quick.buffered()).as(where).isEqualTo(plain.buffered());
            }
        }
    }
}
