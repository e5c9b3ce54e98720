package io.github.hibernateidgen.benchmarks.ids;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The least that an id in order of time can cost. Not one of them is an id that you could use. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FloorBenchmark {

    private final AtomicLong cell = new AtomicLong();

    /** The clock, and one number that all threads move up. */
    @Benchmark
    public long bits64() {
        while (true) {
            long last = cell.get();
            long next = Math.max(System.currentTimeMillis() << 22, last + 1);
            if (cell.compareAndSet(last, next)) {
                return next;
            }
        }
    }

    /** The clock, and random bits that are not secure and not shared. */
    @Benchmark
    public UUID bits128() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long time = System.currentTimeMillis() << 16;
        return new UUID(time | (random.nextLong() & 0xffff), random.nextLong());
    }
}
