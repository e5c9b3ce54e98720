package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.redis.RedisSegmentSource.Settling;
import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.testing.LongTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A counter that fails over to earlier states, on one thread and a virtual time: while one process waits, others go on, start,
 * and open the counter for new tenants. The driver repeats requests, which are applied again, late, and after failovers. In
 * each second simulation, the processes are copies that draw the same random texts.
 * {@code -Didgen.simulation.seeds=10000} runs more.
 */
class RedisSettlingTest {

    private static final long LOSS = 400;
    private static final long SEEDS = Long.getLong("idgen.simulation.seeds", LongTest.RUN ? 10_000 : 1_000);

    /** Ways to get it wrong, which the simulation must find. */
    enum Mutation {
        NONE,
        /** Nothing is waited for. */
        SETTLE_IGNORED,
        /** Half of the time is waited for. */
        LOOKED_TOO_EARLY,
        /** A look is sent at once and counts, since its answer comes late enough. */
        LOOKED_WHEN_ANSWERED,
        /** A counter at or above the numbers' end counts, whoever was given them. */
        LOOKED_AT_THE_VALUE,
        /** A mark is the same each time the request is applied. */
        MARKED_BY_THE_REQUEST,
        /** A mark has a count that the failover sets back together with the counter. */
        MARKED_BY_A_COUNT,
        /** The counter must not be below the value that a start or a new tenant has seen. */
        SEEN_VALUE_COUNTS;

        /** Whether processes stop, and make no number twice. */
        boolean stops() {
            return this == SEEN_VALUE_COUNTS;
        }

        boolean mayIssueWhatIsLost() {
            return this == SETTLE_IGNORED || this == LOOKED_TOO_EARLY || this == LOOKED_WHEN_ANSWERED;
        }
    }

    /** Numbers, and whether a process with an earlier version of the scripts has issued them. */
    private record Issued(Segment segment, boolean earlier) {}

    private static final class Simulation {

        private final Random random;
        private final Mutation mutation;
        private final boolean copies;
        private final FakeCounter counter = new FakeCounter();
        private final TreeMap<Long, FakeCounter.Content> states = new TreeMap<>();
        private final TreeMap<Long, Issued> issued = new TreeMap<>();
        private final List<Process> processes = new ArrayList<>();
        private final List<Runnable> late = new ArrayList<>();
        private final Map<String, Integer> counts;
        private long now;
        private boolean begun;
        private int depth;
        private long skipped;
        private int texts;

        /** With earlier processes, each third one is of an earlier version. */
        Simulation(long seed, Mutation mutation, boolean withEarlier, Map<String, Integer> counts) {
            this.random = new Random(seed);
            this.mutation = mutation;
            this.copies = seed % 2 == 1;
            this.counts = counts;
            for (int process = 0; process < 3; process++) {
                processes.add(new Process(withEarlier && process == 0));
            }
        }

        private void count(String what) {
            counts.merge(what, 1, Integer::sum);
        }

        private SegmentRequest request() {
            return new SegmentRequest("orders", 1 + random.nextInt(3), 1, true, this::highest, Duration.ofSeconds(10));
        }

        private OptionalLong highest() {
            return issued.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(issued.lastEntry().getValue().segment().last());
        }

        void run() {
            processes.forEach(process -> process.source.open());
            now += LOSS; // A counter that is lost itself is rejected, as its token shows.
            begun = true;
            for (int step = 0; step < 60; step++) {
                pass(random.nextInt(100));
            }
        }

        private void sleep(long nanos) {
            long part = mutation == Mutation.SETTLE_IGNORED || mutation == Mutation.LOOKED_WHEN_ANSWERED
                    ? 0
                    : mutation == Mutation.LOOKED_TOO_EARLY ? nanos / 2 : nanos;
            long end = now + part;
            while (now < end) {
                pass(Math.min(end - now, 1 + random.nextInt(150)));
            }
            now = Math.max(now, end);
            if (part < nanos) {
                skipped += nanos - part;
            }
        }

        /** Lets time go by, in which others fetch and start, late requests are applied, and the store fails over. */
        private void pass(long millis) {
            now += millis;
            if (random.nextInt(10) == 0) {
                start(random.nextInt(processes.size()));
            }
            if (!late.isEmpty() && random.nextInt(3) == 0) {
                count("requests applied again");
                late.remove(random.nextInt(late.size())).run();
                written();
            }
            if (depth < 3 && random.nextInt(3) > 0) {
                depth++;
                fetch(processes.get(random.nextInt(processes.size())));
                depth--;
            }
            if (random.nextInt(6) == 0) {
                failOver();
            }
        }

        /** Replaces a process with a new one, or its tenant with a new tenant. */
        private void start(int place) {
            Process before = processes.get(place);
            boolean tenant = random.nextBoolean();
            count(tenant ? "tenants" : "starts");
            Process next = tenant ? new Process(before, before.source.sharing(request())) : new Process(before.earlier);
            processes.set(place, next);
            if (random.nextBoolean()) {
                next.source.open();
            }
        }

        private void failOver() {
            var kept = states.floorEntry(now - (random.nextBoolean() ? LOSS : random.nextInt((int) LOSS + 1)));
            if (kept != null) {
                count("failovers");
                if (!kept.getValue().equals(counter.content())) {
                    count("losses");
                }
                counter.failOver(kept.getValue());
                states.tailMap(kept.getKey(), false).clear();
            }
        }

        private void fetch(Process process) {
            Segment segment = process.source.fetch();
            if (segment.isEmpty()) {
                return;
            }
            count("segments");
            Issued mine = new Issued(segment, process.earlier);
            for (var below = issued.floorEntry(segment.last());
                    below != null && below.getValue().segment().last() >= segment.first();
                    below = issued.lowerEntry(below.getKey())) {
                if (!mine.earlier && !below.getValue().earlier()) {
                    throw new AssertionError("the numbers [" + segment + "] were issued twice");
                }
                count("issued twice with an earlier version");
            }
            issued.put(segment.first(), mine);
        }

        private void written() {
            states.put(now, counter.content());
        }

        /** On the way there and back. */
        private void travel() {
            if (begun && random.nextInt(4) == 0) {
                pass(random.nextInt(300));
            }
        }

        /** The driver may send a request twice; then one of the two may be applied at any later time. */
        private void repeat(Runnable request) {
            if (random.nextInt(5) == 0) {
                late.add(request);
            }
        }

        /** A process or a tenant, and its connection. */
        private final class Process implements Counter {

            private final boolean earlier;
            private final RedisSegmentSource source;
            private int own;
            private long seen;

            Process(boolean earlier) {
                this.earlier = earlier;
                this.source = new RedisSegmentSource(
                        this,
                        request(),
                        () -> "text-" + (copies ? ++own : ++texts),
                        new ConcurrentHashMap<>(),
                        new Settling(LOSS, () -> now + skipped, Simulation.this::sleep));
            }

            Process(Process first, RedisSegmentSource source) {
                this.earlier = first.earlier;
                this.source = source;
            }

            private Addition apply(String token, long reached, long size, String mark) {
                if (earlier || mutation == Mutation.MARKED_BY_THE_REQUEST) {
                    return counter.addMarked(token, reached, size, mark);
                }
                return mutation == Mutation.MARKED_BY_A_COUNT
                        ? counter.addMarked(token, reached, size, mark + "@" + counter.value())
                        : counter.add(token, reached, size, mark);
            }

            @Override
            public State open(@Nullable Long beginning, String token) {
                travel();
                State state = counter.open(beginning, token);
                written();
                repeat(() -> counter.open(beginning, token));
                if (mutation == Mutation.SEEN_VALUE_COUNTS) {
                    seen = Math.max(seen, state.value());
                }
                travel();
                return state;
            }

            @Override
            public Addition add(String token, long reached, long size, @Nullable String mark) {
                travel();
                // Otherwise a process may have issued what the store loses, and would notice now and then.
                long below = mutation.mayIssueWhatIsLost() ? 0 : Math.max(reached, seen);
                repeat(() -> apply(token, below, size, mark));
                Addition addition = apply(token, below, size, mark);
                written();
                travel();
                return addition;
            }

            @Override
            public boolean removeMark(String token, long value, String mark) {
                travel();
                repeat(() -> counter.removeMark(token, value, mark));
                boolean kept = mutation == Mutation.LOOKED_AT_THE_VALUE
                        ? counter.value() >= value
                        : counter.removeMark(token, value, mark);
                written();
                travel();
                if (mutation == Mutation.LOOKED_WHEN_ANSWERED) {
                    long end = now + LOSS;
                    while (now < end) {
                        pass(1 + random.nextInt(150));
                    }
                }
                return kept;
            }

            @Override
            public String describe() {
                return "counter";
            }

            @Override
            public String repair(long value, String token) {
                return "";
            }
        }
    }

    private static Map<String, Integer> run(boolean withEarlier) {
        Map<String, Integer> counts = new TreeMap<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                new Simulation(seed, Mutation.NONE, withEarlier, counts).run();
            } catch (NumbersLostException e) {
                // An earlier process has issued numbers that are lost, and a row has them, or that process asks again.
                if (!withEarlier) {
                    throw new AssertionError("simulation " + seed + ": " + e.getMessage(), e);
                }
                counts.merge("all stopped", 1, Integer::sum);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("simulation " + seed + ": " + e.getMessage(), e);
            }
        }
        System.out.println(SEEDS + " simulations of a counter in Redis" + (withEarlier ? " with earlier processes" : "")
                + ": " + counts);
        assertThat(counts.get("segments")).isGreaterThan((int) SEEDS * 5);
        for (String often : List.of("losses", "starts", "tenants", "requests applied again")) {
            assertThat(counts.get(often)).as(often).isGreaterThan((int) SEEDS * 2);
        }
        return counts;
    }

    @Test
    void issuesNoNumberTwiceAndStopsNobody() {
        assertThat(run(false)).doesNotContainKey("issued twice with an earlier version");
    }

    /** While processes are replaced one by one: those of this version share no number. */
    @Test
    void issuesNoNumberTwiceBesideAnEarlierProcess() {
        assertThat(run(true)).containsKey("issued twice with an earlier version");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void findsTheMutation(Mutation mutation) {
        int found = 0;
        long first = -1;
        for (long seed = 0; seed < 500; seed++) {
            if (isFound(seed, mutation)) {
                found++;
                first = first < 0 ? seed : first;
            }
        }
        System.out.println(mutation + " is found by [" + found + "] of 500 simulations, first by " + first);
        assertThat(found).isPositive();
    }

    private static boolean isFound(long seed, Mutation mutation) {
        try {
            new Simulation(seed, mutation, false, new TreeMap<>()).run();
            return false;
        } catch (AssertionError e) {
            return !mutation.stops() && e.getMessage().contains("issued twice");
        } catch (NumbersLostException e) {
            return mutation.stops() && e.getMessage().contains("was below [");
        }
    }
}
