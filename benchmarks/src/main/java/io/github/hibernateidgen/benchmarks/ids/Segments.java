package io.github.hibernateidgen.benchmarks.ids;

import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentGenerator;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.id.IdentifierGeneratorHelper;
import org.hibernate.id.IntegralDataTypeHolder;
import org.hibernate.id.enhanced.AccessCallback;
import org.hibernate.id.enhanced.Optimizer;
import org.hibernate.id.enhanced.OptimizerFactory;
import org.hibernate.id.enhanced.StandardOptimizerDescriptor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Measures the cost of a number from a segment without the wait for a store: the store is in memory and answers on the
 * caller's thread.
 */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Segments {

    /** A single number that all threads increment. */
    @State(Scope.Benchmark)
    public static class Floor {
        final AtomicLong last = new AtomicLong();
    }

    @State(Scope.Benchmark)
    public static class Ours {

        /** The size of a segment. */
        @Param({"50", "1000"})
        public int size;

        SegmentGenerator generator;

        @Setup
        public void make() {
            generator = new SegmentGenerator(
                    source(size), OffsetAndStep.ALL, SegmentLimits.DEFAULT, Runnable::run, System::nanoTime);
        }

        @TearDown
        public void close() {
            generator.close();
        }

        private static SegmentSource source(int size) {
            AtomicLong next = new AtomicLong(1);
            return new SegmentSource() {
                @Override
                public void open() {}

                @Override
                public boolean isLost() {
                    return false;
                }

                @Override
                public Segment fetch() {
                    long first = next.getAndAdd(size);
                    return new Segment(first, first + size - 1);
                }

                @Override
                public long size() {
                    return size;
                }

                @Override
                public String describe() {
                    return "a counter in memory";
                }
            };
        }
    }

    @State(Scope.Benchmark)
    public static class Hibernates {

        /** The size of a segment. */
        @Param({"50", "1000"})
        public int size;

        Optimizer pooled;
        Optimizer pooledLo;
        AccessCallback sequence;

        @Setup
        public void make() {
            pooled = OptimizerFactory.buildOptimizer(StandardOptimizerDescriptor.POOLED, Long.class, size, 1);
            pooledLo = OptimizerFactory.buildOptimizer(StandardOptimizerDescriptor.POOLED_LO, Long.class, size, 1);
            sequence = sequence(size);
        }

        private static AccessCallback sequence(int size) {
            AtomicLong next = new AtomicLong(1);
            return new AccessCallback() {
                @Override
                public IntegralDataTypeHolder getNextValue() {
                    return IdentifierGeneratorHelper.getIntegralDataTypeHolder(Long.class)
                            .initialize(next.getAndAdd(size));
                }

                @Override
                public String getTenantIdentifier() {
                    return null;
                }
            };
        }
    }

    @Benchmark
    public long floor(Floor floor) {
        return floor.last.incrementAndGet();
    }

    @Benchmark
    public long ours(Ours ours) {
        return ours.generator.nextId();
    }

    @Benchmark
    public Object hibernatePooled(Hibernates hibernates) {
        return hibernates.pooled.generate(hibernates.sequence);
    }

    @Benchmark
    public Object hibernatePooledLo(Hibernates hibernates) {
        return hibernates.pooledLo.generate(hibernates.sequence);
    }
}
