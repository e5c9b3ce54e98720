package io.github.hibernateidgen.benchmarks.ids;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Measures how long callers wait if they ask for more ids than a tick holds. */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CappedLatency {

    /** The generator. */
    @Param
    public CappedLongs generator;

    private LongSupplier ids;

    @Setup
    public void make() {
        ids = generator.make();
    }

    @Benchmark
    public long next() {
        return ids.getAsLong();
    }
}
