package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The transition alone, with 16 states a tick: 0x5a is tick 5, sequence 10. */
class SequenceCellTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            #                                          what | last  | fresh | floor | next
            the very first state                            | -1    | 0x0   | 0x0   | 0x0
            a fresh tick starts at 0                        | 0x4f  | 0x50  | 0x0   | 0x50
            a fresh tick starts at 0 however low the last   | 0x42  | 0x50  | 0x0   | 0x50
            a tick that was skipped stays unused            | 0x42  | 0x90  | 0x0   | 0x90
            counting up after the first of a tick           | 0x50  | 0x50  | 0x0   | 0x51
            counting up inside a tick                       | 0x5a  | 0x50  | 0x0   | 0x5b
            a full tick goes on in the next                 | 0x5f  | 0x50  | 0x0   | 0x60
            the clock one tick back                         | 0x5a  | 0x40  | 0x0   | 0x5b
            the clock far back                              | 0x5a  | 0x0   | 0x0   | 0x5b
            the clock far back with a full tick             | 0x5f  | 0x0   | 0x0   | 0x60
            the floor far below                             | 0x5a  | 0x60  | 0x20  | 0x60
            the floor at the last state                     | 0x5a  | 0x50  | 0x5a  | 0x5b
            the floor at the next state                     | 0x5f  | 0x50  | 0x60  | 0x60
            the floor at the fresh tick                     | 0x42  | 0x50  | 0x50  | 0x50
            the floor above the fresh tick                  | 0x42  | 0x50  | 0x70  | 0x70
            the floor above, the clock back                 | 0x5a  | 0x40  | 0x70  | 0x70
            counting up above the floor, the clock below it | 0x72  | 0x50  | 0x70  | 0x73
            """)
    void countsOnFromTheGreatestOfClockLastAndFloor(String what, String last, String fresh, String floor, String next) {
        long result = SequenceCell.next(state(last), state(fresh), state(floor), 1, SequenceCellTest::notAsked);
        assertThat(result).as(what).isEqualTo(state(next));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            #                              what | last | fresh | floor | next
            a fresh tick                        | 0x4f | 0x50  | 0x0   | 0x55
            a fresh tick after idle ones        | 0x12 | 0x50  | 0x0   | 0x55
            a fresh tick at the floor           | 0x4f | 0x50  | 0x50  | 0x55
            """)
    void aFreshTickStartsAtARandomNumberBelowTheSpread(
            String what, String last, String fresh, String floor, String next) {
        AtomicLong asked = new AtomicLong();
        long result = SequenceCell.next(state(last), state(fresh), state(floor), 8, bound -> {
            asked.set(bound);
            return 5;
        });
        assertThat(result).as(what).isEqualTo(state(next));
        assertThat(asked).hasValue(8);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            #                              what | last | fresh | floor | next
            inside a tick                       | 0x50 | 0x50  | 0x0   | 0x51
            inside a tick that started spread   | 0x55 | 0x50  | 0x0   | 0x56
            from a full tick into the next      | 0x5f | 0x50  | 0x0   | 0x60
            with the clock back                 | 0x55 | 0x40  | 0x0   | 0x56
            at a floor that the clock has to reach | 0x42 | 0x50 | 0x70 | 0x70
            """)
    void nothingButAFreshTickIsSpread(String what, String last, String fresh, String floor, String next) {
        long result = SequenceCell.next(state(last), state(fresh), state(floor), 8, SequenceCellTest::notAsked);
        assertThat(result).as(what).isEqualTo(state(next));
    }

    @Test
    void theNextStateIsAlwaysGreaterAndNeverBelowTheFloor() {
        for (long last = -1; last < 40; last++) {
            for (long fresh = 0; fresh < 40; fresh += 4) {
                for (long floor = 0; floor < 40; floor += 4) {
                    long next = SequenceCell.next(last, fresh, floor, 4, bound -> bound - 1);
                    assertThat(next).isGreaterThan(last).isGreaterThanOrEqualTo(Math.max(fresh, floor));
                }
            }
        }
    }

    private static long state(String text) {
        return Long.decode(text);
    }

    private static long notAsked(long bound) {
        throw new AssertionError("asked for a random number below " + bound);
    }
}
