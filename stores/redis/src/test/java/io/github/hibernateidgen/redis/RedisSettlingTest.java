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
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A counter that fails over to earlier states, on one thread and a virtual time: while one process waits, others go on.
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
        LOOKED_AT_THE_VALUE
    }

    private static final class Simulation implements Counter {

        private final Random random;
        private final Mutation mutation;
        private final FakeCounter counter = new FakeCounter();
        private final TreeMap<Long, FakeCounter.Content> states = new TreeMap<>();
        private final TreeMap<Long, Segment> issued = new TreeMap<>();
        private final List<RedisSegmentSource> processes = new ArrayList<>();
        private long now;
        private int depth;
        private long skipped;
        private int tokens;
        private int failovers;
        private int losses;

        Simulation(long seed, Mutation mutation) {
            this.random = new Random(seed);
            this.mutation = mutation;
            for (int process = 0; process < 3; process++) {
                processes.add(source());
            }
        }

        private RedisSegmentSource source() {
            return new RedisSegmentSource(
                    this,
                    new SegmentRequest("orders", 1 + random.nextInt(3), 1, true, this::highest, Duration.ofSeconds(10)),
                    () -> "token-" + ++tokens,
                    new ConcurrentHashMap<>(),
                    new Settling(LOSS, () -> now + skipped, this::sleep));
        }

        private OptionalLong highest() {
            return issued.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(issued.lastEntry().getValue().last());
        }

        void run() {
            processes.forEach(RedisSegmentSource::open);
            now += LOSS; // What was lost with the counter itself is refused, and told by its token.
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

        /** Lets time go by, in which others fetch and the store fails over. */
        private void pass(long millis) {
            now += millis;
            if (depth < 3 && random.nextInt(3) > 0) {
                depth++;
                fetch(processes.get(random.nextInt(processes.size())));
                depth--;
            }
            if (random.nextInt(6) == 0) {
                failOver();
            }
        }

        private void failOver() {
            var kept = states.floorEntry(now - (random.nextBoolean() ? LOSS : random.nextInt((int) LOSS + 1)));
            if (kept != null) {
                failovers++;
                losses += kept.getValue().equals(counter.content()) ? 0 : 1;
                counter.failOver(kept.getValue());
                states.tailMap(kept.getKey(), false).clear();
            }
        }

        private void fetch(RedisSegmentSource process) {
            Segment segment = process.fetch();
            if (segment.isEmpty()) {
                return;
            }
            var below = issued.floorEntry(segment.last());
            if (below != null && below.getValue().last() >= segment.first()) {
                throw new AssertionError("the numbers [" + segment + "] were issued twice");
            }
            issued.put(segment.first(), segment);
        }

        private void written() {
            states.put(now, counter.content());
        }

        /** Otherwise a process may have issued what the store loses, and would notice now and then. */
        private boolean isLookedFor() {
            return mutation == Mutation.NONE || mutation == Mutation.LOOKED_AT_THE_VALUE;
        }

        /** On the way there and back. */
        private void travel() {
            if (random.nextInt(4) == 0) {
                pass(random.nextInt(300));
            }
        }

        @Override
        public State open(@Nullable Long beginning, String token) {
            State state = counter.open(beginning, token);
            written();
            return state;
        }

        @Override
        public Addition add(String token, long given, long size, @Nullable String mark) {
            travel();
            Addition addition = counter.add(token, isLookedFor() ? given : 0, size, mark);
            written();
            travel();
            return addition;
        }

        @Override
        public boolean removeMark(String token, long value, String mark) {
            travel();
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

    @Test
    void issuesNoNumberTwiceAndGoesOn() {
        long segments = 0;
        long failovers = 0;
        long losses = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Simulation simulation = new Simulation(seed, Mutation.NONE);
            try {
                simulation.run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("simulation " + seed + ": " + e.getMessage(), e);
            }
            segments += simulation.issued.size();
            failovers += simulation.failovers;
            losses += simulation.losses;
        }
        System.out.println(SEEDS + " simulations: " + segments + " segments of a counter in Redis, " + failovers
                + " failovers, of which " + losses + " lost something");
        assertThat(segments).isGreaterThan(SEEDS * 5);
        assertThat(losses).isGreaterThan(SEEDS * 2);
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
            new Simulation(seed, mutation).run();
            return false;
        } catch (AssertionError e) {
            return e.getMessage().contains("issued twice");
        } catch (NumbersLostException e) {
            return false;
        }
    }
}
