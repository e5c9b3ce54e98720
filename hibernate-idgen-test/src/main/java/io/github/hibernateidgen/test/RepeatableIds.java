package io.github.hibernateidgen.test;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.settings.RepeatableSources;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
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
 * Makes ids that a test can foresee: the same in each run, on a clock that stands where the test has set it. An extension of
 * JUnit, 5 or 6:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final RepeatableIds ids = RepeatableIds.at("2030-01-01T00:00:00Z");
 *
 * factory = Persistence.createEntityManagerFactory("shop", ids.settings());
 * }</pre>
 *
 * <p>Each test begins with the same ids, also where a session factory lives for several. So a test must find no rows of the
 * one before: they were rolled back, or are deleted. Numbers of {@code @SegmentId} come from the database, and begin anew with
 * it. What is repeatable is the sequence in which ids are asked for; several threads share them in another one each time.
 *
 * <p>In tests of Spring use {@link io.github.hibernateidgen.test.spring.WithRepeatableIds}.
 *
 * <p>Thread-safe, but for {@link #restart()}: no id may be asked for meanwhile.
 */
public final class RepeatableIds implements BeforeEachCallback {

    /** Where the clock stands unless the test sets it: 2030-01-01T00:00:00Z. */
    public static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private static final long SEED = 42;

    /** As long as a generator may be told to wait at the most; none has to, but where a test moves its clock back. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);

    private final Instant start;
    private final WorkerReservation reservation;
    private final RepeatableSources sources;
    private final AtomicReference<Instant> now;

    private RepeatableIds(Instant start, long worker, AtomicReference<Instant> now, Set<Runnable> restarts) {
        this.start = start;
        this.now = now;
        // With a floor a generator may issue the tick that the clock shows; without one only those that follow.
        this.reservation = new WorkerReservation(worker, 0, Long.MAX_VALUE);
        this.sources = new RepeatableSources(clock(), workers(), RepeatableIds::randomBits, restarts);
    }

    private static Set<Runnable> restarts() {
        return ConcurrentHashMap.newKeySet();
    }

    /** The JDK says for all its versions which numbers this one gives. */
    private static LongSupplier randomBits() {
        return new Random(SEED)::nextLong;
    }

    /**
     * Makes ids from {@link #START} on, with worker number 0.
     *
     * @return the extension
     */
    public static RepeatableIds create() {
        return at(START);
    }

    /**
     * Makes ids from an instant on, with worker number 0.
     *
     * @param start where the clock stands as each test begins, in ISO-8601, from 1970 on
     * @return the extension
     * @throws java.time.format.DateTimeParseException if it is no instant
     * @throws IllegalArgumentException if it is before 1970
     */
    public static RepeatableIds at(String start) {
        return at(Instant.parse(start));
    }

    /**
     * Makes ids from an instant on, with worker number 0.
     *
     * @param start where the clock stands as each test begins, from 1970 on
     * @return the extension
     * @throws IllegalArgumentException if it is before 1970
     */
    public static RepeatableIds at(Instant start) {
        return new RepeatableIds(requireSince1970(start), 0, new AtomicReference<>(start), restarts());
    }

    /**
     * Makes ids of another worker. Two session factories that write the same tables in one test need two.
     * Both have one clock, and begin anew together, whichever of them is told to.
     *
     * @param worker the worker number, from 0 to what the layouts in use hold
     * @return the ids of that worker
     * @throws IllegalArgumentException if the number is negative
     */
    public RepeatableIds withWorker(long worker) {
        return new RepeatableIds(start, worker, now, sources.restarts());
    }

    private static Instant requireSince1970(Instant instant) {
        if (instant.isBefore(Instant.EPOCH)) {
            throw new IllegalArgumentException("[" + instant + "] is before 1970; let the clock stand later");
        }
        return instant;
    }

    /**
     * Returns what Hibernate is to be given, or {@code Persistence.createEntityManagerFactory}. It goes before the settings
     * of clock, worker number and limits that the application has itself.
     *
     * @return the settings, an object under one name: no text can ask for the same
     */
    public Map<String, Object> settings() {
        return Map.of(RepeatableSources.SETTING, sources);
    }

    /**
     * Makes a generator for code that has no session factory. {@link #restart()} leaves it as it is.
     *
     * @param layout the layout of its ids, with a worker field that holds the number
     * @return the generator
     */
    public SnowflakeGenerator snowflakeGenerator(SnowflakeLayout layout) {
        return new SnowflakeGenerator(layout, workers(), sources.limits(MAX_WAIT), clock());
    }

    /**
     * Makes a generator for code that has no session factory. {@link #restart()} leaves it as it is.
     *
     * @param order how the column compares
     * @return the generator, of the format RFC 9562
     */
    public GuidGenerator guidGenerator(GuidOrder order) {
        return GuidGenerator.forTests(GuidFormat.RFC_9562, order, clock(), randomBits());
    }

    /** {@return the clock of all generators, for the application's own use too} */
    public InstantSource clock() {
        return now::get;
    }

    private WorkerSource workers() {
        return new WorkerSource() {
            @Override
            public WorkerReservation reservation() {
                return reservation;
            }

            @Override
            public String toString() {
                return "worker number " + reservation.worker() + " of a test";
            }
        };
    }

    /**
     * Sets the clock. Ids go on ascending, also where it is set back.
     *
     * @param instant where it stands from now on, from 1970 on
     * @throws IllegalArgumentException if it is before 1970
     */
    public void setClock(Instant instant) {
        now.set(requireSince1970(instant));
    }

    /**
     * Moves the clock.
     *
     * @param step how far; back where it is negative
     * @throws IllegalArgumentException if that is before 1970
     */
    public void advance(Duration step) {
        setClock(clock().instant().plus(step));
    }

    /**
     * Begins anew: the clock stands where it began, and session factories make the ids that they made first. Called before
     * each test.
     */
    public void restart() {
        now.set(start);
        sources.restarts().forEach(Runnable::run);
    }

    /** For JUnit: before the methods that prepare a test, so that what they save begins with the same ids, too. */
    @Override
    public void beforeEach(ExtensionContext context) {
        restart();
    }

    @Override
    public String toString() {
        return "repeatable ids of worker " + reservation.worker() + " from " + start;
    }
}
