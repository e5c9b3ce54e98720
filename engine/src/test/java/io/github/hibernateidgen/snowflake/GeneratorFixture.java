package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.worker.SuppliedSource;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/** A small layout of four ids a tick, a fake clock, and generators on the two whose sleep moves that clock. */
final class GeneratorFixture {

    static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

    final FakeClock clock = new FakeClock(START);
    final SnowflakeLayout layout;

    /** What the worker source of the next generator gives; a test may change it at any time. */
    WorkerReservation reservation = WorkerReservation.unbounded(5);

    /** Runs before each reading of the clock. */
    Runnable clockRead = () -> {};

    Duration maxAhead = Duration.ZERO;
    Duration maxWait = Duration.ofSeconds(5);
    long spread = 1;
    LongUnaryOperator randomBelow = bound -> {
        throw new AssertionError("asked for a random number below " + bound);
    };

    GeneratorFixture(long tickMillis) {
        layout = SnowflakeLayout.named("small")
                .tick(Duration.ofMillis(tickMillis))
                .time(41)
                .worker("worker", 10)
                .entity("shop", 4)
                .sequence(2)
                .build();
    }

    SnowflakeGenerator generator() {
        return generator(layout);
    }

    SnowflakeGenerator generator(SnowflakeLayout layout) {
        WorkerSource source = new SuppliedSource(() -> reservation);
        InstantSource read = () -> {
            clockRead.run();
            return clock.instant();
        };
        return new SnowflakeGenerator(
                layout, source, new SnowflakeLimits(maxAhead, maxWait, spread), read, clock::sleep, randomBelow);
    }

    /** Makes a generator that has no wait before it: the clock moves past the ticks that it leaves alone. */
    SnowflakeGenerator startedGenerator() {
        SnowflakeGenerator generator = generator();
        clock.advance(layout.tick().plus(maxAhead));
        return generator;
    }

    /** Takes ids one by one and shows each as {@code milliseconds since START:sequence}. */
    List<String> take(SnowflakeGenerator generator, int count) {
        return IntStream.range(0, count).mapToObj(i -> show(generator.nextId())).toList();
    }

    List<String> takeBatch(SnowflakeGenerator generator, int count) {
        return Arrays.stream(generator.nextIds(count)).mapToObj(this::show).toList();
    }

    String show(long id) {
        SnowflakeParts parts = layout.split(id);
        return Duration.between(START, parts.instant()).toMillis() + ":" + parts.sequence();
    }

    long worker(long id) {
        return layout.split(id).worker();
    }

    static long millis(long sinceStart) {
        return START.toEpochMilli() + sinceStart;
    }
}
