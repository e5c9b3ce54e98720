package io.github.hibernateidgen.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.testing.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OffsetAndStepTest {

    @ParameterizedTest
    @CsvSource({
        "1,1,1,50,1,50",
        "1,3,1,50,1,17",
        "2,3,1,50,2,17",
        "3,3,1,50,3,16",
        "1,3,1,1,1,1",
        "2,3,1,1,2,0",
        "3,3,1,2,3,0",
        "2,3,5,5,5,1",
        "1000,1000,1,1000,1000,1"
    })
    void countsItsNumbers(int offset, int step, long first, long last, long expectedFirst, long expectedCount) {
        OffsetAndStep mine = new OffsetAndStep(offset, step);
        Segment segment = new Segment(first, last);
        assertThat(mine.first(segment)).isEqualTo(expectedFirst);
        assertThat(mine.count(segment)).isEqualTo(expectedCount);
    }

    /** They are those of MySQL's auto_increment_offset and auto_increment_increment. */
    @ParameterizedTest
    @CsvSource({
        "1,1,'1 2 3 4 5 6 7 8 9 10 11 12'",
        "1,2,'1 3 5 7 9 11'",
        "2,2,'2 4 6 8 10 12'",
        "1,3,'1 4 7 10'",
        "2,3,'2 5 8 11'",
        "3,3,'3 6 9 12'",
        "1,5,'1 6 11'",
        "4,5,'4 9'",
        "5,5,'5 10'"
    })
    void hasTheNumbersOfItsOffset(int offset, int step, String numbers) {
        assertThat(numbers(new OffsetAndStep(offset, step), new Segment(1, 12)))
                .containsExactly(
                        Stream.of(numbers.split(" ")).map(Long::valueOf).toArray(Long[]::new));
        assertThat(numbers(new OffsetAndStep(offset, step), new Segment(1, 5)))
                .isEqualTo(numbers(new OffsetAndStep(offset, step), new Segment(1, 12)).stream()
                        .filter(number -> number <= 5)
                        .toList());
    }

    private static List<Long> numbers(OffsetAndStep mine, Segment segment) {
        List<Long> numbers = new ArrayList<>();
        long next = mine.first(segment);
        for (long left = mine.count(segment); left > 0; left--, next += mine.step()) {
            numbers.add(next);
        }
        return numbers;
    }

    /** Each number of a range has exactly one offset, also at both ends of what a long holds. */
    @Test
    void offsetsShareEachRangeOut() {
        Random random = TestSeed.random();
        for (int i = 0; i < 2_000; i++) {
            int step = 1 + random.nextInt(12);
            long length = random.nextInt(60);
            long first = switch (random.nextInt(4)) {
                case 0 -> Long.MAX_VALUE - length - random.nextInt(5);
                case 1 -> Long.MIN_VALUE + random.nextInt(5);
                default -> random.nextInt(1_000) - 500;
            };
            if (first > Long.MAX_VALUE - length) {
                continue;
            }
            Segment segment = new Segment(first, first + length);
            List<Long> numbers = new ArrayList<>();
            for (int offset = 1; offset <= step; offset++) {
                List<Long> mine = numbers(new OffsetAndStep(offset, step), segment);
                long remainder = offset % step;
                assertThat(mine).allMatch(number -> Math.floorMod(number, (long) step) == remainder);
                numbers.addAll(mine);
            }
            assertThat(numbers)
                    .as(TestSeed.describe() + " " + segment + " by " + step)
                    .hasSize((int) length + 1)
                    .doesNotHaveDuplicates()
                    .allMatch(number -> number >= segment.first() && number <= segment.last());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "4,3,'offsets of step [3] are from 1 to 3; give each writer one of them'",
        "0,3,'offsets of step [3] are from 1 to 3; give each writer one of them'",
        "-1,3,'offsets of step [3] are from 1 to 3; give each writer one of them'",
        "1,0,'a step is from 1 to 1000; give the number of writers'",
        "1,1001,'a step is from 1 to 1000; give the number of writers'"
    })
    void refusesWhatIsOutOfRange(int offset, int step, String message) {
        assertThatThrownBy(() -> new OffsetAndStep(offset, step))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
