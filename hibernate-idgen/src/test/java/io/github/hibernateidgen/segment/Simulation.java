package io.github.hibernateidgen.segment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ResourceBundle;
import java.util.TreeMap;

/**
 * Several masters with several processes each, on one thread and one clock. Requests are applied late and out of order,
 * answers are lost, late or never given; processes are killed, and suspended for an image. Each id is checked as it is made.
 */
final class Simulation {

    static final int SIZE = 12;
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
        for (int step = 0; step < 600; step++) {
            now += random.nextInt(20_000_000);
            Process process = processes.get(random.nextInt(processes.size()));
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> process.makeIds(1 + random.nextInt(15));
                case 4, 5, 6 -> process.applyOne();
                case 7, 8, 9 -> process.answerOne();
                case 10 -> processes.get(random.nextInt(processes.size())).makeIds(1);
                default -> disturb(process);
            }
        }
        // Every process goes on once all is well.
        for (Process process : processes) {
            process.recover();
        }
        for (Store store : stores) {
            store.requireGapsInBounds();
        }
    }

    private void disturb(Process process) {
        if (chance(30)) {
            count("kills");
            process.lose();
            processes.set(processes.indexOf(process), new Process(process.master, null));
        } else if (chance(20)) {
            count("images");
            process.generator.suspend();
            processes.add(new Process(process.master, process));
            process.resume();
        } else if (chance(20)) {
            count("outages");
            stores.get(process.master).down = chance(50);
        }
    }

    /** A sequence with an increment. */
    private final class Store {

        long next = 1;
        long lost;
        long issued;
        boolean down;

        Segment hand() {
            Segment segment = new Segment(next, next + SIZE - 1);
            next += SIZE;
            if (mutation == Mutation.STORE_FORGETS && chance(2)) {
                next -= SIZE;
            }
            return segment;
        }

        /** What was handed out and not issued was lost in a way that is known, or is buffered. */
        void requireGapsInBounds() {
            if (masters == 1 && mutation == Mutation.NONE && next - 1 - issued - lost != 0) {
                throw new AssertionError("of [" + (next - 1) + "] numbers [" + issued + "] were issued and [" + lost
                        + "] lost where that may be");
            }
        }
    }

    /** A fetch that has begun: its request is applied at one time, its answer comes at another. */
    private final class Request {

        final Runnable task;
        boolean applied;
        boolean failed;
        Segment answer = Segment.EMPTY;

        Request(Runnable task) {
            this.task = task;
        }
    }

    private final class Process implements SegmentSource {

        final String name = "process " + names++;
        final int master;
        final List<Request> requests = new ArrayList<>();
        final SegmentGenerator generator;
        private Request answered = new Request(() -> {});
        private Segment lastSeen = Segment.EMPTY;
        private long last = Long.MIN_VALUE;

        /** Starts anew, or from the image of another process. */
        Process(int master, Process image) {
            this.master = master;
            OffsetAndStep numbers =
                    mutation == Mutation.OFFSET_IGNORED ? OffsetAndStep.ALL : new OffsetAndStep(master + 1, masters);
            Buffer buffer = new Buffer(numbers);
            if (image != null && mutation == Mutation.IMAGE_KEEPS_BUFFER && !image.lastSeen.isEmpty()) {
                buffer.arrived(image.lastSeen, 0);
            }
            generator = new SegmentGenerator(
                    this, LIMITS, task -> requests.add(new Request(task)), () -> now, buffer, new Silence());
        }

        void resume() {
            generator.resume();
            lostBuffer(); // And what is on its way, when it comes.
            kept = 0;
        }

        /** How many numbers have arrived and were neither issued nor lost. */
        private long kept;

        void makeIds(int count) {
            for (int i = 0; i < count; i++) {
                long id = generator.poll();
                if (id == SegmentBuffer.NONE) {
                    count("polls in vain");
                    return;
                }
                kept--;
                stores.get(master).issued++;
                count("ids");
                check(id);
            }
        }

        private void check(long id) {
            String other = made.putIfAbsent(id, name);
            if (other != null) {
                throw new AssertionError("[" + id + "] was made by " + other + " and by " + name);
            }
            if (id <= last) {
                throw new AssertionError("[" + id + "] does not ascend after [" + last + "] in " + name);
            }
            last = id;
        }

        void applyOne() {
            List<Request> waiting =
                    requests.stream().filter(request -> !request.applied).toList();
            if (!waiting.isEmpty()) {
                apply(waiting.get(random.nextInt(waiting.size())));
            }
        }

        private void apply(Request request) {
            Store store = stores.get(master);
            request.applied = true;
            if (store.down) {
                request.failed = true;
                return;
            }
            request.answer = store.hand();
            if (chance(10)) {
                count("answers lost");
                request.failed = true;
            }
        }

        void answerOne() {
            List<Request> ready =
                    requests.stream().filter(request -> request.applied).toList();
            if (!ready.isEmpty()) {
                answer(ready.get(random.nextInt(ready.size())));
            }
        }

        private void answer(Request request) {
            requests.remove(request);
            answered = request;
            long droppedBefore = generator.statistics().dropped();
            long fetchesBefore = generator.statistics().fetches();
            request.task.run();
            boolean kept = generator.statistics().fetches() > fetchesBefore
                    && generator.statistics().dropped() == droppedBefore;
            if (generator.statistics().dropped() > droppedBefore) {
                count("segments dropped");
            }
            if (kept) {
                lastSeen = request.answer;
                this.kept += numbers(request.answer);
            } else {
                stores.get(master).lost += numbers(request.answer);
            }
        }

        private long numbers(Segment segment) {
            return segment.isEmpty() ? 0 : segment.last() - segment.first() + 1;
        }

        private void lostBuffer() {
            stores.get(master).lost += kept;
        }

        /** Killed: what it holds and what is on its way is lost. */
        void lose() {
            lostBuffer();
            for (Request request : requests) {
                stores.get(master).lost += numbers(request.answer);
            }
            requests.clear();
        }

        void recover() {
            stores.get(master).down = false;
            int before = made.size();
            now += 2_000_000_000L;
            for (int round = 0; round < 100 && made.size() < before + 30; round++) {
                makeIds(10);
                while (!requests.isEmpty()) {
                    Request request = requests.get(0);
                    if (!request.applied) {
                        request.applied = true;
                        request.answer = stores.get(master).hand();
                    }
                    answer(request);
                }
            }
            if (made.size() < before + 30) {
                throw new AssertionError(name + " does not go on");
            }
            lose();
            kept = 0;
        }

        @Override
        public Segment fetch() {
            if (answered.failed) {
                if (mutation == Mutation.LOST_ANSWER_GUESSED && !lastSeen.isEmpty()) {
                    return new Segment(lastSeen.first() + SIZE, lastSeen.last() + SIZE);
                }
                throw new IllegalArgumentException("no answer");
            }
            return answered.answer;
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

        Buffer(OffsetAndStep numbers) {
            super(numbers, LIMITS, SIZE);
        }

        @Override
        boolean isLate(Segment segment) {
            return mutation != Mutation.LATE_ISSUED && super.isLate(segment);
        }
    }
}
