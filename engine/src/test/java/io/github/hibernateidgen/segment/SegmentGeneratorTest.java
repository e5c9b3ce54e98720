package io.github.hibernateidgen.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.testing.Threads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads, waits and outages; what the numbers are is {@link SegmentBufferTest}'s. */
class SegmentGeneratorTest {

    private static final SegmentLimits IMPATIENT =
            new SegmentLimits(8, 4, Duration.ofSeconds(1), Duration.ofMillis(20));

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final AtomicLong now = new AtomicLong();
    private final Counter store = new Counter(10);

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    /** A store in memory that can be down. */
    private static class Counter implements SegmentSource {

        private final AtomicLong next = new AtomicLong(1);
        final AtomicInteger fetches = new AtomicInteger();
        private final long size;
        private volatile boolean down;
        private volatile boolean lost;

        Counter(long size) {
            this.size = size;
        }

        boolean isDown() {
            return down;
        }

        @Override
        public void open() {}

        @Override
        public Segment fetch() {
            fetches.incrementAndGet();
            if (down) {
                throw new UnsupportedOperationException("connection refused");
            }
            long first = next.getAndAdd(size);
            return new Segment(first, first + size - 1);
        }

        @Override
        public boolean isLost() {
            return lost;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public String describe() {
            return "sequence numbers";
        }
    }

    /** Whose fetches the test runs. */
    private SegmentGenerator stepped(SegmentSource source, SegmentLimits limits) {
        return new SegmentGenerator(source, OffsetAndStep.ALL, limits, tasks::add, now::get);
    }

    /** Whose fetches run at once. */
    private SegmentGenerator direct(SegmentSource source) {
        return new SegmentGenerator(source, OffsetAndStep.ALL, SegmentLimits.DEFAULT, Runnable::run, now::get);
    }

    /** Does something for each line. */
    private static System.Logger logger(Runnable line) {
        return new System.Logger() {
            @Override
            public String getName() {
                return "test";
            }

            @Override
            public boolean isLoggable(Level level) {
                return true;
            }

            @Override
            public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
                line.run();
            }

            @Override
            public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
                line.run();
            }
        };
    }

    private void runTasks() {
        while (!tasks.isEmpty()) {
            tasks.poll().run();
        }
    }

    @Test
    void fetchesNothingBeforeTheFirstId() {
        SegmentGenerator generator = stepped(store, IMPATIENT);
        assertThat(tasks).isEmpty();
        assertThat(generator.poll(null)).isEqualTo(SegmentBuffer.NONE);
        assertThat(tasks).hasSize(1);
    }

    /** As where the client of a store was closed first. Threads that wait for a number must not wait longer. */
    @Test
    void neitherTheSourceNorTheClockPreventsTheClose() {
        AtomicBoolean broken = new AtomicBoolean();
        SegmentSource source = new Counter(10) {
            @Override
            public boolean isLost() {
                if (broken.get()) {
                    throw new UnsupportedOperationException("the client is closed");
                }
                return false;
            }
        };
        SegmentGenerator generator = direct(source);
        generator.nextId();
        broken.set(true);
        generator.suspend();
        generator.resume();
        generator.reset();
        generator.close();
        broken.set(false);
        assertThatThrownBy(generator::nextId)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    /** Most calls need no source, and to ask for it costs more than the number. */
    @Test
    void sourceOfTheCallerIsAskedForOnlyIfNoNumberIsBuffered() {
        List<String> asked = new ArrayList<>();
        SegmentGenerator generator = stepped(store, IMPATIENT);
        Function<String, SegmentSource> sourceOf = caller -> {
            asked.add(caller);
            return store;
        };
        assertThat(generator.nextId("first", sourceOf)).isEqualTo(1);
        assertThat(generator.nextId("second", sourceOf)).isEqualTo(2);
        assertThat(asked).containsExactly("first");
    }

    /** Another user of the store has found out: what is buffered here may be given to others by now, and what comes yet. */
    @Test
    void issuesNothingThatIsBufferedOfAStoreThatIsLost() {
        SegmentGenerator generator = stepped(store, IMPATIENT);
        generator.poll(null);
        runTasks();
        assertThat(generator.nextId()).isEqualTo(1);
        store.lost = true;
        store.down = true;
        assertThat(generator.statistics().buffered()).isPositive();
        assertThat(generator.poll(null)).isEqualTo(SegmentBuffer.NONE);
        assertThat(generator.statistics().buffered()).isZero();
        runTasks();
        assertThat(generator.poll(null)).isEqualTo(SegmentBuffer.NONE);
        assertThat(generator.statistics().failure()).isPresent();
    }

    @Test
    void fewIdsThatAreAskedForSlowlyCostTwoFetches() {
        Counter large = new Counter(1_000);
        SegmentGenerator generator = direct(large);
        for (int i = 0; i < 55; i++) {
            generator.nextId();
            now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        }
        assertThat(large.fetches).hasValueLessThanOrEqualTo(2);
        for (int i = 0; i < 55; i++) {
            generator.nextId();
        }
        assertThat(large.fetches).hasValueLessThanOrEqualTo(2);
    }

    @Test
    void threadsGetDifferentIdsInOrder() throws Exception {
        Counter shared = new Counter(50);
        List<SegmentGenerator> generators = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            generators.add(
                    new SegmentGenerator(shared, OffsetAndStep.ALL, SegmentLimits.DEFAULT, threads, System::nanoTime));
        }
        AtomicInteger thread = new AtomicInteger();
        List<List<Long>> ids = Threads.callTogether(6, () -> {
            SegmentGenerator mine = generators.get(thread.getAndIncrement() % 3);
            List<Long> made = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                made.add(mine.nextId());
            }
            return made;
        });
        ids.forEach(made -> assertThat(made).isSorted());
        assertThat(ids.stream().flatMap(List::stream)).doesNotHaveDuplicates().hasSize(120_000);
        long lost = shared.next.get() - 1 - 120_000;
        long buffered =
                generators.stream().mapToLong(g -> g.statistics().buffered()).sum();
        long dropped =
                generators.stream().mapToLong(g -> g.statistics().dropped()).sum();
        // What is on its way at the end is lost too.
        assertThat(lost).isBetween(0L, buffered + (dropped + 3 * SegmentLimits.DEFAULT.maxConcurrentFetches()) * 50);
    }

    /** The executor may start a thread for it, which takes its time. */
    @Test
    void othersTakeNumbersWhileAFetchIsHandedOver() throws Exception {
        AtomicReference<SegmentGenerator> generator = new AtomicReference<>();
        List<Long> meanwhile = new ArrayList<>();
        Executor slow = task -> {
            tasks.add(task);
            if (store.fetches.get() == 1) {
                meanwhile.add(
                        CompletableFuture.supplyAsync(() -> generator.get().nextId(), threads)
                                .orTimeout(10, TimeUnit.SECONDS)
                                .join());
            }
        };
        generator.set(new SegmentGenerator(store, OffsetAndStep.ALL, IMPATIENT, slow, now::get));
        generator.get().poll(null);
        runTasks();
        for (long id = 1; id <= 5; id++) {
            assertThat(generator.get().nextId()).isEqualTo(id);
        }
        assertThat(meanwhile).containsExactly(6L);
        assertThat(generator.get().nextId()).isEqualTo(7);
    }

    /** Such as a thread that can't be started. */
    @Test
    void anExecutorThatFailsIsAFailedFetch() {
        AtomicInteger begun = new AtomicInteger();
        Executor exhausted = task -> {
            if (begun.incrementAndGet() == 2) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            task.run();
        };
        SegmentGenerator generator =
                new SegmentGenerator(store, OffsetAndStep.ALL, SegmentLimits.DEFAULT, exhausted, now::get);
        for (long id = 1; id <= 9; id++) {
            assertThat(generator.nextId()).isEqualTo(id);
        }
        assertThat(generator.statistics().failure()).get().asString().contains("unable to create native thread");
        assertThat(begun).hasValue(2);
        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(generator.nextId()).isEqualTo(10);
        assertThat(generator.statistics().failure()).isEmpty();
        assertThat(generator.nextId()).isEqualTo(11);
    }

    /** The executor would print the error with its secrets. */
    @Test
    void anErrorOfTheStoreReachesTheCallersWithoutSecretsAndNotTheExecutor() {
        Error missing = new NoClassDefFoundError("org/acme/Driver of jdbc:acme://scott:tiger@db");
        Counter broken = new Counter(10) {
            @Override
            public Segment fetch() {
                throw missing;
            }
        };
        List<Throwable> uncaught = new ArrayList<>();
        Executor executor = task -> {
            try {
                task.run();
            } catch (Throwable e) {
                uncaught.add(e);
            }
        };
        SegmentGenerator generator =
                new SegmentGenerator(broken, OffsetAndStep.ALL, SegmentLimits.DEFAULT, executor, now::get);
        assertThatThrownBy(generator::nextId)
                .isInstanceOf(SegmentException.class)
                .hasMessage("sequence numbers returned no usable segment: org/acme/Driver of jdbc:acme://***@db")
                .hasStackTraceContaining("java.lang.NoClassDefFoundError: org/acme/Driver of jdbc:acme://***@db")
                .hasStackTraceContaining("anErrorOfTheStoreReachesTheCallers");
        assertThat(uncaught).isEmpty();
        assertThat(generator.statistics().failures()).isEqualTo(1);
    }

    @Test
    void anErrorOfTheExecutorReachesTheCallersWithoutSecrets() {
        Executor exhausted = task -> {
            throw new IllegalStateException("jdbc:acme://scott:tiger@db is closed");
        };
        SegmentGenerator generator =
                new SegmentGenerator(store, OffsetAndStep.ALL, SegmentLimits.DEFAULT, exhausted, now::get);
        assertThatThrownBy(generator::nextId)
                .hasMessage("sequence numbers returned no usable segment: jdbc:acme://***@db is closed");
    }

    @Test
    void anErrorOfTheCallersOwnSourceReachesTheCaller() {
        Error full = new OutOfMemoryError("Java heap space");
        AtomicInteger asked = new AtomicInteger();
        Counter own = new Counter(10) {
            @Override
            public Segment fetch() {
                asked.incrementAndGet();
                throw full;
            }
        };
        SegmentGenerator waiting = stepped(store, SegmentLimits.DEFAULT);
        waiting.poll(null);
        assertThatThrownBy(() -> waiting.nextId(own)).isSameAs(full);
        assertThat(asked).hasValue(1);
        runTasks();
        assertThat(waiting.nextId()).as("the lock is free again").isPositive();
    }

    /** The lock is let go meanwhile: a number of before must not be given after it. */
    @Test
    void aNumberIsDroppedWhereAnImageIsMadeWhileItsFetchIsHandedOver() {
        AtomicReference<SegmentGenerator> generator = new AtomicReference<>();
        Executor checkpoint = task -> {
            tasks.add(task);
            if (store.fetches.get() == 1) {
                generator.get().suspend();
            }
        };
        generator.set(new SegmentGenerator(store, OffsetAndStep.ALL, IMPATIENT, checkpoint, now::get));
        generator.get().poll(null);
        runTasks();
        for (long id = 1; id <= 4; id++) {
            assertThat(generator.get().nextId()).isEqualTo(id);
        }
        assertThatThrownBy(generator.get()::nextId)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("suspended");
        tasks.clear();
        generator.get().resume();
        store.fetches.set(2);
        assertThat(generator.get().poll(null)).isEqualTo(SegmentBuffer.NONE);
        runTasks();
        assertThat(generator.get().nextId()).isEqualTo(11);
    }

    /** One that writes to a table whose rows have such numbers. */
    @Test
    void aLoggerMayTakeANumberItself() {
        AtomicReference<SegmentGenerator> generator = new AtomicReference<>();
        List<Long> logged = new ArrayList<>();
        System.Logger logger = logger(() -> logged.add(generator.get().nextId()));
        generator.set(
                new SegmentGenerator(store, OffsetAndStep.ALL, SegmentLimits.DEFAULT, Runnable::run, now::get, logger));
        assertThat(generator.get().nextId()).isEqualTo(1);
        store.down = true;
        for (long id = 2; id <= 5; id++) {
            assertThat(generator.get().nextId()).isEqualTo(id);
        }
        assertThat(logged).containsExactly(6L);
        assertThat(generator.get().nextId()).isEqualTo(7);
    }

    /** As a source in Kotlin may, without saying so. */
    @Test
    void aSourceThatThrowsACheckedExceptionIsAFailedFetch() {
        Counter undeclared = new Counter(10) {
            @Override
            public Segment fetch() {
                if (isDown()) {
                    throw SegmentGeneratorTest.<RuntimeException>sneaky(new IOException("reset by peer"));
                }
                return super.fetch();
            }
        };
        undeclared.down = true;
        SegmentGenerator asking = stepped(undeclared, SegmentLimits.DEFAULT);
        assertThatThrownBy(() -> asking.nextId(undeclared))
                .isInstanceOf(SegmentException.class)
                .hasMessage("sequence numbers returned no usable segment: reset by peer");
        SegmentGenerator direct = direct(undeclared);
        assertThatThrownBy(direct::nextId)
                .isInstanceOf(SegmentException.class)
                .hasMessage("sequence numbers returned no usable segment: reset by peer");
        undeclared.down = false;
        assertThat(direct.nextId()).isEqualTo(1);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E sneaky(Throwable cause) throws E {
        throw (E) cause;
    }

    @Test
    void anOutageLeavesWhatIsBufferedThenAClearError() {
        SegmentGenerator generator = direct(store);
        assertThat(generator.nextId()).isEqualTo(1);
        store.down = true;
        for (long id = 2; id <= 10; id++) {
            assertThat(generator.nextId()).isEqualTo(id);
        }
        assertThatThrownBy(generator::nextId)
                .isInstanceOf(SegmentException.class)
                .hasMessage("sequence numbers returned no usable segment: connection refused")
                .hasCauseInstanceOf(UnsupportedOperationException.class);
        store.down = false;
        assertThat(generator.nextId()).isEqualTo(11);
    }

    /** For who has to know whether ids are made: a failure counts until a fetch succeeds. */
    @Test
    void tellsWhyTheLastFetchFailedAndForHowLong() {
        SegmentGenerator generator = direct(store);
        generator.nextId();
        assertThat(generator.statistics().failure()).isEmpty();
        store.down = true;
        for (int i = 0; i < 5; i++) {
            generator.nextId();
        }
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(700));
        assertThat(generator.statistics().failure())
                .get()
                .hasToString("java.lang.UnsupportedOperationException: connection refused");
        assertThat(generator.statistics().sinceFailure()).isEqualTo(Duration.ofMillis(700));
        store.down = false;
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(700));
        generator.nextId();
        assertThat(generator.statistics().failure()).isEmpty();
        assertThat(generator.statistics().sinceFailure()).isZero();
    }

    @Test
    void tellsOfAStoreThatIsSilent() {
        SegmentGenerator generator =
                new SegmentGenerator(store, OffsetAndStep.ALL, IMPATIENT, tasks::add, System::nanoTime);
        assertThatThrownBy(generator::nextId).isInstanceOf(SegmentException.class);
        assertThat(generator.statistics().failure()).get().asString().contains("has not answered within [20 ms]");
    }

    /** It may hand out again what is buffered. */
    @Test
    void aStoreThatHasLostItsNumbersEndsWhatIsBuffered() {
        Counter forgetful = new Counter(10) {
            @Override
            public Segment fetch() {
                if (isDown()) {
                    throw new NumbersLostException("the numbers are lost");
                }
                return super.fetch();
            }
        };
        SegmentGenerator generator = stepped(forgetful, IMPATIENT);
        generator.poll(null);
        runTasks();
        for (int i = 0; i < 5; i++) {
            generator.poll(null);
        }
        assertThat(tasks).hasSize(1);
        assertThat(generator.statistics().buffered()).isEqualTo(5);
        forgetful.down = true;
        runTasks();
        assertThat(generator.statistics().buffered()).isZero();
        assertThat(generator.poll(null)).isEqualTo(SegmentBuffer.NONE);
        assertThat(generator.statistics().failure()).get().isInstanceOf(NumbersLostException.class);
    }

    @Test
    void aCallersOwnSourceThatHasLostItsNumbersEndsWhatIsBuffered() {
        SegmentGenerator generator = stepped(store, SegmentLimits.DEFAULT);
        generator.poll(null);
        SegmentSource lost = new Counter(10) {
            @Override
            public Segment fetch() {
                runTasks(); // A segment comes from elsewhere just then.
                throw new NumbersLostException("the numbers are lost");
            }
        };
        assertThatThrownBy(() -> generator.nextId(lost))
                .isInstanceOf(SegmentException.class)
                .hasMessage("sequence numbers returned no usable segment: the numbers are lost");
        assertThat(generator.statistics().buffered()).isZero();
    }

    /** A failing store is asked once a second while something is buffered, and not for each id. */
    @Test
    void pausesAfterAFailureWhileSomethingIsBuffered() {
        SegmentGenerator generator = direct(store);
        generator.nextId();
        store.down = true;
        for (int i = 0; i < 5; i++) {
            generator.nextId();
        }
        assertThat(generator.statistics().failures()).isEqualTo(1);
        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        generator.nextId();
        assertThat(generator.statistics().failures()).isEqualTo(2);
    }

    @Test
    void waitsNoLongerThanItsTimeoutAndItsFetchKeepsItsPlace() {
        SegmentGenerator generator =
                new SegmentGenerator(store, OffsetAndStep.ALL, IMPATIENT, tasks::add, System::nanoTime);
        assertThatThrownBy(generator::nextId)
                .isInstanceOf(SegmentException.class)
                .hasMessage("sequence numbers has not answered within [20 ms], and no fetch has a connection on which a"
                        + " server answers; check whether all connections to it are in use, or no new connection"
                        + " can be made, as when its server is stopped");
        assertThat(generator.poll(null)).isEqualTo(SegmentBuffer.NONE);
        assertThat(tasks).hasSize(1);
        runTasks();
        assertThat(generator.nextId()).isEqualTo(1);
    }

    /** The fetch waits for the connections of those that wait for it. */
    @Test
    @Timeout(10)
    void aCallerWithAConnectionFetchesAtOnceWhileAFetchWaitsForItsConnection() {
        SegmentGenerator generator = stepped(store, SegmentLimits.DEFAULT); // The clock stands still.
        generator.poll(null);
        assertThat(generator.nextId(store)).isEqualTo(1);
        assertThat(tasks).as("the fetch that waits").hasSize(1);
        for (int id = 2; id <= 35; id++) {
            assertThat(generator.nextId(store)).isEqualTo(id);
        }
        assertThat(tasks).hasSize(1);
        assertThat(store.fetches).hasValue(4);
        Counter down = new Counter(10);
        down.down = true;
        for (int i = 36; i <= 40; i++) {
            generator.nextId();
        }
        assertThatThrownBy(() -> generator.nextId(down))
                .isInstanceOf(SegmentException.class)
                .hasMessage("sequence numbers returned no usable segment: connection refused");
        assertThat(generator.statistics().failures()).as("failures of others").isZero();
        assertThat(generator.nextId(store)).isEqualTo(41);
    }

    /** A source whose fetches wait for a connection, and then do what the test says, before they answer. */
    private final class Borrowing extends Counter {

        private final List<Integer> sent = new ArrayList<>();
        private Runnable onceSent = () -> {};

        Borrowing(long size) {
            super(size);
        }

        private int last() {
            return sent.get(sent.size() - 1);
        }

        @Override
        public List<Segment> fetch(IntUnaryOperator due) {
            int count = due.applyAsInt(Integer.MAX_VALUE);
            sent.add(count);
            List<Segment> segments =
                    IntStream.range(0, count).mapToObj(segment -> fetch()).toList();
            onceSent.run();
            return segments;
        }
    }

    /** In quiet, the first number costs one segment. */
    @Test
    void noFetchBeginsWhileACallerFetchesForItself() {
        SegmentGenerator generator = stepped(store, SegmentLimits.DEFAULT);
        assertThat(generator.nextId(store)).isEqualTo(1);
        assertThat(tasks).isEmpty();
        assertThat(store.fetches).hasValue(1);
    }

    @Test
    void aFetchBringsAllThatIsDueOnceItHasItsConnection() {
        Borrowing slow = new Borrowing(10);
        SegmentGenerator generator = stepped(slow, IMPATIENT);
        makeItFast(generator);
        assertThat(generator.statistics().buffered()).isZero();
        assertThat(tasks).hasSize(1);
        slow.sent.clear();
        runTasks();
        assertThat(slow.sent).singleElement().isEqualTo(generator.statistics().prefetch());
        assertThat(generator.statistics().buffered())
                .isEqualTo(10L * generator.statistics().prefetch());
    }

    /** A database that is far away is asked on several connections, since the values of one come one after the other. */
    @Test
    void aFetchBringsFewSegmentsIfEachTakesItsTime() {
        Borrowing far = new Borrowing(10);
        SegmentGenerator generator = stepped(far, IMPATIENT);
        makeItFast(generator);
        far.onceSent = () -> now.addAndGet(far.last() * TimeUnit.MILLISECONDS.toNanos(100));
        tasks.poll().run();
        while (generator.poll(null) != SegmentBuffer.NONE) {
            // Until nothing is buffered.
        }
        far.sent.clear();
        far.onceSent = () -> {
            generator.poll(null);
            if (!tasks.isEmpty()) {
                tasks.poll().run();
            }
        };
        tasks.poll().run();
        assertThat(far.sent).containsExactly(1, 1, 1, 1);
        assertThat(generator.statistics().buffered()).isEqualTo(40);
    }

    @Test
    void aFetchSendsNothingIfCallersHaveFetchedEnough() {
        Borrowing slow = new Borrowing(10);
        SegmentGenerator generator = stepped(slow, IMPATIENT);
        generator.poll(null);
        assertThat(generator.nextId(slow)).isEqualTo(1);
        runTasks();
        assertThat(slow.sent).containsExactly(0);
        assertThat(slow.fetches).as("fetches of the caller").hasValue(1);
        for (int id = 2; id <= 6; id++) {
            generator.poll(null);
        }
        runTasks();
        assertThat(slow.sent).containsExactly(0, 1);
    }

    /** All wait for the same fetch. */
    @Test
    void aCallersTimeoutIsThatCallersAlone() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        SegmentSource slow = new Counter(10) {
            @Override
            public Segment fetch() {
                sent.countDown();
                await(answer);
                return super.fetch();
            }
        };
        SegmentLimits limits = new SegmentLimits(8, 4, Duration.ofSeconds(1), Duration.ofSeconds(5));
        SegmentGenerator generator = new SegmentGenerator(slow, OffsetAndStep.ALL, limits, threads, now::get);
        CompletableFuture<Long> first = waiting(generator, 1);
        await(sent);
        now.addAndGet(TimeUnit.SECONDS.toNanos(3));
        CompletableFuture<Long> second = waiting(generator, 2);
        now.addAndGet(TimeUnit.SECONDS.toNanos(2));
        assertThatThrownBy(() -> first.get(30, TimeUnit.SECONDS))
                .hasMessageContaining("has not answered within [5000 ms]");
        assertThat(second).isNotDone();
        answer.countDown();
        assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo(1);
    }

    /** Returns a caller that has begun to wait, as the so-manieth. */
    private CompletableFuture<Long> waiting(SegmentGenerator generator, int waits) {
        CompletableFuture<Long> caller = CompletableFuture.supplyAsync(generator::nextId, threads);
        while (generator.statistics().waits() < waits) {
            Thread.onSpinWait();
        }
        return caller;
    }

    /** Fetches that never return, asked for a number each second for a day. */
    @Test
    void stuckFetchesAreBoundedForADayAndEndWithTheFirstAnswer() {
        Borrowing dead = new Borrowing(10);
        AtomicInteger stuck = new AtomicInteger();
        AtomicBoolean hangs = new AtomicBoolean(true);
        List<Runnable> answers = new ArrayList<>();
        Executor hanging = task -> {
            if (hangs.get()) {
                stuck.incrementAndGet();
                // The thread of the fetch: it has its connection, and gets no answer until the end of the test.
                answers.add(begun(task, dead));
            } else {
                task.run();
            }
        };
        SegmentGenerator generator = new SegmentGenerator(dead, OffsetAndStep.ALL, IMPATIENT, hanging, now::get);
        for (int second = 0; second < 86_400; second++) {
            assertThat(generator.poll(null)).isEqualTo(SegmentBuffer.NONE);
            now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        }
        assertThat(stuck.get()).isBetween(100, 120);
        generator.poll(null);
        now.addAndGet(TimeUnit.SECONDS.toNanos(10));
        generator.poll(null); // Gives up the last fetch.
        assertThatThrownBy(generator::nextId)
                .hasMessageContaining("has not answered a request within [10 s]; check whether its server hangs");
        hangs.set(false);
        now.addAndGet(TimeUnit.MINUTES.toNanos(15));
        for (int id = 0; id < 100; id++) {
            assertThat(generator.nextId()).isPositive();
        }
        answers.forEach(Runnable::run);
        assertThat(generator.statistics().failures()).isEqualTo(stuck.get());
    }

    /** Runs a fetch in a thread until it is sent; the result lets it have its answer. */
    private Runnable begun(Runnable task, Borrowing source) {
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        source.onceSent = () -> {
            sent.countDown();
            await(answer);
        };
        CompletableFuture<Void> end = CompletableFuture.runAsync(task, threads);
        await(sent);
        source.onceSent = () -> {};
        return () -> {
            answer.countDown();
            end.join();
        };
    }

    /** The log-in to the server hangs; its pool keeps the place, and may have a connection much later. */
    @Test
    void aFetchThatWasGivenUpBeforeItHadItsConnectionSendsNothing() {
        Borrowing slow = new Borrowing(10);
        AtomicReference<SegmentGenerator> generator = new AtomicReference<>();
        Counter waiting = new Counter(10) {
            @Override
            public List<Segment> fetch(IntUnaryOperator due) {
                now.addAndGet(TimeUnit.SECONDS.toNanos(59));
                assertThat(generator.get().poll(null)).isEqualTo(SegmentBuffer.NONE);
                assertThat(tasks)
                        .as("another fetch while the first keeps its place")
                        .isEmpty();
                now.addAndGet(TimeUnit.SECONDS.toNanos(1));
                assertThat(generator.get().poll(null)).isEqualTo(SegmentBuffer.NONE);
                assertThat(tasks).hasSize(1);
                return slow.fetch(due);
            }
        };
        generator.set(stepped(waiting, IMPATIENT));
        generator.get().poll(null);
        tasks.poll().run();
        assertThat(slow.sent).containsExactly(0);
        assertThat(generator.get().statistics().failure())
                .get()
                .asString()
                .contains("gave no connection within [60 s]; check whether the log-in to its server hangs");
    }

    /** All threads of the executor wait for connections; after ten seconds it may start more of them. */
    @Test
    void aFetchWithoutAThreadKeepsItsPlaceAndIsPassedOnAgain() {
        Borrowing source = new Borrowing(10);
        SegmentGenerator generator = stepped(source, IMPATIENT);
        generator.poll(null);
        for (int seconds = 0; seconds < 100; seconds++) {
            assertThat(tasks).hasSize(1 + seconds / 10);
            now.addAndGet(TimeUnit.SECONDS.toNanos(1));
            generator.poll(null);
        }
        assertThat(generator.statistics().failures()).isZero();
        tasks.poll().run();
        assertThat(source.sent).as("the first place in the queue").hasSize(1);
        assertThat(generator.poll(null)).isEqualTo(1);
        Runnable second = tasks.poll();
        second.run();
        assertThat(source.sent).as("each fetch begins once").hasSize(1);
    }

    /** As after the promotion of a standby: the numbers that are buffered may be given to others by now. */
    @Test
    void goesOnByItselfAfterItsStoreWasSetBackALittle() {
        SegmentGenerator generator = direct(store);
        for (int i = 1; i <= 77; i++) {
            generator.nextId();
        }
        store.next.addAndGet(-30);
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            now.addAndGet(TimeUnit.SECONDS.toNanos(1));
            ids.add(generator.nextId(store));
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates().allMatch(id -> id > 77);
        assertThat(generator.statistics().failure()).isEmpty();
    }

    @Test
    void waitersGoOnWhenASegmentArrives() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        SegmentSource slow = new Counter(10) {
            @Override
            public Segment fetch() {
                await(open);
                return super.fetch();
            }
        };
        SegmentGenerator generator =
                new SegmentGenerator(slow, OffsetAndStep.ALL, SegmentLimits.DEFAULT, threads, System::nanoTime);
        List<CompletableFuture<Long>> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ids.add(CompletableFuture.supplyAsync(generator::nextId, threads));
        }
        open.countDown();
        List<Long> made = new ArrayList<>();
        for (CompletableFuture<Long> id : ids) {
            made.add(id.get(10, TimeUnit.SECONDS));
        }
        assertThat(made).containsExactlyInAnyOrder(1L, 2L, 3L);
    }

    /** Another caller would take the number, and wait for the connection that this caller has. */
    @Test
    void aCallerTakesANumberOfItsOwnSegmentFirst() {
        Thread caller = Thread.currentThread();
        AtomicReference<SegmentGenerator> generator = new AtomicReference<>();
        List<Long> takenByOthers = new ArrayList<>();
        Counter own = new Counter(1);
        LongSupplier clock = () -> { // It is read before the lock is acquired.
            if (Thread.currentThread() == caller && own.fetches.get() > 0) {
                takenByOthers.add(
                        CompletableFuture.supplyAsync(() -> generator.get().poll(null), threads)
                                .join());
            }
            return System.nanoTime();
        };
        SegmentLimits limits = new SegmentLimits(1, 1, Duration.ofSeconds(1), Duration.ofSeconds(3));
        generator.set(new SegmentGenerator(store, OffsetAndStep.ALL, limits, tasks::add, clock));

        assertThat(generator.get().nextId(own)).isEqualTo(1);
        assertThat(takenByOthers).isNotEmpty().containsOnly(SegmentBuffer.NONE);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** With nothing buffered, the lower of two segments that are on their way is waited for, for a while. */
    @Test
    void waitsForSegmentsThatWereAskedForBefore() {
        Borrowing slow = new Borrowing(10);
        SegmentGenerator generator =
                stepped(slow, new SegmentLimits(8, 4, Duration.ofMillis(1), Duration.ofSeconds(1)));
        AtomicLong higher = new AtomicLong();
        slow.onceSent = () -> {
            slow.onceSent = () -> {};
            now.addAndGet(Fetches.LONGEST_WAIT - 1);
            assertThat(generator.poll(slow)).isEqualTo(SegmentBuffer.NONE);
            assertThat(slow.fetches)
                    .as("fetches while a recent one has a connection")
                    .hasValue(1);
            now.addAndGet(1);
            higher.set(generator.poll(slow));
        };
        generator.poll(null);
        tasks.poll().run();
        assertThat(higher).hasValue(11);
        assertThat(generator.statistics().dropped()).isEqualTo(1);
    }

    private void makeItFast(SegmentGenerator generator) {
        while (generator.statistics().prefetch() < 4) {
            if (generator.poll(null) == SegmentBuffer.NONE) {
                runTasks();
            }
        }
        while (generator.poll(null) != SegmentBuffer.NONE) {
            // Until nothing is buffered.
        }
        assertThat(tasks).hasSize(1);
    }

    /** What was fetched before a checkpoint would be issued by each process that is restored from it. */
    @Test
    void issuesNothingOfWhatItHeldBeforeAnImage() {
        SegmentGenerator generator = stepped(store, IMPATIENT);
        generator.poll(null);
        runTasks();
        for (int i = 0; i < 6; i++) {
            generator.poll(null);
        }
        assertThat(tasks).hasSize(1);
        generator.suspend();
        assertThatThrownBy(generator::nextId)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "segments of sequence numbers are suspended while an image of the process is made; ids can be"
                                + " made again after the restore");
        store.fetch();
        generator.resume();
        runTasks(); // What was on its way is dropped.
        assertThat(generator.poll(null)).isEqualTo(SegmentBuffer.NONE);
        runTasks();
        assertThat(generator.poll(null)).isGreaterThan(20);
    }

    /** The caller holds no lock while it fetches. */
    @Test
    void aCallerKeepsNothingThatItFetchedWhileAnImageIsMade() {
        AtomicReference<SegmentGenerator> generator = new AtomicReference<>();
        Counter own = new Counter(10) {
            @Override
            public Segment fetch() {
                generator.get().suspend();
                return super.fetch();
            }
        };
        generator.set(stepped(store, SegmentLimits.DEFAULT));
        assertThatThrownBy(() -> generator.get().nextId(own)).hasMessageContaining("suspended");
        assertThat(generator.get().statistics().buffered())
                .as("numbers that each copy of the image would issue")
                .isZero();
    }

    /** A request that was given up before the image may be answered after it, in each of two processes. */
    @Test
    void anAnswerFromBeforeAnImageIsDroppedEvenIfItWasGivenUp() throws Exception {
        CountDownLatch applied = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        SegmentSource hanging = new Counter(10) {
            @Override
            public Segment fetch() {
                Segment segment = super.fetch();
                applied.countDown();
                await(answer);
                return segment;
            }
        };
        SegmentGenerator generator =
                new SegmentGenerator(hanging, OffsetAndStep.ALL, IMPATIENT, threads, System::nanoTime);
        do { // A request that no thread has begun yet is dropped, and asked again.
            assertThatThrownBy(generator::nextId).hasMessageContaining("has not answered");
        } while (applied.getCount() > 0);
        generator.suspend();
        generator.resume();
        answer.countDown();
        threads.shutdown();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(generator.statistics().buffered()).isZero();
    }

    @Test
    void closedItRefuses() {
        SegmentGenerator generator = direct(store);
        generator.nextId();
        generator.close();
        assertThatThrownBy(generator::nextId)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("segments of sequence numbers are closed; make ids before the shutdown");
    }

    @Test
    void aStoreThatWasSetBackIsNamed() {
        SegmentGenerator generator = direct(store);
        store.next.set(1_000_000);
        for (int i = 0; i < 10; i++) {
            generator.nextId();
        }
        store.next.set(1);
        now.addAndGet(TimeUnit.SECONDS.toNanos(2));
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        generator.nextId();
                    }
                })
                .isInstanceOf(SegmentException.class)
                .hasMessageContaining("segments in a row below [")
                .hasMessageContaining("], which has been issued; check whether it was set back");
        generator.reset();
        assertThat(generator.nextId()).isLessThan(1_000_000);
    }

    @Test
    void refusesSegmentsWithoutANumberOfEachOffset() {
        assertThatThrownBy(() -> new SegmentGenerator(
                        store, new OffsetAndStep(11, 11), SegmentLimits.DEFAULT, Runnable::run, now::get))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a segment of sequence numbers has [10] numbers; choose a size from 11 to 2147483647, so that"
                                + " each offset has a number");
    }

    /** A source, a clock or a logger that waits for another thread which uses the generator must not wait for ever. */
    @Test
    void callsNothingThatIsNotItsOwnWhileItHoldsItsLock() {
        AtomicReference<SegmentGenerator> generator = new AtomicReference<>();
        List<String> called = new CopyOnWriteArrayList<>();
        List<String> held = new CopyOnWriteArrayList<>();
        Counter asking = new Counter(10) {
            @Override
            public Segment fetch() {
                probe(generator.get(), "fetch", called, held);
                return super.fetch();
            }

            @Override
            public boolean isLost() {
                probe(generator.get(), "isLost", called, held);
                return super.isLost();
            }

            @Override
            public String describe() {
                probe(generator.get(), "describe", called, held);
                return super.describe();
            }
        };
        System.Logger log = logger(() -> probe(generator.get(), "log", called, held));
        LongSupplier clock = () -> {
            probe(generator.get(), "clock", called, held);
            return now.addAndGet(TimeUnit.MILLISECONDS.toNanos(500));
        };
        generator.set(new SegmentGenerator(
                asking, IMPATIENT, Runnable::run, clock, new SegmentBuffer(OffsetAndStep.ALL, IMPATIENT, 10), log));
        for (int i = 0; i < 30; i++) {
            generator.get().nextId();
        }
        asking.down = true;
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 200; i++) {
                        generator.get().nextId();
                    }
                })
                .isInstanceOf(SegmentException.class);
        asking.down = false;
        generator.get().nextId();
        asking.lost = true;
        generator.get().statistics();
        generator.get().close();
        assertThat(called).contains("fetch", "isLost", "log", "clock");
        assertThat(held).isEmpty();
    }

    /** Asks the generator from another thread, which waits where its lock is held. */
    private static void probe(SegmentGenerator generator, String what, List<String> called, List<String> held) {
        if (generator == null
                || !held.isEmpty()
                || Thread.currentThread().getName().equals("idgen-probe")) {
            return;
        }
        called.add(what);
        Thread asking = new Thread(generator::statistics, "idgen-probe");
        asking.start();
        try {
            asking.join(5_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (asking.isAlive()) {
            held.add(what);
        }
    }

    @Test
    void anInterruptedCallerIsToldSo() {
        SegmentGenerator generator = stepped(store, IMPATIENT);
        Thread.currentThread().interrupt();
        assertThatThrownBy(generator::nextId)
                .isInstanceOf(SegmentException.class)
                .hasMessage("sequence numbers has not answered, and the wait ended because this thread was"
                        + " interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
