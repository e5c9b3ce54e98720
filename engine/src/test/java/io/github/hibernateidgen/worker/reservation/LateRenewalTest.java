package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.internal.text.LoggingLock;
import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The schedule that the model of the protocol has found, on two real loops: a renewal without an answer is followed by another. The
 * second one is applied and lost by a failover, then the first one is applied, shown to a look that was sent in time, and lost by
 * another failover. No clock is wrong, and no lost write is as old as {@code settle}.
 */
class LateRenewalTest {

    private static final long SETTLE = 2_000;
    private static final long WINDOW = 60_000;
    private static final long START = SteppingClock.START.toEpochMilli();
    private static final ReservationTerms TERMS =
            ReservationTerms.DEFAULT.withWindow(Duration.ofMillis(WINDOW)).withSettle(Duration.ofMillis(SETTLE));

    /** The true time, which all clocks show, in milliseconds after the start. */
    private long now;

    /** The contents of the row, the present one first, and when each was applied. */
    private final Deque<Content> row = new ArrayDeque<>(List.of(new Content(null, Long.MIN_VALUE / 2)));

    private record Content(@Nullable StoredSlot slot, long appliedAt) {}

    private boolean apply(Swap swap) {
        boolean applies = Objects.equals(row.element().slot(), swap.expected());
        if (applies) {
            row.push(new Content(swap.update(), now));
        }
        return applies;
    }

    private void loseYoungestWrite() {
        assertThat(now - row.pop().appliedAt()).as("age of the lost write").isLessThan(SETTLE);
    }

    private Moment moment() {
        return new Moment(START + now, Duration.ofMillis(now).toNanos());
    }

    private static ReservationLoop process(String name) {
        ReservationLog silent = new ReservationLog(TERMS, () -> "store", new LoggingLock(System.getLogger("late"))) {
            @Override
            void log(System.Logger.Level level, Supplier<String> message, @Nullable RuntimeException failure) {}
        };
        int[] tokens = {0};
        ReservationLoop loop =
                new ReservationLoop(TERMS, "store", bound -> 0, () -> name + "-" + ++tokens[0], silent, 1);
        loop.serve(1, 1);
        return loop;
    }

    private Action next(ReservationLoop process) {
        Action action = process.next(moment());
        while (action instanceof Action.Pause pause) {
            now += pause.millis();
            action = process.next(moment());
        }
        return action;
    }

    private void read(ReservationLoop process) {
        assertThat(next(process)).isInstanceOf(Action.Read.class);
        StoredSlot slot = row.element().slot();
        process.seen(new StoredSlots(slot == null ? List.of() : List.of(slot)), moment());
    }

    private Swap send(ReservationLoop process) {
        return ((Action.Send) next(process)).swap();
    }

    private void write(ReservationLoop process) {
        Swap swap = send(process);
        process.answered(swap, apply(swap), moment());
    }

    @Test
    void countsForNoOtherRenewalThatAFailoverHasLost() {
        ReservationLoop p = process("p");
        read(p);
        write(p);
        read(p); // The look.
        long end = p.reservation().reservedUntil();
        Swap late = send(p);
        now += 500;
        p.failed(new ReservationStoreException("no answer in time", null));
        read(p);
        write(p);
        now += 500;
        loseYoungestWrite();
        now += 1_000;
        assertThat(apply(late)).isTrue();
        now += 400;
        read(p); // The look, sent after settle.
        now += 200;
        loseYoungestWrite();
        WorkerReservation held = p.reservation();

        now = end - START; // p is paused until its first end.
        ReservationLoop q = process("q");
        read(q);
        write(q);
        read(q);

        assertThat(q.reservation().floor()).as("p had a claim until here").isEqualTo(end);
        assertThat(held)
                .as("q has " + q.reservation())
                .satisfiesAnyOf(
                        nothing -> assertThat(nothing).isNull(),
                        range -> assertThat(range.reservedUntil())
                                .isLessThanOrEqualTo(q.reservation().floor()));
    }
}
