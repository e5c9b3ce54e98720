package io.github.hibernateidgen.benchmarks.ids;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.github.f4b6a3.uuid.UuidCreator;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.hibernate.id.uuid.UuidVersion7Strategy;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Measures ids of 128 bits. */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class Uuids {

    private final GuidGenerator bytes = new GuidGenerator(GuidOrder.BYTES);
    private final GuidGenerator sqlServer = new GuidGenerator(GuidOrder.SQL_SERVER);
    private final GuidGenerator mariaDb = new GuidGenerator(GuidOrder.MARIADB);
    private final TimeBasedEpochGenerator javaUuidGenerator = Generators.timeBasedEpochGenerator();

    /** A floor: the clock, and random bits that are not secure, not shared between threads, and not in order. */
    @Benchmark
    public UUID floor() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long time = System.currentTimeMillis() << 16;
        return new UUID(time | (random.nextLong() & 0xffff), random.nextLong());
    }

    @Benchmark
    public UUID oursBytes() {
        return bytes.nextGuid();
    }

    @Benchmark
    public UUID oursSqlServer() {
        return sqlServer.nextGuid();
    }

    @Benchmark
    public UUID oursMariaDb() {
        return mariaDb.nextGuid();
    }

    @Benchmark
    public UUID hibernateVersion7() {
        return UuidVersion7Strategy.INSTANCE.generateUuid(null);
    }

    @Benchmark
    public UUID uuidCreator() {
        return UuidCreator.getTimeOrderedEpoch();
    }

    @Benchmark
    public UUID uuidCreatorFast() {
        return UuidCreator.getTimeOrderedEpochFast();
    }

    @Benchmark
    public UUID uuidCreatorPlus1() {
        return UuidCreator.getTimeOrderedEpochPlus1();
    }

    @Benchmark
    public UUID uuidCreatorPlusN() {
        return UuidCreator.getTimeOrderedEpochPlusN();
    }

    @Benchmark
    public UUID uuidCreatorPrefixComb() {
        return UuidCreator.getPrefixComb();
    }

    @Benchmark
    public UUID uuidCreatorSuffixComb() {
        return UuidCreator.getSuffixComb();
    }

    @Benchmark
    public UUID javaUuidGenerator() {
        return javaUuidGenerator.generate();
    }

    @Benchmark
    public UUID jdkRandom() {
        return UUID.randomUUID();
    }
}
