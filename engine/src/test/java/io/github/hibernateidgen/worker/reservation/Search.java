package io.github.hibernateidgen.worker.reservation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.hibernateidgen.internal.text.LoggingLock;
import io.github.hibernateidgen.testing.MemoryImage;
import io.github.hibernateidgen.worker.WorkerReservation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Two processes and one worker number, in every interleaving of what they and the store do, up to a time and a number of
 * faults. Time goes in units; a pause lasts until the next one. A process issues each tick that its clock shows, if it
 * may. Between an answer and what it does next no time goes by, but between any two steps of the store's.
 */
final class Search {

    private static final long UNIT = 400;
    private static final long START = SteppingClock.START.toEpochMilli();

    private static final List<Field> CHANGING = Arrays.stream(ReservationLoop.class.getDeclaredFields())
            .filter(field -> !Modifier.isFinal(field.getModifiers()) && !Modifier.isStatic(field.getModifiers()))
            .peek(field -> field.setAccessible(true))
            .toList();

    /** What decides nothing, but how long pauses are, which may be any. */
    private static final Set<String> IDLE = Set.of("failures", "failuresInARow", "unsuccessful", "failure", "askedAt");

    private static final LoggingLock LOCK = new LoggingLock(System.getLogger("search"));
    private static final RuntimeException NO_ANSWER = new ReservationStoreException("no answer", null);

    /** What was found. */
    record Result(long states, int deepest, @Nullable List<String> duplicate) {}

    private final Mutation mutation;
    private final ReservationTerms terms;
    private final int loss;
    private final Duration settle;
    private final boolean replicated;
    private final int units;
    private final int faults;
    private final Set<UUID> seen = new HashSet<>();
    private final Deque<World> toDo = new ArrayDeque<>();
    private int deepest;

    /**
     * Makes a search.
     *
     * @param loss what the store loses at a failover is younger than so many units; a third of the window, which is three
     *     units where nothing is lost
     * @param replicated whether the store has a synchronous replica, which may be away, and take over
     * @param units how many units of time there are
     * @param faults how many faults there may be
     */
    Search(Mutation mutation, int loss, boolean replicated, int units, int faults) {
        this.loss = loss;
        this.replicated = replicated;
        this.settle = Duration.ofMillis(loss * UNIT);
        this.mutation = mutation;
        this.terms = ReservationTerms.DEFAULT
                .withWindow(Duration.ofMillis(Math.max(1, loss) * 3 * UNIT))
                .withSettle(settle);
        this.units = units;
        this.faults = faults;
    }

    /** Goes through all states until a tick is issued twice: with a mutation those of few steps first, for the shortest way. */
    Result run() {
        toDo.add(new World());
        while (!toDo.isEmpty()) {
            World world = mutation == Mutation.NONE ? toDo.pollLast() : toDo.poll();
            deepest = Math.max(deepest, world.depth);
            for (World next : world.next()) {
                if (next.twice) {
                    return new Result(seen.size(), next.depth, next.trace.steps());
                }
                if (seen.add(next.key())) {
                    toDo.add(next);
                }
            }
        }
        return new Result(seen.size(), deepest, null);
    }

    /** How a state was come to. */
    private record Trace(@Nullable Trace before, int time, String step) {

        List<String> steps() {
            List<String> steps = new ArrayList<>();
            for (Trace trace = this; trace.before != null; trace = trace.before) {
                steps.add(0, "at " + trace.time + " " + trace.step);
            }
            return steps;
        }
    }

    /**
     * What is on the way: a request, and its answer once the store has handled it.
     *
     * @param waits whether the store waits for its replica before it sends the answer
     */
    private record Call(@Nullable Swap swap, @Nullable Object answer, boolean waits) {

        static Call of(@Nullable Swap swap) {
            return new Call(swap, null, false);
        }
    }

    /** A write whose sender waits no longer for the answer; the answer may still come, once the store has handled the write. */
    private record Late(int process, int life, Call call) {}

    /** The rows until another write, or a failover, took their place. */
    private record Past(@Nullable StoredSlot row, int until) {}

    private static void image(ReservationLoop from, ReservationLoop to) {
        try {
            for (Field field : CHANGING) {
                field.set(to, field.get(from));
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private final class Process {

        final int number;
        final int life;
        final ReservationLoop loop;
        int tokens;
        int clock;
        boolean closed;
        boolean stopped;
        int pausedAt = -1;
        long issuedEnd = Long.MIN_VALUE;

        @Nullable
        WorkerReservation current;

        @Nullable
        Call call;

        Process(int number, int life) {
            this.number = number;
            this.life = life;
            this.loop = new ReservationLoop(
                    terms,
                    "store",
                    bound -> 0,
                    () -> number + "." + life + "-" + ++tokens,
                    new ReservationLog(terms, () -> "store", LOCK) {
                        @Override
                        void log(System.Logger.Level level, Supplier<String> message, RuntimeException failure) {}
                    },
                    1);
        }

        Process copy() {
            Process copy = new Process(number, life);
            image(loop, copy.loop);
            copy.tokens = tokens;
            copy.clock = clock;
            copy.closed = closed;
            copy.stopped = stopped;
            copy.pausedAt = pausedAt;
            copy.issuedEnd = issuedEnd;
            copy.current = current;
            copy.call = call;
            return copy;
        }

        List<Object> key() {
            List<Object> key = new ArrayList<>();
            for (Field field : CHANGING) {
                boolean old = call == null && field.getName().equals("readAt");
                if (!IDLE.contains(field.getName()) && !old) {
                    key.add(field.getName().equals("state") ? known() : MemoryImage.value(loop, field));
                }
            }
            key.addAll(Arrays.asList(
                    life, clock, closed, stopped, pausedAt, issuedEnd, current, call, loop.failure() != null));
            return key;
        }

        /** When a hold was confirmed tells nothing once it is settled. */
        private ReservationState known() {
            ReservationState state = state();
            return state.isSettled()
                    ? new ReservationState(
                            state.held(), state.unanswered(), state.earlier(), 0, state.settledEnd(), state.shown())
                    : state;
        }

        ReservationState state() {
            return (ReservationState) MemoryImage.value(loop, "state");
        }

        void giveUp() {
            call = null;
            loop.failed(NO_ANSWER);
            publish();
        }

        void publish() {
            if (!closed) {
                current = mutation.published(loop.reservation(), current);
            }
        }
    }

    private final class World {

        final Trace trace;
        final int depth;
        final Process[] processes;
        final List<Past> past;
        final List<Late> late;
        final List<String> issued;

        @Nullable
        StoredSlot row;

        /** What the replica has while it is away. */
        @Nullable
        StoredSlot replica;

        boolean alone;
        int time;
        int faultsLeft;
        boolean twice;

        World() {
            trace = new Trace(null, 0, "");
            depth = 0;
            processes = new Process[] {new Process(0, 0), new Process(1, 0)};
            for (Process process : processes) {
                process.loop.serve(1, 0);
            }
            past = new ArrayList<>();
            late = new ArrayList<>();
            issued = new ArrayList<>();
            faultsLeft = faults;
        }

        World(World before, String step) {
            this.trace = new Trace(before.trace, before.time, step);
            this.depth = before.depth + 1;
            this.processes = before.processes.clone();
            this.past = new ArrayList<>(before.past);
            this.late = new ArrayList<>(before.late);
            this.issued = new ArrayList<>(before.issued);
            this.row = before.row;
            this.replica = before.replica;
            this.alone = before.alone;
            this.time = before.time;
            this.faultsLeft = before.faultsLeft;
        }

        /** A hash of 122 bits, by which no two of some millions are the same. */
        UUID key() {
            StringBuilder key = new StringBuilder();
            key.append(Arrays.asList(row, alone, alone ? replica : null, time, faultsLeft, past, late, issued));
            for (Process process : processes) {
                key.append(process.key());
            }
            return UUID.nameUUIDFromBytes(renamed(key.toString()).getBytes(UTF_8));
        }

        List<World> next() {
            List<World> next = new ArrayList<>();
            if (time < units) {
                World later = new World(this, "time goes by");
                later.time++;
                later.past.removeIf(state -> later.time - state.until >= loss);
                next.add(later);
            }
            for (Process process : processes) {
                steps(process, next);
            }
            for (Late one : late) {
                next.add(late(one));
            }
            if (alone) {
                next.add(returned());
                next.add(promoted());
            }
            if (faultsLeft > 0) {
                faults(next);
            }
            next.forEach(World::issue);
            return next;
        }

        /** Serves a late write, or lets its sender hear the answer, at a moment at which it may wait for another one. */
        private World late(Late one) {
            Call call = one.call;
            Process process = processes[one.process];
            World world;
            if (call.answer == null) {
                world = new World(this, "a late request is served: " + describe(call));
                Object answer = world.serve(call);
                if (process.life == one.life && !(alone && waits(call.swap, answer))) {
                    world.late.add(new Late(one.process, one.life, new Call(call.swap, answer, false)));
                }
            } else {
                Process copy = process.copy();
                if (process.life == one.life) {
                    copy.loop.answered(call.swap, (boolean) call.answer, moment(process));
                    copy.publish();
                }
                world = with("hears " + call.answer + " late, of " + describe(call), copy);
            }
            world.late.remove(one);
            return world;
        }

        private World with(String what, Process process) {
            World world = new World(this, "process " + process.number + " " + what);
            world.processes[process.number] = process;
            return world;
        }

        private Moment moment(Process process) {
            return new Moment(
                    START + (time + process.clock) * UNIT,
                    Duration.ofMillis(time * UNIT).toNanos());
        }

        private void steps(Process process, List<World> next) {
            if (process.stopped) {
                return;
            }
            Process copy = process.copy();
            Call call = process.call;
            if (call == null && process.pausedAt == time) {
                return;
            }
            if (call == null) {
                next.add(with(drive(copy), copy));
            } else if (call.answer == null) {
                World world = with("is served " + describe(call), copy);
                Object answer = world.serve(call);
                copy.call = new Call(call.swap, answer, alone && call.swap != null && waits(call.swap, answer));
                next.add(world);
            } else if (call.waits) {
                copy.giveUp();
                next.add(with("waits no longer for an answer", copy));
            } else {
                copy.call = null;
                hear(copy, call);
                next.add(with("hears " + call.answer + ", " + drive(copy), copy));
            }
        }

        /** Takes no time, until something is asked of the store. */
        private String drive(Process process) {
            String done = "";
            while (process.call == null && !process.stopped && process.pausedAt < time) {
                Action action = process.loop.next(mutation.asked(moment(process), settle));
                done += " " + action.getClass().getSimpleName();
                if (action instanceof Action.Read) {
                    process.call = Call.of(null);
                } else if (action instanceof Action.Send send) {
                    process.call = Call.of(send.swap());
                } else if (action instanceof Action.Pause) {
                    process.pausedAt = time;
                } else {
                    process.stopped = true;
                }
            }
            return "does" + done;
        }

        private void hear(Process process, Call call) {
            if (call.swap != null) {
                process.loop.answered(call.swap, (boolean) Objects.requireNonNull(call.answer), moment(process));
            } else {
                if (mutation == Mutation.LOOKED_WHEN_ANSWERED) {
                    MemoryImage.set(process.loop, "readAt", moment(process).nanos());
                }
                @SuppressWarnings("unchecked")
                List<StoredSlot> rows = (List<StoredSlot>) Objects.requireNonNull(call.answer);
                Swap unanswered = process.state().unanswered();
                if (mutation.believes(unanswered, rows)) {
                    process.loop.answered(Objects.requireNonNull(unanswered), true, moment(process));
                } else {
                    process.loop.seen(new StoredSlots(rows), moment(process));
                }
            }
            process.publish();
        }

        private Object serve(Call call) {
            if (call.swap == null) {
                return row == null ? List.of() : List.of(row);
            }
            boolean applies = Objects.equals(row, call.swap.expected());
            if (applies) {
                if (!alone) {
                    remember(row);
                }
                row = call.swap.update();
            }
            return applies || (isRepeated(call.swap) && mutation == Mutation.REPEATED_BEFORE_ACKNOWLEDGED);
        }

        private boolean isRepeated(Swap swap) {
            return swap.update().equals(row);
        }

        private boolean waits(Swap swap, Object answer) {
            return answer.equals(true) && mutation != Mutation.REPEATED_BEFORE_ACKNOWLEDGED;
        }

        /** A failover that loses what was confirmed goes back to what the replica has had. */
        private void remember(@Nullable StoredSlot before) {
            if (loss > 0) {
                past.add(new Past(before, time));
            }
        }

        private World returned() {
            World world = new World(this, "the replica returns");
            if (!Objects.equals(replica, row)) {
                world.remember(replica);
            }
            world.connect(call -> new Call(call.swap, call.answer, false));
            return world;
        }

        private World promoted() {
            World world = new World(this, "the replica takes over with " + replica);
            world.row = replica;
            world.connect(call -> null);
            return world;
        }

        /** Lets the store have its replica again, and says what becomes of the calls that wait for it. */
        private void connect(Function<Call, @Nullable Call> waiting) {
            alone = false;
            replica = null;
            for (int i = 0; i < processes.length; i++) {
                Call call = processes[i].call;
                if (call != null && call.waits) {
                    processes[i] = processes[i].copy();
                    processes[i].call = waiting.apply(call);
                    if (processes[i].call == null) {
                        processes[i].giveUp();
                    }
                }
            }
        }

        /** Each takes one of what is left: an answer, or a request, is lost; a clock is set; a process ends; the store fails over. */
        private void faults(List<World> next) {
            List<World> faulty = new ArrayList<>();
            if (replicated && !alone) {
                World world = new World(this, "the replica leaves");
                world.alone = true;
                world.replica = row;
                faulty.add(world);
            }
            for (Process process : processes) {
                if (process.call != null && !process.stopped) {
                    Process deaf = process.copy();
                    Call call = process.call;
                    deaf.call = null;
                    if (call.swap != null && mutation.believes(call.swap)) {
                        deaf.loop.answered(call.swap, true, moment(process));
                    } else {
                        deaf.loop.failed(NO_ANSWER);
                    }
                    deaf.publish();
                    faulty.add(with("has no answer", deaf));
                    if (call.swap != null && call.answer == null) {
                        World world = with("has no answer yet", deaf);
                        world.late.add(new Late(process.number, process.life, call));
                        faulty.add(world);
                    }
                }
                for (int step : new int[] {-1, 1}) {
                    Process set = process.copy();
                    set.clock += step;
                    faulty.add(with("has its clock set by " + step, set));
                }
                if (process.stopped || !process.closed) {
                    Process fresh = new Process(process.number, process.life + 1);
                    fresh.loop.serve(1, 0);
                    fresh.clock = process.clock;
                    faulty.add(with("is killed, and started", fresh));
                }
                if (!process.closed) {
                    Process ending = process.copy();
                    ending.closed = true;
                    ending.pausedAt = -1;
                    ending.current = null;
                    ending.loop.close(
                            mutation.issuedEnd(ending.issuedEnd, moment(ending).millis()));
                    faulty.add(with("ends", ending));
                }
            }
            for (Past state : new HashSet<>(past)) {
                World world = new World(this, "the store fails over to " + state.row);
                world.row = state.row;
                world.connect(call -> null);
                int from = world.past.indexOf(state);
                world.past.subList(from, world.past.size()).clear();
                faulty.add(world);
            }
            for (World world : faulty) {
                world.faultsLeft--;
                next.add(world);
            }
        }

        /** Each process issues the tick that its clock shows, if it may; a tick belongs to one life of one process. */
        private void issue() {
            for (int i = 0; i < processes.length; i++) {
                Process process = processes[i];
                long now = moment(process).millis();
                WorkerReservation current = process.current;
                if (current == null
                        || now < current.floor()
                        || now >= current.reservedUntil()
                        || process.issuedEnd > now) {
                    continue;
                }
                Process issuing = process.copy();
                issuing.issuedEnd = now + UNIT;
                processes[i] = issuing;
                String tick = "tick " + (now - START) / UNIT + " ";
                String mine = tick + process.number + "." + process.life;
                twice |= issued.stream().anyMatch(one -> one.startsWith(tick) && !one.equals(mine));
                if (!issued.contains(mine)) {
                    issued.add(mine);
                    Collections.sort(issued);
                }
            }
        }
    }

    /**
     * Tokens, such as {@code 0.1-3}, are only compared: two states that differ in their names are one. A regular expression takes
     * half of the whole search.
     */
    private static String renamed(String key) {
        Map<String, Integer> names = new HashMap<>();
        StringBuilder renamed = new StringBuilder();
        int copied = 0;
        for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
            int dash = endOfDigits(key, dot + 1);
            if (dash < key.length() && key.charAt(dash) == '-') {
                int end = endOfDigits(key, dash + 1);
                String token = key.substring(dot - 1, end);
                renamed.append(key, copied, dot - 1)
                        .append('#')
                        .append(names.computeIfAbsent(token, one -> names.size()));
                copied = end;
            }
        }
        return renamed.append(key, copied, key.length()).toString();
    }

    private static int endOfDigits(String key, int from) {
        int end = from;
        while (end < key.length() && Character.isDigit(key.charAt(end))) {
            end++;
        }
        return end;
    }

    private static String describe(Call call) {
        return call.swap == null ? "its read" : "the write of " + call.swap.update();
    }
}
