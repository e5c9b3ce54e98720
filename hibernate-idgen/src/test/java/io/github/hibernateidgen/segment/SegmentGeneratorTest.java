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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
        private final AtomicInteger fetches = new AtomicInteger();
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
        assertThat(generator.poll()).isEqualTo(SegmentBuffer.NONE);
        assertThat(tasks).hasSize(1);
    }

    /** Another user of the store has found out: what is buffered here may be given to others by now, and what comes yet. */
    @Test
    void issuesNothingThatIsBufferedOfAStoreThatIsLost() {
        SegmentGenerator generator = stepped(store, IMPATIENT);
        generator.poll();
        runTasks();
        assertThat(generator.nextId()).isEqualTo(1);
        store.lost = true;
        store.down = true;
        assertThat(generator.statistics().buffered()).isPositive();
        assertThat(generator.poll()).isEqualTo(SegmentBuffer.NONE);
        assertThat(generator.statistics().buffered()).isZero();
        runTasks();
        assertThat(generator.poll()).isEqualTo(SegmentBuffer.NONE);
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
        generator.get().poll();
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

    /** Each caller learns of an error of the store, and so does the handler of the thread's errors. */
    @Test
    void anErrorOfTheStoreReachesItsThreadAndHasItsName() throws InterruptedException {
        Error missing = new NoClassDefFoundError("org/acme/Driver");
        Counter broken = new Counter(10) {
            @Override
            public Segment fetch() {
                throw missing;
            }
        };
        List<Throwable> uncaught = new CopyOnWriteArrayList<>();
        List<Thread> started = new ArrayList<>();
        Executor ownThreads = task -> {
            Thread thread = new Thread(task);
            thread.setUncaughtExceptionHandler((end, error) -> uncaught.add(error));
            thread.start();
            started.add(thread);
        };
        SegmentGenerator generator =
                new SegmentGenerator(broken, OffsetAndStep.ALL, SegmentLimits.DEFAULT, ownThreads, System::nanoTime);
        assertThatThrownBy(generator::nextId)
                .isInstanceOf(SegmentException.class)
                .hasMessage("sequence numbers returned no usable segment: java.lang.NoClassDefFoundError:"
                        + " org/acme/Driver")
                .hasCause(missing);
        for (Thread thread : started) {
            thread.join();
        }
        assertThat(uncaught).isNotEmpty().allSatisfy(error -> assertThat(error).isSameAs(missing));
    }

    /** An executor that fetches on the caller's thread throws such an error, too, which is one failure. */
    @Test
    void anErrorOnTheCallersThreadIsCountedOnce() {
        SegmentGenerator generator = direct(new Counter(10) {
            @Override
            public Segment fetch() {
                throw new StackOverflowError();
            }
        });
        assertThatThrownBy(generator::nextId)
                .hasMessage("sequence numbers returned no usable segment: java.lang.StackOverflowError");
        assertThat(generator.statistics().failures()).isEqualTo(1);
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
        AtomicLong steps = new AtomicLong();
        SegmentGenerator waiting = new SegmentGenerator(
                store,
                OffsetAndStep.ALL,
                SegmentLimits.DEFAULT,
                tasks::add,
                () -> steps.addAndGet(TimeUnit.SECONDS.toNanos(1)));
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
        generator.get().poll();
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
        assertThat(generator.get().poll()).isEqualTo(SegmentBuffer.NONE);
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
        SegmentLimits patient = new SegmentLimits(8, 4, Duration.ofSeconds(1), Duration.ofMinutes(1));
        AtomicLong clock = new AtomicLong();
        SegmentGenerator asking = new SegmentGenerator(
                undeclared, OffsetAndStep.ALL, patient, tasks::add, () -> clock.addAndGet(500_000_000));
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
        generator.poll();
        runTasks();
        for (int i = 0; i < 5; i++) {
            generator.poll();
        }
        assertThat(tasks).hasSize(1);
        assertThat(generator.statistics().buffered()).isEqualTo(5);
        forgetful.down = true;
        runTasks();
        assertThat(generator.statistics().buffered()).isZero();
        assertThat(generator.poll()).isEqualTo(SegmentBuffer.NONE);
        assertThat(generator.statistics().failure()).get().isInstanceOf(NumbersLostException.class);
    }

    @Test
    void aCallersOwnSourceThatHasLostItsNumbersEndsWhatIsBuffered() {
        SegmentLimits patient = new SegmentLimits(8, 4, Duration.ofSeconds(1), Duration.ofMinutes(1));
        AtomicLong clock = new AtomicLong();
        SegmentGenerator generator =
                new SegmentGenerator(store, OffsetAndStep.ALL, patient, tasks::add, () -> clock.addAndGet(500_000_000));
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
    void waitsNoLongerThanItsTimeoutAndAsksAnewThen() {
        SegmentGenerator generator =
                new SegmentGenerator(store, OffsetAndStep.ALL, IMPATIENT, tasks::add, System::nanoTime);
        assertThatThrownBy(generator::nextId)
                .isInstanceOf(SegmentException.class)
                .hasMessage(
                        "sequence numbers has not answered within [20 ms]; check whether the store is overloaded, or"
                                + " all connections to it are in use");
        assertThat(generator.poll()).isEqualTo(SegmentBuffer.NONE);
        assertThat(tasks).hasSize(2);
        tasks.poll().run(); // Given up before it began: it takes nothing.
        assertThat(store.fetches).hasValue(0);
        runTasks();
        assertThat(generator.nextId()).isEqualTo(1);
    }

    /** Fetches may wait for the connections of those that wait for them. */
    @Test
    void aCallerAsksItselfWhereNothingComes() {
        SegmentLimits patient = new SegmentLimits(8, 4, Duration.ofSeconds(1), Duration.ofMinutes(1));
        AtomicLong clock = new AtomicLong();
        // Each look at the clock finds it half a second later.
        SegmentGenerator generator =
                new SegmentGenerator(store, OffsetAndStep.ALL, patient, tasks::add, () -> clock.addAndGet(500_000_000));
        assertThat(generator.nextId(store)).isEqualTo(1);
        assertThat(tasks).isNotEmpty();
        Counter down = new Counter(10);
        down.down = true;
        for (int i = 0; i < 9; i++) {
            generator.nextId();
        }
        assertThatThrownBy(() -> generator.nextId(down))
                .isInstanceOf(SegmentException.class)
                .hasMessage("sequence numbers returned no usable segment: connection refused");
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
                        CompletableFuture.supplyAsync(() -> generator.get().poll(), threads)
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

    /** With nothing buffered the lower of two that are on their way is waited for, for a while. */
    @Test
    void waitsForSegmentsThatWereAskedForBefore() {
        SegmentGenerator generator = stepped(store, IMPATIENT);
        makeItFast(generator);
        Runnable lower = tasks.poll();
        Segment first = store.fetch();
        runTasks();
        assertThat(generator.poll()).isEqualTo(SegmentBuffer.NONE);
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(200));
        assertThat(generator.poll()).isEqualTo(first.last() + 1);
        lower.run();
        assertThat(generator.statistics().dropped()).isZero(); // It was applied late, so its numbers are higher.
    }

    private void makeItFast(SegmentGenerator generator) {
        while (generator.statistics().prefetch() < 4) {
            if (generator.poll() == SegmentBuffer.NONE) {
                runTasks();
            }
        }
        while (generator.poll() != SegmentBuffer.NONE) {
            // Until nothing is buffered.
        }
        assertThat(tasks).hasSizeGreaterThan(1);
    }

    /** What was fetched before a checkpoint would be issued by each process that is restored from it. */
    @Test
    void issuesNothingOfWhatItHeldBeforeAnImage() {
        SegmentGenerator generator = stepped(store, IMPATIENT);
        generator.poll();
        runTasks();
        for (int i = 0; i < 6; i++) {
            generator.poll();
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
        assertThat(generator.poll()).isEqualTo(SegmentBuffer.NONE);
        runTasks();
        assertThat(generator.poll()).isGreaterThan(20);
    }

    /** The caller holds no lock while it asks whether its own source is free. */
    @Test
    void aCallerFetchesNothingWhileAnImageIsMade() {
        AtomicReference<SegmentGenerator> generator = new AtomicReference<>();
        Counter own = new Counter(10) {
            @Override
            public boolean isFree() {
                generator.get().suspend();
                return true;
            }
        };
        AtomicLong steps = new AtomicLong();
        generator.set(new SegmentGenerator(
                store,
                OffsetAndStep.ALL,
                SegmentLimits.DEFAULT,
                tasks::add,
                () -> steps.addAndGet(TimeUnit.SECONDS.toNanos(1))));

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
