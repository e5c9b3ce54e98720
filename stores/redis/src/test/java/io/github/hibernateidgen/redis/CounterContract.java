package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.redis.Counter.Addition;
import io.github.hibernateidgen.redis.Counter.Outcome;
import io.github.hibernateidgen.redis.Counter.State;
import io.github.hibernateidgen.testing.Threads;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every counter does. */
abstract class CounterContract {

    /** One that nobody has used. */
    abstract Counter counter();

    @Test
    void isMadeOnceAndOnlyWhereABeginningIsGiven() {
        Counter counter = counter();
        assertThat(counter.open(null, "a")).isEqualTo(new State(null, null));
        assertThat(counter.open(7L, "b")).isEqualTo(new State(7L, "b"));
        assertThat(counter.open(9L, "c")).isEqualTo(new State(7L, "b"));
        assertThat(counter.open(null, "d")).isEqualTo(new State(7L, "b"));
    }

    @Test
    void handsOutTheNextNumbers() {
        Counter counter = counter();
        counter.open(0L, "a");
        assertThat(counter.add("a", 0, 50, null)).isEqualTo(new Addition(Outcome.ADDED, 50));
        assertThat(counter.add("a", 50, 1, null)).isEqualTo(new Addition(Outcome.ADDED, 51));
        assertThat(counter.open(null, "b")).isEqualTo(new State(51L, "a"));
    }

    @Test
    void knowsOnceWhoseNumbersTheyAre() {
        Counter counter = counter();
        counter.open(0L, "a");
        assertThat(counter.add("a", 0, 50, "mine")).isEqualTo(new Addition(Outcome.ADDED, 50));
        assertThat(counter.add("a", 50, 50, "also mine")).isEqualTo(new Addition(Outcome.ADDED, 100));
        assertThat(counter.removeMark("a", 50, "another's")).isFalse();
        assertThat(counter.removeMark("b", 50, "mine")).isFalse();
        assertThat(counter.removeMark("a", 49, "mine")).isFalse();
        assertThat(counter.removeMark("a", 50, "mine")).isTrue();
        assertThat(counter.removeMark("a", 50, "mine")).as("the mark is gone").isFalse();
        assertThat(counter.removeMark("a", 100, "also mine")).isTrue();
        assertThat(counter.add("a", 100, 1, null)).isEqualTo(new Addition(Outcome.ADDED, 101));
        assertThat(counter.open(null, "b")).isEqualTo(new State(101L, "a"));
    }

    @Test
    void hasNothingForWhoHasAnotherToken() {
        Counter counter = counter();
        assertThat(counter.add("a", 0, 50, null)).isEqualTo(new Addition(Outcome.REPLACED, 0));
        counter.open(0L, "a");
        assertThat(counter.add("b", 0, 50, null)).isEqualTo(new Addition(Outcome.REPLACED, 0));
        assertThat(counter.open(null, "b")).isEqualTo(new State(0L, "a"));
    }

    /** Also where a number of floating point would round, and where the count of digits changes. */
    @ParameterizedTest
    @CsvSource({"0, 1", "9, 10", "99, 100", "49, 50", "9007199254740992, 9007199254740993"})
    void takesItsTokenAwayWhereItStandsBelowWhatItGave(long value, long given) {
        Counter counter = counter();
        counter.open(value, "a");
        assertThat(counter.add("a", given, 50, null)).isEqualTo(new Addition(Outcome.SET_BACK, 0));
        assertThat(counter.open(5L, "b")).isEqualTo(new State(value, null));
        assertThat(counter.add("a", 0, 50, null)).isEqualTo(new Addition(Outcome.REPLACED, 0));
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "10, 9", "100, 99", "50, 50", "9007199254740993, 9007199254740992"})
    void goesOnWhereItStandsNoLower(long value, long given) {
        Counter counter = counter();
        counter.open(value, "a");
        assertThat(counter.add("a", given, 50, null)).isEqualTo(new Addition(Outcome.ADDED, value + 50));
    }

    @Test
    void endsWithTheHighestLong() {
        Counter counter = counter();
        counter.open(Long.MAX_VALUE - 50, "a");
        assertThat(counter.add("a", 0, 50, null)).isEqualTo(new Addition(Outcome.ADDED, Long.MAX_VALUE));
        assertThatThrownBy(() -> counter.add("a", 0, 50, null)).isInstanceOf(RuntimeException.class);
        assertThat(counter.open(null, "b")).isEqualTo(new State(Long.MAX_VALUE, "a"));
    }

    @Test
    void givesEachNumberToOne() throws Exception {
        Counter counter = counter();
        List<List<Long>> values = Threads.callTogether(4, () -> {
            String token =
                    counter.open(0L, "of " + Thread.currentThread().getName()).token();
            List<Long> mine = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                mine.add(counter.add(token, i == 0 ? 0 : mine.get(i - 1), 3, null)
                        .value());
            }
            return mine;
        });
        assertThat(values.stream().flatMap(List::stream))
                .doesNotHaveDuplicates()
                .allMatch(value -> value % 3 == 0)
                .hasSize(400)
                .contains(3L, 1200L);
    }
}
