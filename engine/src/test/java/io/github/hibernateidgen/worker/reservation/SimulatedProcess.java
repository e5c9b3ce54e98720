package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.internal.text.LoggingLock;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.snowflake.SteppedGenerators;
import io.github.hibernateidgen.testing.MemoryImage;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One life of a process: the real {@link ReservationLoop} and real generators, driven by events of a {@link Simulation}
 * instead of threads. It may be frozen between any two events, and inside the making of an id at every step of it.
 */
final class SimulatedProcess implements WorkerSource {

    /** Made once: thousands are thrown, and their traces took most of the time. */
    private static final NoWorkerException NO_WORKER = new NoWorkerException("none yet", null);

    final int node;
    private final Simulation simulation;
    private final SimulatedClock clock;
    private final SimulatedLog log;
    private ReservationLoop loop;
    private final List<TickIssuer> issuers = new ArrayList<>();
    private final List<SnowflakeGenerator> generators = new ArrayList<>();
    private final boolean[] issued;
    private @Nullable WorkerReservation current;
    private boolean pausing;
    private int pauses;
    private boolean closed;
    private boolean ended;
    private boolean awaiting;
    private @Nullable Runnable checkpoint;
    private long returnedEnd = Long.MIN_VALUE;

    SimulatedProcess(Simulation simulation, int node, SimulatedClock clock) {
        this.simulation = simulation;
        this.node = node;
        this.clock = clock;
        this.log = new SimulatedLog(simulation.terms());
        this.loop = newLoop();
        for (SnowflakeLayout layout : simulation.layouts()) {
            SnowflakeLimits limits = simulation.limits(layout);
            generators.add(SteppedGenerators.generator(
                    layout, this, limits, this::steppedInstant, simulation::sleep, this::steppedRandom));
        }
        this.issued = new boolean[generators.size()];
    }

    private ReservationLoop newLoop() {
        ReservationTerms terms = simulation.terms();
        return new ReservationLoop(
                terms, "simulation", simulation::below, simulation::token, log, simulation.blockSize());
    }

    void start() {
        if (awaiting) { // The answer of a connection that an image does not bring along.
            simulation.soon(
                    this, () -> heard(() -> loop.failed(new ReservationStoreException("connection reset", null))));
        } else {
            simulation.soon(this, this::drive);
        }
        simulation.soon(this, this::issue);
    }

    /** Makes this process, which has not started, what a memory image of the other is: all but its clock and connections. */
    void remember(SimulatedProcess other) {
        MemoryImage.copy(other.loop, loop);
        for (int i = 0; i < generators.size(); i++) {
            MemoryImage.copyGenerator(other.generators.get(i), generators.get(i));
        }
        current = other.current;
        awaiting = other.awaiting;
    }

    /** The end of all that this process believes to have reserved, or has asked for. */
    long reservedEnd() {
        ReservationState state = state();
        Swap chosen = (Swap) MemoryImage.value(loop, "chosen");
        long end = state.held() == null ? Long.MIN_VALUE : state.held().row().reservedUntil();
        if (state.unanswered() != null) {
            end = Math.max(end, state.unanswered().update().reservedUntil());
        }
        for (Swap earlier : state.earlier()) {
            end = Math.max(end, earlier.update().reservedUntil());
        }
        return chosen == null ? end : Math.max(end, chosen.update().reservedUntil());
    }

    boolean ended() {
        return ended;
    }

    /** Whether it is ending; one that is suspended is not. */
    boolean closed() {
        return closed && checkpoint == null;
    }

    boolean suspended() {
        return checkpoint != null;
    }

    /** Gives the number back and stops, as before an image is made; then does what follows, unless it ends before. */
    void suspend(Runnable then) {
        closed = true;
        current = null;
        checkpoint = then;
        closeNext(0, Long.MIN_VALUE);
    }

    /** Goes on after the image was made, or as the image. */
    void resume() {
        loop = newLoop();
        for (TickIssuer issuer : issuers) {
            loop.serve(issuer.workers(), issuer.lead().toMillis());
            issuer.reopen();
        }
        checkpoint = null;
        closed = false;
        start();
    }

    /** Ends without a word, as by SIGKILL. */
    void crash() {
        ended = true;
    }

    boolean hasIssuedEverywhere() {
        for (boolean one : issued) {
            if (!one) {
                return false;
            }
        }
        return true;
    }

    void forgetIssued() {
        Arrays.fill(issued, false);
    }

    /** Ends in order: first the generators, one after the other, then the release. */
    void close() {
        if (!closed) {
            closed = true;
            current = null;
            closeNext(0, Long.MIN_VALUE);
        }
    }

    private void closeNext(int index, long end) {
        if (!simulation.mutation().closesIssuers()) {
            loop.close(returnedEnd);
            wake();
        } else if (index < issuers.size()) {
            long last = Math.max(end, issuers.get(index).close());
            simulation.soon(this, () -> closeNext(index + 1, last));
        } else {
            loop.close(simulation.mutation().issuedEnd(end, clock.millis()));
            wake();
        }
    }

    // The loop.

    private void drive() {
        Action action =
                loop.next(simulation.mutation().asked(now(), simulation.terms().settle()));
        if (action instanceof Action.Stop) {
            if (checkpoint == null) {
                ended = true;
            } else {
                checkpoint.run();
            }
            return;
        }
        if (action instanceof Action.Pause pause) {
            pausing = true;
            int number = ++pauses;
            simulation.later(this, pause.millis(), () -> {
                if (pausing && number == pauses) {
                    pausing = false;
                    drive();
                }
            });
            return;
        }
        awaiting = true;
        if (action instanceof Action.Send) {
            MemoryImage.set(loop, "state", simulation.mutation().sends(state()));
            Swap swap = Objects.requireNonNull(state().unanswered());
            simulation
                    .store()
                    .compareAndSet(
                            swap,
                            node,
                            new SimulatedStore.Reply<>(
                                    applied -> simulation.soon(
                                            this, () -> heard(() -> loop.answered(swap, applied, now()))),
                                    failure -> simulation.soon(
                                            this,
                                            () -> heard(() -> {
                                                if (simulation.mutation().believes(swap)) {
                                                    loop.answered(swap, true, now());
                                                } else {
                                                    loop.failed(failure);
                                                }
                                            })),
                                    applied -> simulation.soon(this, () -> heardLate(swap, applied))));
        } else {
            simulation
                    .store()
                    .read(
                            (Action.Read) action,
                            new SimulatedStore.Reply<>(
                                    rows -> simulation.soon(this, () -> heard(() -> seen(rows))),
                                    failure -> simulation.soon(this, () -> heard(() -> loop.failed(failure))),
                                    rows -> {}));
        }
    }

    private void seen(StoredSlots seen) {
        if (simulation.mutation() == Mutation.LOOKED_WHEN_ANSWERED) {
            MemoryImage.set(loop, "readAt", now().nanos());
        }
        Swap unanswered = state().unanswered();
        if (simulation.mutation().believes(unanswered, seen.slots())) {
            loop.answered(unanswered, true, now());
        } else {
            loop.seen(seen, now());
        }
    }

    private ReservationState state() {
        return (ReservationState) MemoryImage.value(loop, "state");
    }

    private Moment now() {
        return new Moment(
                clock.millis(), Duration.ofMillis(simulation.trueMillis()).toNanos());
    }

    /** An answer that comes while the loop does something else. */
    private void heardLate(Swap swap, boolean applied) {
        if (simulation.mutation() == Mutation.LATE_ANSWER_BELIEVED) {
            MemoryImage.set(loop, "state", state().sent(swap));
        }
        if (swap.equals(state().unanswered())) {
            simulation.count("late answers that counted");
        }
        loop.answered(swap, applied, now());
        if (!closed) {
            current = simulation.mutation().published(loop.reservation(), current);
        }
    }

    private void heard(Runnable answer) {
        awaiting = false;
        WorkerReservation before = loop.reservation();
        answer.run();
        simulation.soon(this, () -> {
            WorkerReservation confirmed = loop.reservation();
            if (!Objects.equals(confirmed, before)) { // It has heard from the store.
                clock.notBefore(Long.MIN_VALUE);
            }
            if (!closed) {
                current = simulation.mutation().published(confirmed, current);
            }
            simulation.soon(this, this::drive);
        });
    }

    /** Ends a pause early. Where none is under way, the answer that is awaited drives the loop. */
    private void wake() {
        if (pausing) {
            pausing = false;
            simulation.soon(this, this::drive);
        }
    }

    // The ids.

    private void issue() {
        if (closed) {
            return;
        }
        int index = simulation.below(generators.size());
        SnowflakeGenerator generator = generators.get(index);
        long pause = 1L + simulation.below(100);
        try {
            long[] ids = simulation.below(4) == 0
                    ? generator.nextIds(1 + simulation.below(6))
                    : new long[] {
                        generator.nextId(simulation.below(generator.layout().lanes()))
                    };
            simulation.record(generator.layout(), ids, this);
            issued[index] = true;
            Instant end = generator
                    .layout()
                    .instant(ids[ids.length - 1])
                    .plus(generator.layout().tick());
            returnedEnd = Math.max(returnedEnd, end.toEpochMilli());
        } catch (IllegalStateException refused) {
            simulation.count(refused.getClass().getSimpleName());
            pause += 200;
        }
        simulation.later(this, pause, this::issue);
    }

    private Instant steppedInstant() {
        simulation.interleave(this);
        Instant instant = clock.instant();
        simulation.interleave(this);
        return instant;
    }

    private long steppedRandom(long bound) {
        simulation.interleave(this);
        return simulation.below(bound);
    }

    @Override
    public WorkerReservation reservation() {
        WorkerReservation reservation = current;
        if (reservation == null) {
            throw closed ? new IllegalStateException("closed") : NO_WORKER;
        }
        simulation.interleave(this);
        return reservation;
    }

    @Override
    public void attach(TickIssuer issuer) {
        issuers.add(issuer);
        loop.serve(issuer.workers(), issuer.lead().toMillis());
    }

    @Override
    public void awaitRenewal(WorkerReservation ended) {
        loop.hurry();
        wake();
        throw new ReservationEndedException(ended, "it is refused", null);
    }

    private final class SimulatedLog extends ReservationLog {

        SimulatedLog(ReservationTerms terms) {
            super(terms, () -> "simulation", new LoggingLock(System.getLogger("simulation")));
        }

        @Override
        void claimed(HeldSlot hold) {
            simulation.count(hold.floor() == 0 ? "claims of a new slot" : "claims of a used slot");
            super.claimed(hold);
        }

        @Override
        void lost(HeldSlot hold) {
            simulation.count("slots lost");
            super.lost(hold);
        }

        @Override
        void recovered(HeldSlot hold) {
            simulation.count("recoveries");
            super.recovered(hold);
        }

        @Override
        void released(HeldSlot hold) {
            simulation.count("releases");
            super.released(hold);
        }

        @Override
        void log(System.Logger.Level level, Supplier<String> message, @Nullable RuntimeException failure) {
            simulation.trace(node, message.get());
        }
    }
}
