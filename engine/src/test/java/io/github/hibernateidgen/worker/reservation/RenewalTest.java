package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.worker.WorkerRange;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The count of free numbers, with a clock that the test moves. */
class RenewalTest {

    private static final long NOW = SteppingClock.START.toEpochMilli();

    private static final class CountedStore implements ReservationStore {

        private final InMemoryReservationStore rows = new InMemoryReservationStore();
        private @Nullable Error fails;
        private int reads;

        @Override
        public StoredSlots read(String namespace, long from, long to) {
            reads++;
            if (fails != null) {
                throw fails;
            }
            return rows.read(namespace, from, to);
        }

        @Override
        public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
            return rows.compareAndSet(namespace, expected, update);
        }

        @Override
        public String describe() {
            return "store";
        }
    }

    private final CountedStore store = new CountedStore();
    private final ReservationTerms terms = ReservationTerms.DEFAULT.withRange(new WorkerRange(10, 19));
    private final Renewal renewal =
            new Renewal(store, "store", terms, Duration.ofSeconds(10), System::nanoTime, new RecordingLog().of(terms));
    private long minutes;

    /** Runs the loop until it pauses, and counts then, as the thread does. */
    private OptionalLong countAfter(long passed) {
        minutes += passed;
        Moment now =
                new Moment(NOW + minutes * 60_000, Duration.ofMinutes(minutes).toNanos());
        Action action = renewal.next(renewal.count(), now);
        while (!(action instanceof Action.Pause)) {
            action = renewal.next(renewal.perform(action, failure -> {}), now);
        }
        renewal.next(renewal.count(), now);
        return renewal.free();
    }

    private void claim() {
        renewal.loop.serve(1024, 1);
        assertThat(countAfter(0)).as("a start sends no further statement").isEmpty();
        assertThat(store.reads).isEqualTo(1);
    }

    private boolean taken(long number, long until) {
        return store.compareAndSet(terms.namespace(), null, new StoredSlot(number, "other", until));
    }

    @Test
    void countsTheFreeNumbersOfItsShareAfterTheFirstRenewalAndEveryTenMinutes() {
        claim();
        assertThat(countAfter(1)).hasValue(9);
        // A claim chooses its number at random, so the numbers of the other processes follow from it.
        long own = Objects.requireNonNull(renewal.loop.reservation()).worker();
        long[] others =
                LongStream.rangeClosed(10, 19).filter(number -> number != own).toArray();
        for (long other : new long[] {9, 20, others[0], others[1]}) {
            assertThat(taken(other, NOW + 3_600_000)).isTrue();
        }
        assertThat(taken(others[2], NOW)).as("by a process that is dead").isTrue();
        assertThat(countAfter(9)).as("as counted before").hasValue(9);
        assertThat(countAfter(1)).hasValue(7);
    }

    @Test
    void goesOnWhereACountFails() {
        claim();
        assertThat(countAfter(11)).hasValue(9);
        store.fails = new StackOverflowError();
        assertThat(countAfter(11)).as("no old number").isEmpty();
        assertThat(renewal.loop.failure()).isNull();
        store.fails = null;
        assertThat(countAfter(11)).hasValue(9);
    }
}
