package io.github.hibernateidgen.benchmarks.ids;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.github.f4b6a3.uuid.UuidCreator;
import io.github.hibernateidgen.benchmarks.report.Interval;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Measures ids with work between two ids, like the threads of an application, which do more than ask for ids. Results are in
 * {@code benchmarks/results/work.json}.
 *
 * <p>All cases take turns in the same JVM, in rounds of a few milliseconds. Other load on the machine therefore affects all
 * cases, and about a round in ten is free of it. The work is {@link Blackhole#consumeCPU}, which uses no memory. The number
 * of tokens that take the wanted time on a single thread is computed from the fastest of 100 runs of 100,000 tokens.
 */
public final class WithWork {

    private static final int WARM_UP = 30;
    private static final int ROUNDS = 100;
    private static final int TOKENS = 100_000;
    private static final int CALLS = 2_000;

    /** The ids of a round that is timed, so that the slowest thousandth of them is twenty. */
    private static final int TIMED = 20_000;

    /** The number of ids after which the code that refills buffers has been compiled as well. */
    private static final int COMPILED_AFTER = 2_000_000;

    /** A case: makes a number of ids, with work before each. */
    private abstract static class Ids {

        abstract long next();

        /** Makes {@value WithWork#TIMED} ids and stores the time of each in {@code times}, or {@value WithWork#CALLS} ids if that is empty. */
        long make(long tokens, long[] times) {
            long all = 0;
            int ids = times.length > 0 ? TIMED : CALLS;
            for (int i = 0; i < ids; i++) {
                Blackhole.consumeCPU(tokens);
                if (times.length > 0) {
                    long before = System.nanoTime();
                    all ^= next();
                    times[i] = System.nanoTime() - before;
                } else {
                    all ^= next();
                }
            }
            return all;
        }
    }

    /** A round of threads that start together. */
    private record Round(Ids ids, long tokens, boolean isTimed) {}

    private final int threads;
    private final long[] began;
    private final long[] ended;
    private final long[][] times;
    private final AtomicInteger done = new AtomicInteger();
    private volatile Round round = new Round(new Alone(), 0, false);
    private volatile long sink;
    private volatile boolean isOver;

    private WithWork(int threads) {
        this.threads = threads;
        this.began = new long[threads];
        this.ended = new long[threads];
        this.times = new long[threads][TIMED];
        for (int i = 0; i < threads; i++) {
            int index = i;
            Round first = round;
            Thread thread = new Thread(() -> work(index, first));
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Spins until the next round, so that all threads start at the same time. */
    @SuppressWarnings({"ThreadPriorityCheck", "ReferenceEquality"})
    private void work(int index, Round first) {
        Round before = first;
        while (!isOver) {
            Round now = round;
            if (now == before) {
                Thread.yield();
                continue;
            }
            before = now;
            began[index] = System.nanoTime();
            sink ^= now.ids.make(now.tokens, now.isTimed ? times[index] : new long[0]);
            ended[index] = System.nanoTime();
            done.incrementAndGet();
        }
    }

    private void run(Ids ids, long tokens, boolean isTimed) throws InterruptedException {
        done.set(0);
        round = new Round(ids, tokens, isTimed);
        while (done.get() < threads) {
            Thread.sleep(0, 50_000);
        }
    }

    /** Returns the ids per microsecond. */
    private double rate(Ids ids, long tokens) throws InterruptedException {
        run(ids, tokens, false);
        long nanos = Arrays.stream(ended).max().orElseThrow()
                - Arrays.stream(began).min().orElseThrow();
        return 1e3 * CALLS * threads / nanos;
    }

    /** Returns the 99.9th percentile of the time for an id, in nanoseconds. */
    private double slow(Ids ids, long tokens) throws InterruptedException {
        run(ids, tokens, true);
        long[] all = Arrays.stream(times).flatMapToLong(Arrays::stream).sorted().toArray();
        return all[(int) (all.length * .999)];
    }

    /**
     * Measures all cases.
     *
     * @param args optionally the folder for the results
     */
    public static void main(String[] args) throws Exception {
        ArrayNode results = new ObjectMapper().createArrayNode();
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < 100; i++) {
            long before = System.nanoTime();
            Blackhole.consumeCPU(TOKENS);
            fastest = Math.min(fastest, System.nanoTime() - before);
        }
        WithWork warmUp = new WithWork(1);
        for (Ids ids : cases()) {
            for (int i = 0; i < COMPILED_AFTER / CALLS; i++) {
                warmUp.run(ids, 0, i % 2 == 0);
            }
        }
        warmUp.isOver = true;
        for (int threads : new int[] {1, 2, 4, 8}) {
            for (double micros : new double[] {.1, .5}) {
                measure(results, threads, micros, Math.round(micros * 1_000 * TOKENS / fastest));
            }
        }
        Path folder = Path.of(args.length > 0 ? args[0] : "benchmarks/results");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("work.json"), results.toPrettyString() + "\n");
        System.exit(0);
    }

    private static void measure(ArrayNode results, int threads, double micros, long tokens)
            throws InterruptedException {
        List<Ids> cases = cases();
        WithWork work = new WithWork(threads);
        List<double[]> rates = new ArrayList<>();
        List<double[]> slow = new ArrayList<>();
        cases.forEach(one -> {
            rates.add(new double[ROUNDS]);
            slow.add(new double[ROUNDS]);
        });
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            for (int turn = 0; turn < cases.size(); turn++) {
                int one = Math.floorMod(turn + round, cases.size());
                double rate = work.rate(cases.get(one), tokens);
                double nanos = work.slow(cases.get(one), tokens);
                if (round >= 0) {
                    rates.get(one)[round] = rate;
                    slow.get(one)[round] = nanos;
                }
            }
        }
        work.isOver = true;
        int floor = 0;
        for (int i = 0; i < cases.size(); i++) {
            if (cases.get(i) instanceof Floor || cases.get(i) instanceof GuidFloor) {
                floor = i;
            }
            double[] ofFloor = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                ofFloor[round] = rates.get(i)[round] / rates.get(floor)[round];
            }
            double[] sortedRates = rates.get(i).clone();
            double[] sortedSlow = slow.get(i).clone();
            Arrays.sort(sortedRates);
            Arrays.sort(sortedSlow);
            System.out.println(results.addObject()
                    .put("case", cases.get(i).getClass().getSimpleName())
                    .put("micros", micros)
                    .put("threads", threads)
                    .put("rate", sortedRates[ROUNDS - 1 - ROUNDS / 10])
                    .put("p999", sortedSlow[ROUNDS / 10])
                    .put("medianP999", sortedSlow[ROUNDS / 2])
                    .set("ofFloor", Interval.of(ofFloor).json()));
        }
    }

    /** Returns new generators for each measurement, so that no case has a lucky place in memory in all measurements. */
    private static List<Ids> cases() {
        return List.of(
                new Alone(),
                new Floor(),
                new Ours(),
                new OursReserved(),
                new CosId(),
                new HypersistenceTsid(),
                new GuidFloor(),
                new OursGuid(),
                new JavaUuidGenerator(),
                new UuidCreatorPlus1());
    }

    private static final class Alone extends Ids {
        @Override
        long next() {
            return 0;
        }
    }

    private static final class Floor extends Ids {
        private final WideLongs.Floor floor = new WideLongs.Floor();

        @Override
        long next() {
            return floor.next();
        }
    }

    private static final class Ours extends Ids {
        private final WideLongs.Fixed fixed = new WideLongs.Fixed();

        @Override
        long next() {
            return fixed.generator.nextId();
        }
    }

    private static final class OursReserved extends Ids {
        private final WideLongs.Reserved reserved = new WideLongs.Reserved();

        @Override
        long next() {
            return reserved.generator.nextId();
        }
    }

    private static final class CosId extends Ids {
        private final WideLongs.CosId cosId = new WideLongs.CosId();

        @Override
        long next() {
            return cosId.generator.generate();
        }
    }

    private static final class HypersistenceTsid extends Ids {
        private final WideLongs.HypersistenceTsid tsid = new WideLongs.HypersistenceTsid();

        @Override
        long next() {
            return tsid.factory.generate().toLong();
        }
    }

    private static final class GuidFloor extends Ids {
        @Override
        long next() {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            long time = System.currentTimeMillis() << 16;
            return new java.util.UUID(time | (random.nextLong() & 0xffff), random.nextLong()).hashCode();
        }
    }

    private static final class OursGuid extends Ids {
        private final GuidGenerator generator = new GuidGenerator(GuidOrder.BYTES);

        @Override
        long next() {
            return generator.nextGuid().hashCode();
        }
    }

    private static final class JavaUuidGenerator extends Ids {
        private final TimeBasedEpochGenerator generator = Generators.timeBasedEpochGenerator();

        @Override
        long next() {
            return generator.generate().hashCode();
        }
    }

    private static final class UuidCreatorPlus1 extends Ids {
        @Override
        long next() {
            return UuidCreator.getTimeOrderedEpochPlus1().hashCode();
        }
    }
}
