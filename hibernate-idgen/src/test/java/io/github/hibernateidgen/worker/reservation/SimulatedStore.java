package io.github.hibernateidgen.worker.reservation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A store at the end of a bad line. Requests arrive late or never, answers get lost, and a request whose sender was told
 * of a failure may be applied afterwards.
 */
final class SimulatedStore {

    /** What the sender hears: exactly one of the two. */
    record Reply<T>(Consumer<T> answer, Consumer<RuntimeException> failure) {}

    private final Simulation simulation;
    private final TreeMap<Long, Map<Long, StoredSlot>> states = new TreeMap<>();
    private Map<Long, StoredSlot> rows = Map.of();
    private boolean faulty = true;
    private boolean down;

    SimulatedStore(Simulation simulation) {
        this.simulation = simulation;
    }

    void down(boolean isDown) {
        down = isDown;
    }

    void heal() {
        down = false;
        faulty = false;
    }

    /** Rows, and the clock if it was asked for. */
    record Rows(List<StoredSlot> rows, OptionalLong millis) {}

    void read(Action.Read read, Reply<Rows> reply) {
        send(
                () -> new Rows(
                        rows.values().stream()
                                .filter(row -> row.worker() >= read.from() && row.worker() < read.to())
                                .toList(),
                        read.withClock() ? OptionalLong.of(simulation.trueMillis()) : OptionalLong.empty()),
                reply);
    }

    void compareAndSet(Swap swap, Reply<Boolean> reply) {
        send(() -> apply(swap), reply);
    }

    private boolean apply(Swap swap) {
        StoredSlot update = swap.update();
        if (!Objects.equals(rows.get(update.worker()), swap.expected())) {
            return false;
        }
        Map<Long, StoredSlot> changed = new TreeMap<>(rows);
        changed.put(update.worker(), update);
        rows = changed;
        states.put(simulation.trueMillis(), rows);
        return true;
    }

    /** Goes on from what another server has: all that was written until a time, and nothing younger. */
    void failOver(long until) {
        var kept = states.floorEntry(until);
        Map<Long, StoredSlot> before = rows;
        rows = kept == null ? Map.of() : kept.getValue();
        states.tailMap(until, false).clear();
        if (!rows.equals(before)) {
            simulation.count("failovers that lost writes");
        }
    }

    private <T> void send(Supplier<T> request, Reply<T> reply) {
        long there = simulation.delay();
        long back = there + simulation.delay();
        int fate = faulty ? simulation.below(20) : 19;
        List<T> answer = new ArrayList<>();
        Runnable arrival = () -> answer.add(request.get());
        if (down || fate == 0) {
            simulation.count("requests lost");
            simulation.later(back, () -> reply.failure().accept(new ReservationStoreException("request lost", null)));
        } else if (fate == 1) {
            simulation.count("answers lost");
            simulation.later(there, arrival);
            simulation.later(back, () -> reply.failure().accept(new ReservationStoreException("answer lost", null)));
        } else if (fate == 2) {
            simulation.count("requests applied after their failure");
            simulation.later(there, () -> reply.failure().accept(new ReservationStoreException("timeout", null)));
            simulation.later(back + simulation.delay(), arrival);
        } else {
            simulation.later(there, arrival);
            simulation.later(back, () -> reply.answer().accept(answer.get(0)));
        }
    }
}
