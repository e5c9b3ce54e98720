package io.github.hibernateidgen.test;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.settings.RepeatableSources;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Makes ids that a test can predict: each run makes the same ids, on a clock that only moves when the test sets it. This
 * class is an extension for JUnit 5 and 6:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final RepeatableIds ids = RepeatableIds.at("2030-01-01T00:00:00Z");
 *
 * factory = Persistence.createEntityManagerFactory("shop", ids.settings());
 * }</pre>
 *
 * <p>Each test begins with the same ids, even if several tests share a session factory. So a test must roll back or delete
 * its rows before the next test begins. Numbers of {@code @SegmentId} come from the database, and start again only with a
 * new database. With a single thread, each run gives the calls the same ids in the same order. With several threads, each
 * run may distribute the ids differently among the threads.
 *
 * <p>In Spring tests, use {@link io.github.hibernateidgen.test.spring.WithRepeatableIds}.
 *
 * <p>Thread-safe, except that no other thread may make ids during {@link #restart()}.
 */
public final class RepeatableIds implements BeforeEachCallback {

    /** The time of the clock unless the test sets it: 2030-01-01T00:00:00Z. */
    public static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private static final long SEED = 42;

    /**
     * The longest time that a generator waits for the clock. A generator waits only after a test has set the clock back by
     * over an hour.
     */
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);

    private final Instant start;
    private final WorkerReservation reservation;
    private final RepeatableSources sources;
    private final AtomicReference<Instant> now;

    private RepeatableIds(Instant start, long worker, AtomicReference<Instant> now, Set<Runnable> restarts) {
        this.start = start;
        this.now = now;
        // With a floor, a generator may use the clock's current tick. Without a floor, it would only use later ticks.
        this.reservation = new WorkerReservation(worker, 0, Long.MAX_VALUE);
        this.sources = new RepeatableSources(clock(), workers(), RepeatableIds::randomBits, restarts);
    }

    private static Set<Runnable> restarts() {
        return ConcurrentHashMap.newKeySet();
    }

    /** Returns a new source of the same bits. {@link Random} makes the same numbers in all versions of the JDK. */
    private static LongSupplier randomBits() {
        return new Random(SEED)::nextLong;
    }

    /**
     * Creates ids that begin at {@link #START}, with worker number 0.
     *
     * @return the extension
     */
    public static RepeatableIds create() {
        return at(START);
    }

    /**
     * Creates ids that begin at an instant, with worker number 0.
     *
     * @param start the time of the clock at the start of each test, in ISO-8601, from 1970 on
     * @return the extension
     * @throws java.time.format.DateTimeParseException if the text is not an instant
     * @throws IllegalArgumentException if the instant is before 1970
     */
    public static RepeatableIds at(String start) {
        return at(Instant.parse(start));
    }

    /**
     * Creates ids that begin at an instant, with worker number 0.
     *
     * @param start the time of the clock at the start of each test, from 1970 on
     * @return the extension
     * @throws IllegalArgumentException if the instant is before 1970
     */
    public static RepeatableIds at(Instant start) {
        return new RepeatableIds(requireSince1970(start), 0, new AtomicReference<>(start), restarts());
    }

    /**
     * Creates ids of another worker. Two session factories that write the same tables in a test need two worker numbers.
     * Both objects share a clock, and {@link #restart()} of either object restarts both.
     *
     * @param worker the worker number, from 0 to the highest number that the layouts in use hold
     * @return the ids of that worker
     * @throws IllegalArgumentException if the number is negative
     */
    public RepeatableIds withWorker(long worker) {
        return new RepeatableIds(start, worker, now, sources.restarts());
    }

    private static Instant requireSince1970(Instant instant) {
        if (instant.isBefore(Instant.EPOCH)) {
            throw new IllegalArgumentException("[" + instant + "] is before 1970; use a later time");
        }
        return instant;
    }

    /**
     * Returns the settings for Hibernate or {@code Persistence.createEntityManagerFactory}. These settings take
     * precedence over the application's settings for clock, worker number and limits.
     *
     * @return a map with one setting. Its value is an object that cannot be written as text
     */
    public Map<String, Object> settings() {
        return Map.of(RepeatableSources.SETTING, sources);
    }

    /**
     * Creates a generator for code without a session factory. {@link #restart()} does not restart this generator.
     *
     * @param layout the layout of its ids; its worker field must hold the worker number
     * @return the generator
     */
    public SnowflakeGenerator snowflakeGenerator(SnowflakeLayout layout) {
        return new SnowflakeGenerator(layout, workers(), sources.limits(MAX_WAIT), clock());
    }

    /**
     * Creates a generator for code without a session factory. {@link #restart()} does not restart this generator.
     *
     * @param order the order of the column
     * @return the generator, of the format RFC 9562
     */
    public GuidGenerator guidGenerator(GuidOrder order) {
        return GuidGenerator.forTests(GuidFormat.RFC_9562, order, clock(), randomBits());
    }

    /** {@return the clock of all generators, which the application may use as well} */
    public InstantSource clock() {
        return now::get;
    }

    private WorkerSource workers() {
        return new WorkerSource() {
            @Override
            public WorkerReservation reservation() {
                return reservation;
            }

            /** Accepts every generator, because ids that repeat are the purpose. Two open generators are warned of. */
            @Override
            public void attach(TickIssuer issuer) {
                WorkerSource.fixed(reservation.worker()).attach(issuer);
            }

            @Override
            public void awaitRenewal(WorkerReservation ended) {
                WorkerSource.fixed(reservation.worker()).awaitRenewal(ended);
            }

            @Override
            public String toString() {
                return "worker number " + reservation.worker() + " of a test";
            }
        };
    }

    /**
     * Sets the clock. Ids continue to ascend, even if the clock is set back. If the clock is set back by more than an hour,
     * requests for Snowflake ids throw {@link io.github.hibernateidgen.snowflake.ClockMovedBackException}.
     *
     * @param instant the new time of the clock, from 1970 on
     * @throws IllegalArgumentException if the instant is before 1970
     */
    public void setClock(Instant instant) {
        now.set(requireSince1970(instant));
    }

    /**
     * Moves the clock.
     *
     * @param step the distance; negative to move the clock back
     * @throws IllegalArgumentException if the new time is before 1970
     */
    public void advance(Duration step) {
        setClock(clock().instant().plus(step));
    }

    /**
     * Sets the clock to the start, and makes all session factories repeat their ids from the first id on. Called before each
     * test.
     */
    public void restart() {
        now.set(start);
        sources.restarts().forEach(Runnable::run);
    }

    /**
     * Restarts the ids. JUnit calls this method before the test's own setup methods, so rows that a setup method saves get
     * the same ids in each test.
     */
    @Override
    public void beforeEach(ExtensionContext context) {
        restart();
    }

    @Override
    public String toString() {
        return "repeatable ids of worker " + reservation.worker() + " from " + start;
    }
}
