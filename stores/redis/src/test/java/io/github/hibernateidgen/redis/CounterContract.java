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

    private static Addition added(long value) {
        return new Addition(Outcome.ADDED, value, null);
    }

    @Test
    void isMadeOnceAndOnlyWhereABeginningIsGiven() {
        Counter counter = counter();
        assertThat(counter.open(null, "a")).isEqualTo(new State(null, null, false));
        State made = counter.open(7L, "b");
        assertThat(made).isEqualTo(new State(7L, made.token(), true));
        assertThat(made.token()).startsWith("b@");
        assertThat(counter.open(9L, "c")).isEqualTo(new State(7L, made.token(), false));
        assertThat(counter.open(null, "d")).isEqualTo(new State(7L, made.token(), false));
    }

    /** The driver repeats a request whose answer was lost. */
    @Test
    void whoHasMadeItIsToldSoAgain() {
        Counter counter = counter();
        State made = counter.open(7L, "a");
        assertThat(counter.open(7L, "a")).isEqualTo(made);
    }

    @Test
    void handsOutTheNextNumbers() {
        Counter counter = counter();
        String token = counter.open(0L, "a").token();
        assertThat(counter.add(token, 0, 50, null)).isEqualTo(added(50));
        assertThat(counter.add(token, 50, 1, null)).isEqualTo(added(51));
        assertThat(counter.open(null, "b")).isEqualTo(new State(51L, token, false));
    }

    @Test
    void knowsOnceWhoseNumbersTheyAre() {
        Counter counter = counter();
        String token = counter.open(0L, "a").token();
        Addition mine = counter.add(token, 0, 50, "mine");
        assertThat(mine).isEqualTo(new Addition(Outcome.ADDED, 50, mine.mark()));
        assertThat(mine.mark()).startsWith("mine");
        Addition alsoMine = counter.add(token, 50, 50, "also mine");
        assertThat(alsoMine.value()).isEqualTo(100);
        assertThat(counter.removeMark(token, 50, "another's")).isFalse();
        assertThat(counter.removeMark("b", 50, mine.mark())).isFalse();
        assertThat(counter.removeMark(token, 49, mine.mark())).isFalse();
        assertThat(counter.removeMark(token, 50, mine.mark())).isTrue();
        assertThat(counter.removeMark(token, 50, mine.mark()))
                .as("the mark is gone")
                .isFalse();
        assertThat(counter.removeMark(token, 100, alsoMine.mark())).isTrue();
        assertThat(counter.add(token, 100, 1, null)).isEqualTo(added(101));
        assertThat(counter.open(null, "b")).isEqualTo(new State(101L, token, false));
    }

    @Test
    void hasNothingForWhoHasAnotherToken() {
        Counter counter = counter();
        Addition nothing = new Addition(Outcome.REPLACED, 0, null);
        assertThat(counter.add("a", 0, 50, null)).isEqualTo(nothing);
        String token = counter.open(0L, "a").token();
        assertThat(counter.add("b", 0, 50, null)).isEqualTo(nothing);
        assertThat(counter.open(null, "b")).isEqualTo(new State(0L, token, false));
    }

    /** Also where a number of floating point would round, and where the count of digits changes. */
    @ParameterizedTest
    @CsvSource({"0, 1", "9, 10", "99, 100", "49, 50", "9007199254740992, 9007199254740993"})
    void takesItsTokenAwayWhereItStandsBelowWhatItHadReached(long value, long reached) {
        Counter counter = counter();
        String token = counter.open(value, "a").token();
        assertThat(counter.add(token, reached, 50, null)).isEqualTo(new Addition(Outcome.SET_BACK, 0, null));
        assertThat(counter.open(5L, "b")).isEqualTo(new State(value, null, false));
        assertThat(counter.add(token, 0, 50, null)).isEqualTo(new Addition(Outcome.REPLACED, 0, null));
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "10, 9", "100, 99", "50, 50", "9007199254740993, 9007199254740992"})
    void goesOnWhereItStandsNoLower(long value, long reached) {
        Counter counter = counter();
        String token = counter.open(value, "a").token();
        assertThat(counter.add(token, reached, 50, null)).isEqualTo(added(value + 50));
    }

    @Test
    void endsWithTheHighestLong() {
        Counter counter = counter();
        String token = counter.open(Long.MAX_VALUE - 50, "a").token();
        assertThat(counter.add(token, 0, 50, null)).isEqualTo(added(Long.MAX_VALUE));
        assertThatThrownBy(() -> counter.add(token, 0, 50, null)).isInstanceOf(RuntimeException.class);
        assertThat(counter.open(null, "b")).isEqualTo(new State(Long.MAX_VALUE, token, false));
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
