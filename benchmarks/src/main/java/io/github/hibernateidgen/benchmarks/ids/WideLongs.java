package io.github.hibernateidgen.benchmarks.ids;

import com.github.f4b6a3.tsid.TsidFactory;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.hypersistence.tsid.TSID;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Measures ids of 64 bits, with a sequence so wide that no id waits for the clock. */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class WideLongs {

    /** A layout with 4,194,304 ids per millisecond. */
    static SnowflakeLayout layout() {
        return SnowflakeLayout.named("wide")
                .time(40)
                .worker("worker", 1)
                .sequence(22)
                .build();
    }

    /**
     * A floor: the clock, and a single number that all threads increase. This is the lowest possible cost of an id in order
     * of time.
     */
    @State(Scope.Benchmark)
    public static class Floor {
        private final AtomicLong cell = new AtomicLong();

        long next() {
            while (true) {
                long last = cell.get();
                long next = Math.max(System.currentTimeMillis() << 22, last + 1);
                if (cell.compareAndSet(last, next)) {
                    return next;
                }
            }
        }
    }

    @State(Scope.Benchmark)
    public static class Fixed {
        final SnowflakeGenerator generator = new SnowflakeGenerator(layout(), WorkerSource.fixed(1));
    }

    /** This library's ids with the time in two parts. */
    @State(Scope.Benchmark)
    public static class Turns {
        final SnowflakeGenerator generator = new SnowflakeGenerator(
                SnowflakeLayout.named("turns")
                        .time(24)
                        .worker("worker", 1)
                        .time(16)
                        .sequence(22)
                        .build(),
                WorkerSource.fixed(1));
    }

    /**
     * This library's ids, counted like the ids of a Hibernate attribute. The meters of the auto-configuration are bound and
     * read every 100 ms.
     */
    @State(Scope.Benchmark)
    public static class Metered {
        private final SnowflakeGenerator generator = new SnowflakeGenerator(layout(), WorkerSource.fixed(1));
        private final LongAdder issued = new LongAdder();
        private final MeterRegistry registry = new SimpleMeterRegistry();
        private final ScheduledExecutorService scraper = Executors.newSingleThreadScheduledExecutor();

        @Setup
        public void bind() {
            FunctionCounter.builder("idgen.ids", issued, LongAdder::sum).register(registry);
            registry.gauge(
                    "idgen.ahead",
                    generator,
                    subject -> subject.statistics().ahead().toMillis());
            var unused = scraper.scheduleAtFixedRate(
                    () -> registry.forEachMeter(meter -> meter.measure().forEach(value -> value.getValue())),
                    100,
                    100,
                    TimeUnit.MILLISECONDS);
        }

        long next() {
            long id = generator.nextId();
            issued.increment();
            return id;
        }

        @TearDown
        public void stop() {
            scraper.shutdownNow();
        }
    }

    @State(Scope.Benchmark)
    public static class Reserved {
        private final ReservedWorkerSource source =
                new ReservedWorkerSource(new InMemoryReservationStore(), ReservationTerms.DEFAULT);
        final SnowflakeGenerator generator = new SnowflakeGenerator(layout(), source);

        @TearDown
        public void close() {
            source.close();
        }
    }

    @State(Scope.Benchmark)
    public static class CosId {
        final MillisecondSnowflakeId generator = new MillisecondSnowflakeId(1_577_203_200_000L, 41, 1, 21, 1);
    }

    @State(Scope.Benchmark)
    public static class TsidCreator {
        final TsidFactory factory = TsidFactory.builder().withNodeBits(0).build();
    }

    @State(Scope.Benchmark)
    public static class HypersistenceTsid {
        final TSID.Factory factory = TSID.Factory.builder().withNodeBits(0).build();
    }

    @Benchmark
    public long floor(Floor floor) {
        return floor.next();
    }

    @Benchmark
    public long ours(Fixed fixed) {
        return fixed.generator.nextId();
    }

    @Benchmark
    public long oursInTurns(Turns turns) {
        return turns.generator.nextId();
    }

    @Benchmark
    public long oursReserved(Reserved reserved) {
        return reserved.generator.nextId();
    }

    @Benchmark
    public long oursMetered(Metered metered) {
        return metered.next();
    }

    @Benchmark
    public long cosId(CosId cosId) {
        return cosId.generator.generate();
    }

    @Benchmark
    public long tsidCreator(TsidCreator tsid) {
        return tsid.factory.create().toLong();
    }

    @Benchmark
    public long hypersistenceTsid(HypersistenceTsid tsid) {
        return tsid.factory.generate().toLong();
    }
}
