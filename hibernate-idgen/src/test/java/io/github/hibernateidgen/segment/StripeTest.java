package io.github.hibernateidgen.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.testing.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StripeTest {

    @ParameterizedTest
    @CsvSource({"0,1,1,50,1,50", "2,3,1,50,2,17", "0,3,1,50,3,16", "1,3,1,1,1,1", "2,3,1,1,2,0", "2,3,5,5,5,1"})
    void countsItsNumbers(int stripe, int of, long first, long last, long expectedFirst, long expectedCount) {
        Stripe mine = new Stripe(stripe, of);
        Segment segment = new Segment(first, last);
        assertThat(mine.first(segment)).isEqualTo(expectedFirst);
        assertThat(mine.count(segment)).isEqualTo(expectedCount);
    }

    /** Each number of a range is in exactly one stripe, also at both ends of what a long holds. */
    @Test
    void stripesShareEachRangeOut() {
        Random random = TestSeed.random();
        for (int i = 0; i < 2_000; i++) {
            int of = 1 + random.nextInt(12);
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
            for (int stripe = 0; stripe < of; stripe++) {
                Stripe mine = new Stripe(stripe, of);
                long next = mine.first(segment);
                for (long left = mine.count(segment); left > 0; left--, next += of) {
                    assertThat(Math.floorMod(next, (long) of)).isEqualTo(stripe);
                    numbers.add(next);
                }
            }
            assertThat(numbers)
                    .as(TestSeed.describe() + " " + segment + " by " + of)
                    .hasSize((int) length + 1)
                    .doesNotHaveDuplicates()
                    .allMatch(number -> number >= segment.first() && number <= segment.last());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "3,3,'stripes of [3] are numbered from 0 to 2; give each master one of them'",
        "-1,3,'stripes of [3] are numbered from 0 to 2; give each master one of them'",
        "0,0,'there are from 1 to 1000 stripes; give as many as there are masters'",
        "0,1001,'there are from 1 to 1000 stripes; give as many as there are masters'"
    })
    void refusesWhatIsNoStripe(int stripe, int of, String message) {
        assertThatThrownBy(() -> new Stripe(stripe, of))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
