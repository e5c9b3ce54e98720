package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A few nodes, fewer slots than nodes, and everything that can go wrong, on a virtual time and one thread. All that
 * happens follows from the seed.
 *
 * <p>First come the faults: clocks jump and drift; processes are frozen, killed, shut down and started; the store goes
 * down, delays requests, loses them or their answers. Then the faults stop, and each node must make an id of each
 * layout, after which it shuts down in order and leaves its slot to the rest.
 */
final class Simulation {

    private static final long START = Instant.parse("2026-06-01T00:00:00Z").toEpochMilli();
    private static final int MAX_DEPTH = 4;
    private static final int MAX_NODES = 10;

    /** Which copies of processes there are. */
    enum Forks {
        /** Those that make no id twice. */
        COVERED,
        /** Those that go on at once with what the image believes to hold. */
        UNCOVERED
    }

    /** What the store, or the way to it, does beside the usual faults. */
    enum Trouble {
        NONE,
        /** A synchronous replica is away now and then, and may take over. */
        REPLICA_AWAY,
        /** Renewals are kept on the way until the next failover. */
        RENEWALS_KEPT
    }

    /** Something that happens at a time; the sequence in which they were made decides between equal times. */
    private record Event(long at, long number, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
        }
    }

    private static final class Node {
        final SimulatedClock clock;

        @Nullable
        SimulatedProcess process;

        long frozenUntil;
        boolean done;

        Node(SimulatedClock clock) {
            this.clock = clock;
        }
    }

    /** That the store loses nothing. */
    static final double NO_LOSS = -1;

    private final long seed;
    private final Mutation mutation;
    private final Forks forks;
    private final Trouble trouble;
    private final SplittableRandom random;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final StringBuilder trace = new StringBuilder();
    private final boolean tracing;
    private final Map<SnowflakeLayout, Map<Long, SimulatedProcess>> ids = new HashMap<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<SnowflakeLayout> layouts;
    private final Duration maxAhead;
    private final int spread;
    private final int blockSize;
    private final int faultMillis;
    private final long loss;
    private final ReservationTerms terms;
    private final SimulatedStore store;
    private long now = START;
    private long eventNumber;
    private long tokens;
    private int depth;
    private boolean starting;
    private boolean healed;

    Simulation(long seed, Mutation mutation, Forks forks, boolean tracing) {
        this(seed, mutation, forks, NO_LOSS, Trouble.NONE, tracing);
    }

    /**
     * Makes a simulation.
     *
     * @param settled what the processes are told that the store may lose, as a part of what it does
     * @param trouble what there is beside the usual faults
     */
    Simulation(long seed, Mutation mutation, Forks forks, double settled, Trouble trouble, boolean tracing) {
        this.seed = seed;
        this.mutation = mutation;
        this.forks = forks;
        this.trouble = trouble;
        this.tracing = tracing;
        this.random = new SplittableRandom(seed);
        int workerBits = below(3);
        int nodeCount = (1 << workerBits) + 1 + below(8 - (1 << workerBits));
        this.layouts = List.of(coarse(workerBits), fineWithLanes(workerBits));
        layouts.forEach(layout -> ids.put(layout, new HashMap<>()));
        this.maxAhead = Duration.ofMillis(List.of(0, 300, 1000).get(below(3)));
        this.spread = 1 + below(2);
        this.blockSize = 1 + below(4);
        this.faultMillis = 200 << below(5);
        ReservationTerms lossless = ReservationTerms.DEFAULT
                .withWindow(Duration.ofMillis(1000 + below(2000)))
                .withMaxSkew(Duration.ofMillis(1000 + below(30_000)));
        this.loss = settled == NO_LOSS ? 0 : 1 + below(lossless.window().toMillis() / 3);
        this.terms = loss == 0 ? lossless : lossless.withSettle(Duration.ofMillis(Math.round(loss * settled)));
        this.store = new SimulatedStore(this);
        for (int i = 0; i < nodeCount; i++) {
            nodes.add(new Node(new SimulatedClock(() -> now)));
        }
        trace(-1, nodeCount + " nodes, " + (1 << workerBits) + " slots, ahead " + maxAhead + ", " + terms);
    }

    private static SnowflakeLayout coarse(int workerBits) {
        SnowflakeLayout.Builder builder =
                SnowflakeLayout.named("coarse").tick(Duration.ofMillis(100)).time(40);
        return withWorker(builder, workerBits).sequence(2).build();
    }

    /** Two lanes, and the time in two parts, as in the layout {@code innodb}. */
    private static SnowflakeLayout fineWithLanes(int workerBits) {
        SnowflakeLayout.Builder builder =
                SnowflakeLayout.named("fine").tick(Duration.ofMillis(10)).time(28);
        return withWorker(builder, workerBits).lane(1).time(12).sequence(2).build();
    }

    private static SnowflakeLayout.Builder withWorker(SnowflakeLayout.Builder builder, int workerBits) {
        return workerBits > 0 ? builder.worker("worker", workerBits) : builder;
    }

    /** Runs it all. */
    void run() {
        for (int i = 0; i < nodes.size(); i++) {
            int node = i;
            nodes.get(i).clock.jump(jump());
            later(below(1000), () -> start(node));
        }
        long end = now + 10_000 + below(20_000);
        later(0, this::fault);
        if (loss > 0) {
            later(below(3000), this::failOver);
        }
        if (trouble == Trouble.REPLICA_AWAY) {
            later(below(3000), this::loseReplica);
        }
        run(end - now);
        heal();
        runUntilAllDone();
    }

    // What the processes need.

    /** Returns how many rows a claim reads at once, before it reads all: from 1 to all that there are. */
    int blockSize() {
        return blockSize;
    }

    ReservationTerms terms() {
        return terms;
    }

    List<SnowflakeLayout> layouts() {
        return layouts;
    }

    SnowflakeLimits limits(SnowflakeLayout layout) {
        return new SnowflakeLimits(maxAhead, layout.tick(), spread);
    }

    SimulatedStore store() {
        return store;
    }

    Mutation mutation() {
        return mutation;
    }

    long trueMillis() {
        return now;
    }

    boolean healed() {
        return healed;
    }

    int below(long bound) {
        return (int) random.nextLong(bound);
    }

    String token() {
        return "claim-" + ++tokens;
    }

    /** A delay on the line: mostly short, sometimes longer than a window. */
    long delay() {
        return below(healed || below(10) > 0 ? 20 : 3000);
    }

    /**
     * Whether a renewal is kept on the way until the next failover. Two failovers and a freeze of the sender come soon: if the
     * sender repeats the renewal, the store may lose it, apply it again, and lose it again after the sender has looked.
     */
    boolean keeps(Swap swap, int node) {
        if (trouble != Trouble.RENEWALS_KEPT || healed || Mutation.isClaim(swap) || below(3) > 0) {
            return false;
        }
        count("renewals kept until a failover");
        long window = terms.window().toMillis();
        long first = 200 + below(loss);
        long second = first + below(loss);
        later(first, () -> failOverTo(now - loss));
        later(second, () -> failOverTo(now - loss));
        later(second, () -> freeze(nodes.get(node), window / 3 + below(window)));
        return true;
    }

    void soon(SimulatedProcess process, Runnable what) {
        later(process, below(3), what);
    }

    /** Happens unless the process has ended by then, and not before it is thawed. */
    void later(SimulatedProcess process, long millis, Runnable what) {
        later(millis, () -> {
            long thaw = nodes.get(process.node).frozenUntil;
            if (process.ended()) {
                return;
            }
            if (thaw > now) {
                later(process, thaw - now + below(3), what);
            } else {
                what.run();
            }
        });
    }

    void later(long millis, Runnable what) {
        events.add(new Event(now + millis, eventNumber++, what));
    }

    /** Lets everything else go on for so long, inside whatever is happening. */
    private void run(long millis) {
        long end = now + millis;
        for (Event event = events.peek(); event != null && event.at <= end; event = events.peek()) {
            events.remove();
            now = Math.max(now, event.at);
            event.what.run();
        }
        now = Math.max(now, end);
    }

    /** Stops a thread of a process between two steps for a while, now and then, or the whole process with it. */
    void interleave(SimulatedProcess process) {
        if (healed || starting || depth >= MAX_DEPTH || below(50) > 0) {
            return;
        }
        long millis = below(below(4) > 0 ? 300 : 4000);
        if (below(2) == 0) {
            freeze(nodes.get(process.node), millis);
        }
        count("threads stopped inside an id");
        runInside(millis);
    }

    /** Lets a thread wait for its clock. Where too many wait already inside each other, this one is interrupted. */
    void sleep(long nanos) {
        if (depth >= MAX_DEPTH) {
            throw new IllegalStateException("interrupted");
        }
        runInside(Duration.ofNanos(nanos).toMillis() + 1);
    }

    private void runInside(long millis) {
        depth++;
        run(millis);
        depth--;
    }

    void record(SnowflakeLayout layout, long[] made, SimulatedProcess process) {
        for (long id : made) {
            count("ids");
            SimulatedProcess other = ids.get(layout).putIfAbsent(id, process);
            if (other != null) {
                throw failure("id " + layout.split(id) + " of node " + process.node + " was made by node " + other.node
                        + (other == process ? ", by the same process" : "") + " before");
            }
        }
    }

    void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    void trace(int node, String what) {
        if (tracing) {
            trace.append(now - START).append(" ms, ");
            trace.append(node < 0 ? "all" : "node " + node)
                    .append(": ")
                    .append(what)
                    .append('\n');
        }
    }

    Map<String, Integer> counts() {
        return counts;
    }

    String trace() {
        return trace.toString();
    }

    // The faults.

    private void fault() {
        if (healed) {
            return;
        }
        later(below(faultMillis), this::fault);
        int index = below(nodes.size());
        Node node = nodes.get(index);
        switch (below(9)) {
            case 0, 1 -> happens(index, "clock jumps", () -> node.clock.jump(jump()));
            case 2 -> happens(index, "clock drifts", () -> node.clock.drift(0.5 + random.nextDouble()));
            case 3 -> happens(index, "clock set right", node.clock::setRight);
            case 4 -> happens(index, "freezes", () -> freeze(node, below(5000)));
            case 5 ->
                happens(index, "crashes", () -> {
                    if (node.process != null) {
                        crash(node.process);
                    }
                });
            case 6 ->
                happens(index, "shutdowns", () -> {
                    if (node.process != null) {
                        shutDown(node);
                    }
                });
            case 7 ->
                happens(-1, "outages", () -> {
                    store.down(true);
                    later(below(4000), () -> store.down(false));
                });
            default -> fork(node);
        }
    }

    private void failOver() {
        if (!healed) {
            failOverTo(now - (below(2) == 0 ? loss : below(loss + 1)));
            later(below(2000), this::failOver);
        }
    }

    private void failOverTo(long until) {
        if (!healed) {
            happens(-1, "failovers", () -> store.failOver(until));
        }
    }

    /** The replica is away for a while, and comes back or takes over. */
    private void loseReplica() {
        if (!healed) {
            happens(-1, "replicas away", store::replicaLeaves);
            boolean takesOver = below(2) == 0;
            later(below(4000), () -> {
                if (takesOver && !healed) {
                    happens(-1, "failovers", () -> store.failOver(now));
                } else {
                    store.replicaReturns();
                }
            });
            later(4000 + below(2000), this::loseReplica);
        }
    }

    private void fork(Node node) {
        SimulatedProcess original = node.process;
        if (original == null
                || original.ended()
                || original.closed()
                || original.suspended()
                || nodes.size() == MAX_NODES) {
            return;
        }
        if (forks == Forks.UNCOVERED) {
            happens(
                    nodes.size(),
                    "forks restored at once",
                    () -> image(original).process.start());
        } else if (below(2) == 0) {
            forkLate(original);
        } else {
            happens(original.node, "checkpoints", () -> original.suspend(() -> forkSuspended(original)));
        }
    }

    /** Copies a process, which lives on or not, and runs the copy once its clock has passed all that it reserved. */
    private void forkLate(SimulatedProcess original) {
        Node copy = image(original);
        long end = copy.process.reservedEnd();
        copy.frozenUntil = Math.max(now, end) + below(2000);
        copy.clock.notBefore(end);
        copy.clock.jump(-below(4000)); // Which shows once it has heard from the store.
        happens(copy.process.node, "forks restored after the reservation", copy.process::start);
        if (below(3) == 0) {
            later(copy.process, below(20), () -> shutDown(copy));
        }
        if (below(2) == 0) {
            later(below(1000), () -> crash(original));
        }
    }

    /** Copies a process that has given its number back, and runs the copy and the process from any moment on. */
    private void forkSuspended(SimulatedProcess original) {
        later(original, below(1000), () -> resume(original));
        if (!healed && nodes.size() < MAX_NODES) {
            Node copy = image(original);
            copy.clock.jump(jump());
            copy.frozenUntil = now + below(8000);
            happens(copy.process.node, "forks restored with their hooks called", () -> resume(copy.process));
        }
    }

    /** In one go: an image that is made on the way would have to go on with it. */
    private void resume(SimulatedProcess process) {
        starting = true;
        process.resume();
        starting = false;
    }

    /** A node with the memory of a process, on a machine of its own. */
    private Node image(SimulatedProcess original) {
        Node copy = new Node(new SimulatedClock(() -> now));
        starting = true;
        copy.process = new SimulatedProcess(this, nodes.size(), copy.clock);
        starting = false;
        copy.process.remember(original);
        nodes.add(copy);
        return copy;
    }

    private void shutDown(Node node) {
        node.process.close();
        later(below(3000), () -> start(node.process.node));
    }

    private void crash(SimulatedProcess process) {
        if (!healed) {
            process.crash();
            later(below(3000), () -> start(process.node));
        }
    }

    private void happens(int node, String what, Runnable fault) {
        trace(node, what);
        count(what);
        fault.run();
    }

    private void freeze(Node node, long millis) {
        node.frozenUntil = Math.max(node.frozenUntil, now + millis);
    }

    /** Starts a process where none runs; one that is shutting down may still be at it, as in a rolling restart. */
    private void start(int index) {
        Node node = nodes.get(index);
        if (!node.done && (node.process == null || node.process.ended() || node.process.closed())) {
            trace(index, "starts");
            starting = true;
            node.process = new SimulatedProcess(this, index, node.clock);
            starting = false;
            node.process.start();
        }
    }

    private long jump() {
        long millis = 1L << below(15);
        return random.nextBoolean() ? millis : -millis;
    }

    // The end.

    private void heal() {
        trace(-1, "faults stop");
        healed = true;
        store.heal();
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            node.clock.setRight();
            node.frozenUntil = now;
            start(i);
            if (node.process != null) {
                node.process.forgetIssued();
            }
        }
    }

    /**
     * A row may say that a slot is taken up to what the fastest clock ever showed, and a window more; a generator may
     * have issued ticks up to there. From then on each node in turn has two windows.
     */
    private void runUntilAllDone() {
        long healedAt = now;
        long highest =
                nodes.stream().mapToLong(node -> node.clock.highest()).max().orElse(now);
        long window = terms.window().toMillis();
        long reserved = Math.max(now, highest + maxAhead.toMillis() + 200 + window);
        long deadline = reserved + 2 * window * nodes.size();
        while (!nodes.stream().allMatch(node -> node.done)) {
            if (now > deadline) {
                throw failure("no progress: "
                        + nodes.stream().filter(node -> !node.done).count()
                        + " nodes have made no id since the faults stopped");
            }
            run(50);
            for (int i = 0; i < nodes.size(); i++) {
                Node node = nodes.get(i);
                if (!node.done && node.process != null && node.process.hasIssuedEverywhere()) {
                    trace(i, "has made its ids");
                    node.done = true;
                    node.process.close();
                }
            }
        }
        counts.put("slowest progress in ms", (int) (now - healedAt));
        counts.put("slowest progress in percent of what is allowed", (int)
                (100 * (now - healedAt) / (deadline - healedAt)));
    }

    private AssertionError failure(String what) {
        trace(-1, what);
        return new AssertionError("seed " + seed + " with " + mutation + ": " + what
                + "; replay it with -Didgen.simulation.seed=" + seed);
    }
}
