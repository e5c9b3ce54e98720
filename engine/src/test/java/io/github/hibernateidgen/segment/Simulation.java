package io.github.hibernateidgen.segment;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * Several masters with several processes each, on one thread and one clock. Requests are applied late and out of order,
 * answers are lost, late or never given; processes are killed, and suspended for an image. Each id is checked as it is made.
 */
final class Simulation {

    static final int SIZE = 12;
    private static final int MOST_DEPTH = 5;
    static final SegmentLimits LIMITS = new SegmentLimits(8, 4, Duration.ofMillis(100), Duration.ofSeconds(1));

    /** Ways to get it wrong, which the simulation must find. */
    enum Mutation {
        NONE,
        /** A late segment is issued. */
        LATE_ISSUED,
        /** A request without an answer is believed to have brought the segment after the last one seen. */
        LOST_ANSWER_GUESSED,
        /** What was buffered before an image was made is issued after it. */
        IMAGE_KEEPS_BUFFER,
        /** Each master issues all numbers of its segments. */
        OFFSET_IGNORED,
        /** The store forgets the last segment that it has confirmed. */
        STORE_FORGETS
    }

    private final Random random;
    private final Mutation mutation;
    private final int masters;
    private final List<Store> stores = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();
    private final Map<Long, String> made = new HashMap<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private long now;
    private int names;
    private int steps;
    private int depth;
    private boolean healed;

    Simulation(long seed, Mutation mutation) {
        this.random = new Random(seed);
        this.mutation = mutation;
        this.masters = 1 + random.nextInt(3);
        for (int master = 0; master < masters; master++) {
            stores.add(new Store());
            for (int i = random.nextInt(3); i >= 0; i--) {
                processes.add(new Process(master, null));
            }
        }
    }

    Map<String, Integer> counts() {
        return counts;
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    void run() {
        while (steps < 600) {
            step();
        }
        healed = true;
        // Every process goes on once all is well.
        for (Process process : processes) {
            process.recover();
        }
        for (Store store : stores) {
            store.requireGapsInBounds();
        }
    }

    private void step() {
        steps++;
        now += random.nextInt(20_000_000);
        Process process = processes.get(random.nextInt(processes.size()));
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3, 4 -> process.makeIds(1 + random.nextInt(15), false);
            case 5, 6 -> process.makeIds(1, true);
            case 7, 8, 9, 10 -> process.runTask();
            default -> disturb(process);
        }
    }

    /** Lets other things happen inside of a fetch: requests are applied and answered late, and out of order. */
    private void meanwhile() {
        if (healed || depth == MOST_DEPTH) {
            return;
        }
        depth++;
        if (chance(2)) {
            count("hangs");
            now += BoundedCall.LONGEST_WAIT.toNanos();
        }
        for (int more = random.nextInt(8); more > 0; more--) {
            step();
        }
        depth--;
    }

    private void disturb(Process process) {
        if (chance(30)) {
            count("kills");
            process.dead = true;
            processes.set(processes.indexOf(process), new Process(process.master, null));
        } else if (chance(20)) {
            count("images");
            process.suspend();
            processes.add(new Process(process.master, process));
            process.generator.resume();
        } else if (chance(20)) {
            count("outages");
            stores.get(process.master).down = chance(50);
        }
    }

    /** A sequence with an increment. */
    private final class Store {

        /** The segments that were handed out and must still arrive, each by its first number. */
        final Set<Long> owed = new HashSet<>();

        long next = 1;
        boolean down;

        Segment hand() {
            Segment segment = new Segment(next, next + SIZE - 1);
            next += SIZE;
            if (mutation == Mutation.STORE_FORGETS && chance(2)) {
                next -= SIZE;
            }
            owed.add(segment.first());
            return segment;
        }

        /** What was handed out has arrived, or was lost in a way that is known. */
        void requireGapsInBounds() {
            if (mutation == Mutation.NONE && !owed.isEmpty()) {
                throw new AssertionError("the segments from " + owed + " were lost without a reason");
            }
        }
    }

    private final class Process implements SegmentSource {

        final String name = "process " + names++;
        final Store store;
        final int master;
        final Deque<Runnable> tasks = new ArrayDeque<>();
        final SegmentGenerator generator;
        boolean dead;
        private int images;
        private Segment lastSeen = Segment.EMPTY;
        private long last = Long.MIN_VALUE;

        /** How many numbers have arrived and were neither issued nor dropped. */
        private long kept;

        /** Starts anew, or from the image of another process. */
        Process(int master, Process image) {
            this.master = master;
            this.store = stores.get(master);
            OffsetAndStep numbers =
                    mutation == Mutation.OFFSET_IGNORED ? OffsetAndStep.ALL : new OffsetAndStep(master + 1, masters);
            Buffer buffer = new Buffer(numbers, this);
            if (image != null && mutation == Mutation.IMAGE_KEEPS_BUFFER && !image.lastSeen.isEmpty()) {
                buffer.arrived(image.lastSeen, 0);
            }
            generator = new SegmentGenerator(this, LIMITS, tasks::add, () -> now, buffer, new Silence());
        }

        void suspend() {
            images++;
            generator.suspend();
        }

        /** Takes numbers. A caller with a connection fetches for itself where nothing is buffered. */
        void makeIds(int count, boolean connected) {
            for (int i = 0; i < count; i++) {
                long id;
                try {
                    id = generator.poll(connected ? this : null);
                } catch (SegmentException e) {
                    count("callers without an answer");
                    return;
                }
                if (dead) {
                    return; // Killed inside of its fetch.
                }
                if (id == SegmentBuffer.NONE) {
                    count("polls in vain");
                    return;
                }
                count("ids");
                check(id);
            }
            long buffered = generator.statistics().buffered();
            if (mutation == Mutation.NONE && !dead && kept != buffered) {
                throw new AssertionError(name + " has [" + buffered + "] of [" + kept + "] numbers");
            }
        }

        private void check(long id) {
            kept--;
            String other = made.putIfAbsent(id, name);
            if (other != null) {
                throw new AssertionError("[" + id + "] was made by " + other + " and by " + name);
            }
            if (id <= last) {
                throw new AssertionError("[" + id + "] does not ascend after [" + last + "] in " + name);
            }
            last = id;
        }

        /** Gives the oldest fetch a thread. */
        void runTask() {
            Runnable task = tasks.poll();
            if (task != null) {
                task.run();
            }
        }

        void recover() {
            store.down = false;
            int before = made.size();
            now += 2_000_000_000L;
            for (int round = 0; round < 100 && made.size() < before + 30; round++) {
                makeIds(10, false);
                runTask();
            }
            if (made.size() < before + 30) {
                throw new AssertionError(name + " does not go on");
            }
        }

        /** On a thread of the generator, with a connection that it first waits for. */
        @Override
        public List<Segment> fetch(IntUnaryOperator due) {
            meanwhile();
            int count = due.applyAsInt(1 + random.nextInt(3));
            count(
                    count == 0
                            ? "fetches not sent"
                            : count == 1 ? "fetches of one segment" : "fetches of several segments");
            return fetch(count, true);
        }

        /** On the thread of a caller. */
        @Override
        public Segment fetch() {
            count("callers' fetches");
            return fetch(1, false).get(0);
        }

        private List<Segment> fetch(int count, boolean givenUpIfLate) {
            long began = now;
            int imagesBefore = images;
            List<Segment> segments = new ArrayList<>();
            while (segments.size() < count) {
                meanwhile();
                if (store.down) {
                    segments.forEach(this::lose);
                    throw new IllegalArgumentException("no connection");
                }
                segments.add(store.hand());
            }
            meanwhile();
            boolean givenUp = givenUpIfLate && now - began >= BoundedCall.LONGEST.toNanos();
            if (dead || givenUp || images > imagesBefore) {
                count("answers that come too late");
                segments.forEach(this::lose);
            } else if (count > 0 && !healed && chance(10)) {
                count("answers lost");
                segments.forEach(this::lose);
                if (mutation == Mutation.LOST_ANSWER_GUESSED && !lastSeen.isEmpty()) {
                    return List.of(new Segment(lastSeen.first() + SIZE, lastSeen.last() + SIZE));
                }
                throw new IllegalArgumentException("no answer");
            }
            return segments;
        }

        private void lose(Segment segment) {
            store.owed.remove(segment.first());
        }

        @Override
        public void open() {}

        @Override
        public boolean isLost() {
            return false;
        }

        @Override
        public long size() {
            return SIZE;
        }

        @Override
        public String describe() {
            return name;
        }
    }

    private static final class Silence implements System.Logger {

        @Override
        public String getName() {
            return "simulation";
        }

        @Override
        public boolean isLoggable(Level level) {
            return false;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {}

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {}
    }

    private final class Buffer extends SegmentBuffer {

        private final Process process;

        Buffer(OffsetAndStep numbers, Process process) {
            super(numbers, LIMITS, SIZE);
            this.process = process;
        }

        @Override
        void arrived(Segment segment, long fetches) {
            long before = buffered();
            long droppedBefore = dropped();
            process.lose(segment);
            super.arrived(segment, fetches);
            process.kept += buffered() - before;
            if (dropped() > droppedBefore) {
                count("segments dropped");
            } else {
                process.lastSeen = segment;
            }
        }

        @Override
        void clear() {
            process.kept = 0;
            super.clear();
        }

        @Override
        boolean isLate(Segment segment) {
            return mutation != Mutation.LATE_ISSUED && super.isLate(segment);
        }
    }
}
