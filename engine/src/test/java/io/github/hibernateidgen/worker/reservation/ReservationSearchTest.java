package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.LongTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goes through every state of a small world: two processes, one number, a few units of time and a few faults. {@code
 * -Didgen.search.units=4 -Didgen.search.faults=1} goes further.
 */
class ReservationSearchTest {

    private static final int UNITS = Integer.getInteger("idgen.search.units", LongTest.RUN ? 3 : 1);
    private static final int FAULTS = Integer.getInteger("idgen.search.faults", 1);

    /** A store that loses what it has confirmed, and one that shows what its absent replica lacks. */
    @ParameterizedTest
    @CsvSource({"1, false", "0, true"})
    void findsNoTickThatIsIssuedTwice(int loss, boolean replicated) {
        assertNoneTwice(loss, replicated);
    }

    @LongTest
    @Test
    void findsNoTickThatIsIssuedTwiceWhereTheStoreDoesBoth() {
        assertNoneTwice(1, true);
    }

    /** The replica that leaves is a fault, too: this has releases, claims and late requests that it never received. */
    @LongTest
    @Test
    void findsNoTickThatIsIssuedTwiceWithAnotherFaultWhileTheReplicaIsAway() {
        assertNoneTwice(0, true, 2, 2);
    }

    private static void assertNoneTwice(int loss, boolean replicated) {
        assertNoneTwice(loss, replicated, UNITS, FAULTS);
    }

    private static void assertNoneTwice(int loss, boolean replicated, int units, int faults) {
        long start = System.nanoTime();
        Search.Result result = new Search(Mutation.NONE, loss, replicated, units, faults).run();
        System.out.println(result.states() + " states of two processes in " + units + " units of time, [" + loss
                + "] lost, " + (replicated ? "with a replica" : "without a replica") + ", with up to " + faults
                + " faults, up to " + result.deepest() + " steps deep, in " + (System.nanoTime() - start) / 1_000_000
                + " ms");
        assertThat(result.duplicate()).isNull();
        assertThat(result.states()).isGreaterThan(10_000);
    }

    @ParameterizedTest
    @CsvSource({"SETTLE_IGNORED, 1, 1, 1", "SHOWN_BELIEVED, 0, 1, 1"})
    void findsTheMutation(Mutation mutation, int loss, int units, int faults) {
        assertFound(mutation, loss, units, faults);
    }

    /** Half of a loss, and an answer that comes late, need more units. */
    @LongTest
    @ParameterizedTest
    @CsvSource({"LOOKED_TOO_EARLY, 2, 3, 1", "LOOKED_WHEN_ANSWERED, 1, 3, 1"})
    void findsTheMutationOfTheLook(Mutation mutation, int loss, int units, int faults) {
        assertFound(mutation, loss, units, faults);
    }

    private static void assertFound(Mutation mutation, int loss, int units, int faults) {
        Search.Result result = new Search(mutation, loss, mutation.isOfShowing(), units, faults).run();
        System.out.println(
                mutation + " is found after " + result.states() + " states, in " + result.deepest() + " steps:");
        assertThat(result.duplicate()).isNotNull();
        result.duplicate().forEach(step -> System.out.println("  " + step));
    }
}
