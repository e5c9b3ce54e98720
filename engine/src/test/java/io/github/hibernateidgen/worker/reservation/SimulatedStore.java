package io.github.hibernateidgen.worker.reservation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A store at the end of a bad line. Requests arrive late or never, answers get lost, and a request whose sender was told
 * of a failure may be applied afterwards. While its synchronous replica is away, the store shows what it writes, and
 * answers a write only when the replica is back.
 */
final class SimulatedStore {

    /** What the sender hears: an answer or a failure, and after a failure perhaps a late answer. */
    record Reply<T>(Consumer<T> answer, Consumer<RuntimeException> failure, Consumer<T> late) {}

    /** The outcome of a request, and whether the store waits for its replica before it answers. */
    private record Outcome<T>(T answer, boolean waits) {}

    private final Simulation simulation;

    /** The states that are on the replica too, by the time since when. */
    private final TreeMap<Long, Map<Long, StoredSlot>> states = new TreeMap<>();

    private final List<Runnable> waiting = new ArrayList<>();

    /** Requests that a proxy keeps until the next failover. */
    private final List<Runnable> late = new ArrayList<>();

    private Map<Long, StoredSlot> rows = Map.of();
    private boolean faulty = true;
    private boolean down;
    private boolean alone;

    SimulatedStore(Simulation simulation) {
        this.simulation = simulation;
    }

    void down(boolean isDown) {
        down = isDown;
    }

    void heal() {
        down = false;
        faulty = false;
        late.clear();
        replicaReturns();
    }

    void replicaLeaves() {
        alone = true;
    }

    /** The replica receives what it has missed, and the writes that wait for it are answered. */
    void replicaReturns() {
        if (alone) {
            alone = false;
            states.put(simulation.trueMillis(), rows);
            List.copyOf(waiting).forEach(Runnable::run);
            waiting.clear();
        }
    }

    void read(Action.Read read, Reply<StoredSlots> reply) {
        send(
                () -> new Outcome<>(
                        new StoredSlots(
                                rows.values().stream()
                                        .filter(row -> row.worker() >= read.from() && row.worker() < read.to())
                                        .toList(),
                                OptionalLong.of(simulation.trueMillis())),
                        false),
                false,
                reply);
    }

    void compareAndSet(Swap swap, int node, Reply<Boolean> reply) {
        send(() -> apply(swap), simulation.keeps(swap, node), reply);
    }

    private Outcome<Boolean> apply(Swap swap) {
        StoredSlot update = swap.update();
        StoredSlot current = rows.get(update.worker());
        if (update.equals(current) && simulation.mutation() == Mutation.REPEATED_BEFORE_ACKNOWLEDGED) {
            return new Outcome<>(true, false);
        }
        if (!Objects.equals(current, swap.expected())) {
            return new Outcome<>(false, false);
        }
        Map<Long, StoredSlot> changed = new TreeMap<>(rows);
        changed.put(update.worker(), update);
        rows = changed;
        if (!alone) {
            states.put(simulation.trueMillis(), rows);
        }
        return new Outcome<>(true, alone);
    }

    /**
     * Goes on from what another server has: all that it had received until a time, and nothing younger. Writes that wait for
     * an answer get none.
     */
    void failOver(long until) {
        var kept = states.floorEntry(until);
        Map<Long, StoredSlot> before = rows;
        rows = kept == null ? Map.of() : kept.getValue();
        states.tailMap(until, false).clear();
        waiting.clear();
        alone = false;
        late.forEach(request -> simulation.later(simulation.delay(), request));
        late.clear();
        if (!rows.equals(before)) {
            simulation.count("failovers that lost writes");
        }
    }

    private <T> void send(Supplier<Outcome<T>> request, boolean keeps, Reply<T> reply) {
        long there = simulation.delay();
        long back = there + simulation.delay();
        int fate = keeps ? 2 : faulty ? simulation.below(20) : 19;
        List<Outcome<T>> outcome = new ArrayList<>();
        Runnable arrival = () -> outcome.add(request.get());
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
            Runnable lateArrival = () -> {
                arrival.run();
                answerLate(outcome.get(0), back - there, reply);
            };
            if (keeps) {
                late.add(lateArrival);
            } else {
                simulation.later(back + simulation.delay(), lateArrival);
            }
        } else {
            simulation.later(there, () -> {
                arrival.run();
                answer(outcome.get(0), back - there, reply);
            });
        }
    }

    private <T> void answerLate(Outcome<T> outcome, long back, Reply<T> reply) {
        simulation.count("late answers");
        Runnable answer = () -> simulation.later(back, () -> reply.late().accept(outcome.answer()));
        if (outcome.waits()) {
            waiting.add(answer);
        } else {
            answer.run();
        }
    }

    /** Answers, or waits for the replica until the sender gives up. */
    private <T> void answer(Outcome<T> outcome, long back, Reply<T> reply) {
        if (!outcome.waits()) {
            simulation.later(back, () -> reply.answer().accept(outcome.answer()));
            return;
        }
        simulation.count("writes that waited for the replica");
        AtomicBoolean heard = new AtomicBoolean();
        waiting.add(() -> simulation.later(back, () -> {
            if (!heard.getAndSet(true)) {
                reply.answer().accept(outcome.answer());
            }
        }));
        simulation.later(back + simulation.below(2000), () -> {
            if (!heard.getAndSet(true)) {
                reply.failure().accept(new ReservationStoreException("not acknowledged", null));
            }
        });
    }
}
