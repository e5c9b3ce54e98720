package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.reservation.FaultyStore.Fault;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.ResourceBundle;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The thread around the protocol. */
@Timeout(60)
class ReservedWorkerSourceTest {

    private static final Instant START = SteppingClock.START;
    private static final Duration WINDOW = Duration.ofSeconds(60);
    private static final ReservationTerms TERMS =
            ReservationTerms.DEFAULT.withWindow(WINDOW).withTimeout(Duration.ofSeconds(20));
    private static final ReservationTerms IMPATIENT = TERMS.withTimeout(Duration.ofMillis(50));

    private final SteppingClock clock = new SteppingClock();
    private final FaultyStore store = new FaultyStore();
    private final RecordingLog log = new RecordingLog();
    private final List<ReservedWorkerSource> sources = new ArrayList<>();

    private ReservedWorkerSource source(ReservationTerms terms) {
        ReservedWorkerSource source = new ReservedWorkerSource(store, terms, clock, log);
        sources.add(source);
        return source;
    }

    private SnowflakeGenerator generator(ReservedWorkerSource source, SnowflakeLayout layout) {
        return new SnowflakeGenerator(layout, source, SnowflakeLimits.DEFAULT, clock);
    }

    private static Thread renewalThread(String namespace) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(one -> one.getName().equals("idgen-worker-" + namespace))
                .findFirst()
                .orElseThrow();
    }

    private StoredSlot row() {
        return store.read("default", 0, Long.MAX_VALUE).slots().get(0);
    }

    @AfterEach
    void closeAll() {
        store.endSilence();
        sources.forEach(ReservedWorkerSource::close);
    }

    @Test
    void claimsOnTheFirstCallAndKeepsTheInstance() {
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(4, 500));
        assertThat(store.reads).hasValue(0);

        WorkerReservation reservation = source.reservation();

        assertThat(reservation.worker()).isBetween(0L, 3L);
        assertThat(reservation.reservedUntil())
                .isEqualTo(START.plus(WINDOW).plusMillis(500).toEpochMilli());
        assertThat(source.reservation()).isSameAs(reservation);
        assertThat(store.reads).hasValue(1);
        assertThat(store.writes).hasValue(1);
        assertThat(row()).isEqualTo(new StoredSlot(reservation.worker(), row().owner(), reservation.reservedUntil()));
    }

    /** Longer than a caller is patient, if need be. */
    @Test
    void waitsAtTheStartUntilTheStoreHasShownThatItHasKeptTheClaim() {
        Duration settle = Duration.ofMillis(1_500);
        ReservationTerms terms = TERMS.withTimeout(Duration.ofSeconds(1)).withSettle(settle);
        AtomicLong asked = new AtomicLong();
        store.onRead(() -> asked.set(System.nanoTime()));
        ReservedWorkerSource source = source(terms);
        source.attach(new FakeIssuer(4, 500));
        long began = System.nanoTime();

        assertThat(source.reservation().reservedUntil())
                .isEqualTo(START.plus(WINDOW).plusMillis(500).toEpochMilli());
        assertThat(Duration.ofNanos(asked.get() - began)).isGreaterThanOrEqualTo(settle);
        assertThat(store.reads).hasValue(2);
        assertThat(store.writes).hasValue(1);
    }

    @Test
    void claimsANumberThatFitsEveryLayout() {
        ReservedWorkerSource source = source(TERMS);
        generator(source, SnowflakeLayout.STANDARD);
        source.attach(new FakeIssuer(1, 1));
        generator(source, SnowflakeLayout.SHORT);

        assertThat(source.reservation().worker()).isZero();
    }

    @Test
    void refusesALayoutThatTheNumberDoesNotFit() {
        store.compareAndSet("default", null, new StoredSlot(0, "another", Long.MAX_VALUE));
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(2, 1));
        assertThat(source.reservation().worker()).isEqualTo(1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> source.attach(new FakeIssuer(1, 1)))
                .withMessageContaining("does not fit");
    }

    @Test
    void rejectsALayoutThatLacksNumbersOfTheRange() {
        ReservedWorkerSource source = source(TERMS.withRange(new WorkerRange(2, 4)));
        source.attach(new FakeIssuer(5, 1));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> source.attach(new FakeIssuer(4, 1)))
                .withMessageStartingWith("the range [2-4] of worker numbers does not fit layout [")
                .withMessageEndingWith("], whose worker numbers are 0 to 3; give a range of these numbers, or a layout"
                        + " with more worker bits");
        assertThat(source.reservation().worker()).isBetween(2L, 4L);
    }

    @Test
    void namesAClockThatMakesNoRenewalDue() {
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(1, 0));
        WorkerReservation reservation = source.reservation();
        clock.move(Duration.ofHours(-1));

        assertThatExceptionOfType(ReservationEndedException.class)
                .isThrownBy(() -> source.awaitRenewal(reservation))
                .withMessageEndingWith("its renewal in namespace [default] in [test store] is not due by this process's"
                        + " clock; check whether the clock was set back; ids can be made again as soon as it is"
                        + " renewed")
                .withNoCause();
        assertThat(store.writes).hasValue(1);
    }

    @Test
    void sendsNothingForIds() {
        ReservedWorkerSource source = source(TERMS);
        SnowflakeGenerator generator = generator(source, SnowflakeLayout.STANDARD);
        source.reservation();
        clock.move(Duration.ofMillis(1));
        generator.nextIds(1000);

        assertThat(store.reads.get() + store.writes.get()).isEqualTo(2);
    }

    @Test
    void renewsAtOnceWhenAThreadComesBackAfterTheEnd() {
        ReservedWorkerSource source = source(TERMS);
        SnowflakeGenerator generator = generator(source, SnowflakeLayout.STANDARD);
        source.reservation();
        clock.move(Duration.ofHours(1));

        assertThat(SnowflakeLayout.STANDARD.instant(generator.nextId())).isEqualTo(START.plus(Duration.ofHours(1)));
        assertThat(row().reservedUntil())
                .isEqualTo(START.plus(Duration.ofHours(1)).plus(WINDOW).toEpochMilli() + 1);
    }

    @Test
    void goesOnToTheEndWhileTheStoreIsDownThenRefusesThenResumesByItself() throws Exception {
        ReservedWorkerSource source = source(TERMS);
        SnowflakeGenerator generator = generator(source, SnowflakeLayout.STANDARD);
        long worker = source.reservation().worker();
        store.awaitCalls(2);
        store.fault(Fault.DOWN);

        clock.move(WINDOW);
        generator.nextIds(10);
        clock.move(Duration.ofMillis(1));
        assertThatExceptionOfType(ReservationEndedException.class)
                .isThrownBy(generator::nextId)
                .withMessage(
                        "worker [" + worker + "] is reserved only until [2026-06-01T12:01:00.001Z], and its renewal in"
                                + " namespace [default] in [test store] failed: connection refused; ids can be made"
                                + " again as soon as it is renewed")
                .withCauseInstanceOf(ReservationStoreException.class);
        store.awaitCalls(3);
        assertThat(log.lines).filteredOn(line -> line.startsWith("WARNING")).hasSize(1);

        store.fault(Fault.NONE);
        log.await("works again");
        assertThat(SnowflakeLayout.STANDARD.split(generator.nextId()).worker()).isEqualTo(worker);
    }

    @Test
    void makesNoIdsWhileAnswersAreLostAndGoesOnOnceTheyCome() throws Exception {
        store.fault(Fault.ANSWERS_LOST);
        // A short window has short pauses.
        ReservedWorkerSource source = source(TERMS.withWindow(Duration.ofSeconds(1)));
        source.attach(new FakeIssuer(1, 0));

        assertThatExceptionOfType(NoWorkerException.class).isThrownBy(source::reservation);
        store.awaitCalls(12);
        assertThat(source.status().reservation()).isEmpty();
        assertThat(source.status().failures()).isGreaterThanOrEqualTo(5);
        assertThat(source.status().failure()).isPresent();
        assertThat(row().owner())
                .as("the store shows what it has not acknowledged")
                .isNotEmpty();
        assertThat(log.lines).as("said once").hasSize(1);

        store.fault(Fault.NONE);
        log.await("is reserved for this process");
        assertThat(source.reservation().reservedUntil()).isEqualTo(row().reservedUntil());
        assertThat(source.status().failure()).isEmpty();
    }

    @Test
    void confirmsByItsNextWriteAClaimWhoseAnswerWasLost() throws Exception {
        store.fault(Fault.ANSWER_LOST_ONCE);
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(1, 0));

        assertThat(source.reservation().reservedUntil()).isEqualTo(row().reservedUntil());
        assertThat(store.writes).hasValue(2);
        assertThat(source.status().failures())
                .as("the answer, and the row that was only shown")
                .isEqualTo(2);
    }

    @Test
    void failsTheFirstCallWhenTheStoreIsDownAndClaimsLater() throws Exception {
        store.fault(Fault.DOWN);
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(1, 0));

        assertThatExceptionOfType(NoWorkerException.class)
                .isThrownBy(source::reservation)
                .withMessage("no worker number of namespace [default] in [test store] could be reserved: the claim"
                        + " failed: connection refused")
                .withCauseInstanceOf(ReservationStoreException.class);

        store.fault(Fault.NONE);
        log.await("is reserved for this process");
        assertThat(source.reservation().worker()).isZero();
    }

    @Test
    void startWaitsForAStoreThatAnswersLater() throws Exception {
        store.fault(Fault.DOWN);
        ReservedWorkerSource source = source(IMPATIENT);
        source.attach(new FakeIssuer(1, 0));
        CompletableFuture<WorkerReservation> start = CompletableFuture.supplyAsync(source::claim);

        log.await("startup waits for a worker number of namespace [default] in [test store] for up to [80000 ms]:"
                + " connection refused");
        store.awaitCalls(4);
        assertThat(start).as("also after more failures than a caller waits for").isNotDone();
        store.fault(Fault.NONE);

        assertThat(start.get(20, TimeUnit.SECONDS).worker()).isZero();
    }

    @Test
    void startGivesUpAfterTheWindow() {
        store.fault(Fault.DOWN);
        ReservedWorkerSource source = source(IMPATIENT.withWindow(Duration.ofSeconds(1)));
        source.attach(new FakeIssuer(1, 0));

        assertThatExceptionOfType(NoWorkerException.class)
                .isThrownBy(source::claim)
                .withMessageContaining("the claim failed: connection refused");
        assertThat(source.status().failures()).isGreaterThan(3);
    }

    @Test
    void startEndsAtAFailureThatDoesNotPass() throws Exception {
        ReservedWorkerSource source = new ReservedWorkerSource(
                new FailingStore(ReservationStoreException.permanent("no such table", null)), TERMS, clock, log);
        sources.add(source);
        source.attach(new FakeIssuer(1, 0));

        assertThatExceptionOfType(NoWorkerException.class)
                .isThrownBy(source::claim)
                .withMessageContaining("the claim failed: no such table");
        assertThat(source.status().failures()).isOne();
        assertThat(log.lines).noneMatch(line -> line.contains("startup waits"));
    }

    @Test
    void startEndsWhereTheClockIsOff() {
        clock.set(-1);
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(1, 0));

        assertThatExceptionOfType(NoWorkerException.class)
                .isThrownBy(source::claim)
                .withMessageContaining("this process's clock reads [-1] ms since 1970");
    }

    @Test
    void startReturnsWhatIsHeld() {
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(1, 0));

        assertThat(source.reservation()).isSameAs(source.claim());
    }

    private record FailingStore(RuntimeException failure) implements ReservationStore {

        @Override
        public StoredSlots read(String namespace, long from, long to) {
            throw failure;
        }

        @Override
        public boolean compareAndSet(String namespace, StoredSlot expected, StoredSlot update) {
            throw failure;
        }

        @Override
        public String describe() {
            return "failing store";
        }
    }

    @Test
    void saysThatAllNumbersAreTaken() {
        ReservedWorkerSource first = source(TERMS);
        first.attach(new FakeIssuer(1, 0));
        first.reservation();
        ReservedWorkerSource second = source(TERMS);
        second.attach(new FakeIssuer(1, 0));

        assertThatExceptionOfType(NoWorkerException.class)
                .isThrownBy(second::reservation)
                .withMessageContaining("all [1] worker numbers of namespace [default] in [test store] are reserved,"
                        + " and the next number is free at [2026-06-01T12:01:00Z]")
                .withCauseInstanceOf(WorkersTakenException.class);
    }

    @Test
    void doesNotWaitForeverForAStoreThatIsSilent() {
        store.fault(Fault.SILENT);
        ReservedWorkerSource source = source(IMPATIENT);
        source.attach(new FakeIssuer(1, 0));

        assertThatExceptionOfType(NoWorkerException.class)
                .isThrownBy(source::reservation)
                .withMessageContaining("has had no answer within [50 ms]")
                .withNoCause();
    }

    @Test
    void doesNotWaitForeverForARenewalThatIsSilent() throws Exception {
        ReservedWorkerSource source = source(IMPATIENT);
        SnowflakeGenerator generator = generator(source, SnowflakeLayout.STANDARD);
        claimPatiently(source);
        store.fault(Fault.SILENT);
        clock.move(Duration.ofHours(1));

        assertThatExceptionOfType(ReservationEndedException.class)
                .isThrownBy(generator::nextId)
                .withMessageContaining("has had no answer within [50 ms]");

        store.endSilence();
        while (true) {
            try {
                assertThat(SnowflakeLayout.STANDARD.instant(generator.nextId()))
                        .isEqualTo(START.plus(Duration.ofHours(1)));
                return;
            } catch (ReservationEndedException notYet) {
                assertThat(notYet).hasMessageContaining("has had no answer");
            }
        }
    }

    /** An impatient source may give up on a slow machine, but goes on claiming. */
    private void claimPatiently(ReservedWorkerSource source) throws InterruptedException {
        try {
            source.reservation();
        } catch (NoWorkerException notYet) {
            log.await("is reserved for this process");
        }
    }

    @Test
    void outlivesAnErrorOfTheStore() throws Exception {
        store.fault(Fault.ERROR);
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(1, 0));

        assertThatExceptionOfType(NoWorkerException.class)
                .isThrownBy(source::reservation)
                .withRootCauseInstanceOf(NoClassDefFoundError.class);

        store.fault(Fault.NONE);
        log.await("is reserved for this process");
        assertThat(source.reservation().worker()).isZero();
    }

    @ParameterizedTest
    @ValueSource(classes = {IllegalStateException.class, NoClassDefFoundError.class})
    void clockThatThrowsDoesNotEndTheRenewalForGood(Class<? extends Throwable> thrown) throws Exception {
        ThrowingClock sometimes = new ThrowingClock(thrown);
        ReservedWorkerSource source = new ReservedWorkerSource(store, IMPATIENT, sometimes, log);
        sources.add(source);
        source.attach(new FakeIssuer(1, 0).issuedUntil(START.toEpochMilli()));
        claimPatiently(source);
        WorkerReservation first = source.reservation();

        sometimes.broken = true;
        assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(() -> source.awaitRenewal(first));
        log.await("failed");
        sometimes.broken = false;
        clock.move(WINDOW);
        log.await("works again");
        source.awaitRenewal(first);
        assertThat(source.reservation().reservedUntil()).isGreaterThan(first.reservedUntil());
    }

    /** An error of the clock had ended the thread that gives the number back. */
    @Test
    void givesTheNumberBackAfterAnErrorOfTheClock() throws Exception {
        ThrowingClock sometimes = new ThrowingClock(NoClassDefFoundError.class);
        ReservedWorkerSource source = new ReservedWorkerSource(store, TERMS, sometimes, log);
        sources.add(source);
        source.attach(new FakeIssuer(1, 0).issuedUntil(START.toEpochMilli() + 7));
        WorkerReservation first = source.reservation();

        sometimes.broken = true;
        assertThatExceptionOfType(ReservationEndedException.class)
                .isThrownBy(() -> source.awaitRenewal(first))
                .withRootCauseInstanceOf(NoClassDefFoundError.class);
        sometimes.broken = false;
        source.close();

        assertThat(row().reservedUntil()).isEqualTo(START.toEpochMilli() + 7);
    }

    private final class ThrowingClock implements InstantSource {

        private final Class<? extends Throwable> thrown;
        private volatile boolean broken;

        ThrowingClock(Class<? extends Throwable> thrown) {
            this.thrown = thrown;
        }

        @Override
        public Instant instant() {
            if (broken && Thread.currentThread().getName().startsWith("idgen-worker")) {
                if (thrown == NoClassDefFoundError.class) {
                    throw new NoClassDefFoundError("clock/Missing");
                }
                throw new IllegalStateException("no clock");
            }
            return clock.instant();
        }
    }

    /** A clock, a store or a logger that waits for another thread which uses the source must not wait for ever. */
    @Test
    void callsNothingThatIsNotItsOwnWhileItHoldsItsLock() throws Exception {
        AtomicReference<ReservedWorkerSource> source = new AtomicReference<>();
        List<String> held = new CopyOnWriteArrayList<>();
        InstantSource asking = () -> {
            probe(source.get(), "clock", held);
            return clock.instant();
        };
        System.Logger probing = new RecordingLog() {
            @Override
            public void log(Level level, ResourceBundle bundle, String message, Throwable failure) {
                probe(source.get(), "logger: " + message, held);
                log.log(level, bundle, message, failure);
            }
        };
        FakeIssuer issuer = new FakeIssuer(1, 0) {
            @Override
            public Object scope() {
                probe(source.get(), "scope of a generator", held);
                return super.scope();
            }

            @Override
            public long workers() {
                probe(source.get(), "generator", held);
                return super.workers();
            }

            @Override
            public void requireFits(WorkerReservation reservation) {
                probe(source.get(), "fit of a generator", held);
                super.requireFits(reservation);
            }
        };
        source.set(new ReservedWorkerSource(store, TERMS, asking, probing));
        sources.add(source.get());
        source.get().attach(issuer);
        WorkerReservation first = source.get().reservation();
        source.get().status();
        source.get().attach(new FakeIssuer(1, 0));
        store.failNext(1);
        clock.move(WINDOW);
        assertThatExceptionOfType(ReservationEndedException.class)
                .isThrownBy(() -> source.get().awaitRenewal(first));
        log.await("works again");
        source.get().close();

        log.await("is released");
        assertThat(held).isEmpty();
        assertThat(log.lines)
                .extracting(line -> line.substring(0, line.indexOf(' ')))
                .containsExactly("INFO", "WARNING", "INFO", "INFO");
    }

    /** Asks the source from another thread, which waits where its lock is held. */
    private static void probe(ReservedWorkerSource source, String what, List<String> held) {
        if (source == null
                || !held.isEmpty()
                || Thread.currentThread().getName().equals("idgen-probe")) {
            return;
        }
        Thread asking = new Thread(source::status, "idgen-probe");
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

    /** Nor does a logger that throws end the renewal, or keep the number from being released. */
    @Test
    void outlivesALoggerThatThrows() {
        System.Logger throwing = new RecordingLog() {
            @Override
            public void log(Level level, ResourceBundle bundle, String message, Throwable failure) {
                log.log(level, bundle, message, failure);
                throw new NoClassDefFoundError("logger/Missing");
            }
        };
        ReservedWorkerSource source = new ReservedWorkerSource(store, TERMS, clock, throwing);
        sources.add(source);
        source.attach(new FakeIssuer(1, 0).issuedUntil(START.plus(WINDOW).toEpochMilli() + 7));
        WorkerReservation first = source.reservation();
        clock.move(WINDOW);
        source.awaitRenewal(first);
        source.close();

        assertThat(row().reservedUntil()).isEqualTo(START.plus(WINDOW).toEpochMilli() + 7);
        assertThat(log.lines).hasSize(2);
    }

    @Test
    void tellsAThreadThatItWasInterruptedAndNotThatTheStoreWasSilent() throws Exception {
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(1, 0));
        store.fault(Fault.SILENT);

        Thread.currentThread().interrupt();
        assertThatExceptionOfType(NoWorkerException.class)
                .isThrownBy(source::reservation)
                .withMessageEndingWith(
                        "the claim has no answer yet, and the wait ended because this thread was" + " interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void claimSurvivesAFailureThatPasses() throws Exception {
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(1, 0));
        store.failNext(2);

        assertThat(source.reservation().worker()).isZero();
        assertThat(source.status().failures()).isEqualTo(2);
    }

    @Test
    void refusesASecondGeneratorOfOneLayoutBecauseTheTwoWouldMakeTheSameIds() {
        ReservedWorkerSource source = source(TERMS);
        generator(source, SnowflakeLayout.STANDARD);
        generator(source, SnowflakeLayout.SHORT);

        assertThatIllegalStateException()
                .isThrownBy(() -> generator(source, SnowflakeLayout.STANDARD))
                .withMessageContaining("standard")
                .withMessageContaining("two generators would make the same ids");
    }

    @Test
    void refusesASecondGeneratorOfTheSameBitsUnderAnotherNameToo() {
        ReservedWorkerSource source = source(TERMS);
        generator(source, SnowflakeLayout.STANDARD);

        assertThatIllegalStateException()
                .isThrownBy(() -> generator(
                        source,
                        SnowflakeLayout.named("mine")
                                .time(41)
                                .worker("site", 3)
                                .worker("machine", 7)
                                .sequence(12)
                                .build()))
                .withMessageContaining("layout [mine: time 41, site 3, machine 7")
                .withMessageContaining("layout [standard: time 41, worker 10")
                .withMessageContaining("the same ids");
    }

    @Test
    void releasesForAThreadThatIsInterruptedWhileItWaits() throws Exception {
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(1, 0).issuedUntil(START.toEpochMilli() + 10));
        source.reservation();
        store.fault(Fault.SILENT);
        Thread closing = new Thread(source::close);
        closing.start();
        store.awaitSilence();

        closing.interrupt();
        store.endSilence();
        closing.join(20_000);

        assertThat(closing.isAlive()).isFalse();
        assertThat(row().reservedUntil()).isEqualTo(START.toEpochMilli() + 10);
    }

    @Test
    void statusTellsWhatIsLeftAndWhatFailed() throws Exception {
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(1, 0));
        assertThat(source.status().reservation()).isEmpty();
        assertThat(source.status().remaining()).isZero();

        store.fault(Fault.DOWN);
        assertThatExceptionOfType(NoWorkerException.class).isThrownBy(source::reservation);
        assertThat(source.status().failures()).isPositive();
        assertThat(source.status().failure()).isPresent();

        store.fault(Fault.NONE);
        log.await("is reserved for this process");
        assertThat(source.status().reservation()).contains(source.reservation());
        assertThat(source.status().failure()).isEmpty();
        assertThat(source.status().remaining()).isEqualTo(WINDOW);
        clock.move(Duration.ofSeconds(10));
        assertThat(source.status().remaining()).isEqualTo(WINDOW.minusSeconds(10));
    }

    /** A tick that the reservation cuts is never issued, and ticks that were issued ahead of the clock are gone. */
    @Test
    void statusTellsHowLongItsGeneratorsCanMakeIds() {
        ReservedWorkerSource source = source(TERMS);
        SnowflakeLayout slow = SnowflakeLayout.named("slow")
                .tick(Duration.ofSeconds(1))
                .time(33)
                .worker("worker", 10)
                .sequence(1)
                .build();
        SnowflakeGenerator ahead = new SnowflakeGenerator(
                slow, source, new SnowflakeLimits(Duration.ofSeconds(5), Duration.ofSeconds(5), 1), clock);
        WorkerReservation held = source.reservation();
        Duration lead = Duration.ofSeconds(6);
        assertThat(held.reservedUntil()).isEqualTo(START.plus(WINDOW).plus(lead).toEpochMilli());
        clock.move(Duration.ofMillis(300));
        assertThat(source.status().remaining()).isEqualTo(WINDOW.plus(lead).minusMillis(300));

        ahead.nextIds(10); // Of 5 ticks, from this one on.

        assertThat(source.status().remaining()).isEqualTo(WINDOW.plusSeconds(1));
        clock.move(WINDOW.plusMillis(700));
        assertThat(source.status().remaining()).isEqualTo(Duration.ofSeconds(5));
    }

    /** The clock of the store is 90 s behind ours when it is read for the claim, and 2 h when it is read after a failure. */
    @Test
    void statusTellsHowFarTheClocksAreApartAsOfTheLastRead() throws Exception {
        AtomicLong behind = new AtomicLong(90_000);
        AtomicBoolean fails = new AtomicBoolean();
        ReservationStore sound = new InMemoryReservationStore();
        ReservationStore telling = new ReservationStore() {
            @Override
            public StoredSlots read(String namespace, long from, long to) {
                return new StoredSlots(
                        sound.read(namespace, from, to).slots(), OptionalLong.of(clock.millis() - behind.get()));
            }

            @Override
            public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
                if (fails.getAndSet(false)) {
                    throw new ReservationStoreException("answer lost", null);
                }
                return sound.compareAndSet(namespace, expected, update);
            }

            @Override
            public String describe() {
                return "telling store";
            }
        };
        ReservedWorkerSource source =
                new ReservedWorkerSource(telling, TERMS, clock, () -> 0, log, Duration.ofSeconds(10));
        sources.add(source);
        source.attach(new FakeIssuer(1, 1));
        assertThat(source.status().clockOffset()).isEmpty();
        source.reservation();
        assertThat(source.status().clockOffset()).contains(Duration.ofMillis(90_000 - 2));
        assertThat(source.status().isClockOff()).isFalse();

        behind.set(Duration.ofHours(2).toMillis());
        fails.set(true);
        WorkerReservation before = source.reservation();
        clock.move(WINDOW);
        assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(() -> source.awaitRenewal(before));
        log.await("works again");
        assertThat(source.status().clockOffset()).contains(Duration.ofHours(2).minusMillis(2));
        assertThat(source.status().isClockOff()).isTrue();
        assertThat(source.status().maxSkew()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void releasesAtTheLastTickOfAllGenerators() {
        ReservedWorkerSource source = source(TERMS);
        FakeIssuer early = new FakeIssuer(1, 0).issuedUntil(START.toEpochMilli() + 10);
        FakeIssuer late = new FakeIssuer(1, 0).issuedUntil(START.toEpochMilli() + 30);
        FakeIssuer idle = new FakeIssuer(1, 0);
        List.of(early, late, idle).forEach(source::attach);
        source.reservation();

        source.close();

        assertThat(List.of(early, late, idle)).allMatch(FakeIssuer::closed);
        assertThat(row().reservedUntil()).isEqualTo(START.toEpochMilli() + 30);
    }

    @Test
    void releasesForAThreadThatIsInterrupted() {
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(1, 0).issuedUntil(START.toEpochMilli() + 10));
        source.reservation();

        Thread.currentThread().interrupt();
        source.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(row().reservedUntil()).isEqualTo(START.toEpochMilli() + 10);
    }

    /** Nobody knows where the ids of a number end that was handed out by hand. */
    @Test
    void releasesAtTheEndWhereNoGeneratorIsAttached() {
        ReservedWorkerSource source = source(TERMS);
        WorkerReservation handedOut = source.reservation();

        source.close();

        assertThat(row().reservedUntil()).isEqualTo(handedOut.reservedUntil());
    }

    @Test
    void suspendsAndResumesUnderANumberThatIsClaimedAnew() {
        ReservedWorkerSource source = source(TERMS);
        SnowflakeGenerator generator = generator(source, SnowflakeLayout.STANDARD);
        source.attach(new FakeIssuer(1, 1));
        source.reservation();
        clock.move(Duration.ofMillis(1));
        long before = generator.nextId();
        StoredSlot held = row();

        source.suspend();
        source.suspend();

        assertThat(row().reservedUntil()).isEqualTo(START.toEpochMilli() + 2);
        assertThatIllegalStateException()
                .isThrownBy(generator::nextId)
                .withMessage("reservation of a worker number of namespace [default] in [test store] is suspended,"
                        + " since the application stops or an image of the process is made; ids can be made again"
                        + " after the restart or the restore");
        assertThatIllegalStateException().isThrownBy(() -> source.attach(new FakeIssuer(1, 0)));

        clock.move(Duration.ofHours(1));
        source.resume();
        source.resume();

        assertThat(generator.nextId()).isGreaterThan(before);
        assertThat(source.reservation().floor()).isGreaterThanOrEqualTo(START.toEpochMilli() + 2);
        assertThat(row().owner()).isNotEqualTo(held.owner());
    }

    @Test
    void claimsByItselfAfterTheRestoreOnlyWhatItHadClaimedBefore() throws Exception {
        ReservedWorkerSource idle = source(TERMS.withNamespace("idle"));
        idle.suspend();
        idle.resume();
        assertThat(store.reads).hasValue(0);

        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(1, 0));
        source.reservation();
        source.suspend();
        store.awaitCalls(3);
        source.resume();
        store.awaitCalls(2);
        WorkerReservation claimed = source.reservation();
        assertThat(source.status().reservation()).contains(claimed);
    }

    @Test
    void closesWhileItIsSuspended() {
        ReservedWorkerSource source = source(TERMS);
        source.reservation();
        source.suspend();
        int writes = store.writes.get();

        source.close();
        source.resume();
        source.suspend();

        assertThat(store.writes).hasValue(writes);
        assertThatIllegalStateException().isThrownBy(source::reservation).withMessageContaining("is closed");
    }

    /** A store that is down cannot be told, and nothing is issued under the old number all the same. */
    @Test
    void countsFailuresAcrossASuspension() {
        ReservedWorkerSource source = source(IMPATIENT);
        source.attach(new FakeIssuer(1, 0));
        store.failNext(1);
        try {
            source.reservation();
        } catch (NoWorkerException notYet) {
            assertThat(notYet).hasMessageContaining("could be reserved");
        }
        // On a busy machine the caller's time can pass before the store is asked.
        while (source.status().failures() == 0) {
            Thread.onSpinWait();
        }
        long failures = source.status().failures();
        source.suspend();
        source.resume();

        assertThat(source.status().failures()).isGreaterThanOrEqualTo(failures);
    }

    @Test
    void refusesEverythingOnceClosed() {
        ReservedWorkerSource source = source(TERMS);
        SnowflakeGenerator generator = generator(source, SnowflakeLayout.STANDARD);
        WorkerReservation reservation = source.reservation();
        source.close();
        source.close();

        assertThatIllegalStateException()
                .isThrownBy(source::reservation)
                .withMessage("reservation of a worker number of namespace [default] in [test store] is closed; make"
                        + " ids before the shutdown, or make a new source");
        assertThatIllegalStateException().isThrownBy(generator::nextId).withMessageContaining("is closed");
        assertThatIllegalStateException().isThrownBy(() -> source.attach(new FakeIssuer(1, 0)));
        assertThatIllegalStateException().isThrownBy(() -> source.awaitRenewal(reservation));
        assertThat(store.writes).hasValue(2);
    }

    @Test
    void sendsNothingWhenClosedBeforeTheClaim() {
        ReservedWorkerSource source = source(TERMS);
        FakeIssuer issuer = new FakeIssuer(1, 0);
        source.attach(issuer);
        source.close();

        assertThat(issuer.closed()).isTrue();
        assertThat(store.reads.get() + store.writes.get()).isZero();
    }

    /** A JDK from 19 on leaves the class loader out with the thread locals. */
    @Test
    void callsTheStoreWithTheCallersClassLoaderAndWithoutItsTransaction() {
        InheritableThreadLocal<String> transaction = new InheritableThreadLocal<>();
        AtomicReference<ClassLoader> loader = new AtomicReference<>();
        AtomicReference<String> inherited = new AtomicReference<>();
        store.onRead(() -> {
            loader.set(Thread.currentThread().getContextClassLoader());
            inherited.set(transaction.get());
        });
        ReservedWorkerSource source = source(TERMS);
        source.attach(new FakeIssuer(1, 0));
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        ClassLoader callers = new ClassLoader(before) {};
        Thread.currentThread().setContextClassLoader(callers);
        transaction.set("the caller's");
        try {
            source.reservation();
        } finally {
            transaction.remove();
            Thread.currentThread().setContextClassLoader(before);
        }
        assertThat(loader.get()).isSameAs(callers);
        assertThat(inherited.get()).isNull();
    }

    @Test
    void endsItsThread() throws Exception {
        ReservedWorkerSource source = source(TERMS.withNamespace("ends-its-thread"));
        source.reservation();
        Thread thread = renewalThread("ends-its-thread");
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.isAlive()).isTrue();

        source.close();

        thread.join(20_000);
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void callThatNeverReturnsDoesNotHoldUpTheNextAttempt() throws Exception {
        store.fault(Fault.SILENT);
        ReservedWorkerSource source = withLimit(Duration.ofMillis(50));
        source.attach(new FakeIssuer(1, 0));
        try {
            source.reservation();
        } catch (NoWorkerException e) {
            assertThat(e).hasMessageContaining("failed: test store has not answered within [50 ms]");
        }
        store.awaitSilence();
        store.fault(Fault.NONE);

        log.await("is reserved for this process");
        assertThat(source.reservation().worker()).isZero();
        assertThat(source.status().failures()).isPositive();
    }

    @Test
    void renewalThatNeverReturnsIsTriedAgain() throws Exception {
        ReservedWorkerSource source = withLimit(Duration.ofMillis(200));
        SnowflakeGenerator generator = generator(source, SnowflakeLayout.STANDARD);
        claimPatiently(source);
        store.fault(Fault.SILENT);
        clock.move(Duration.ofHours(1));
        assertThatExceptionOfType(ReservationEndedException.class)
                .isThrownBy(generator::nextId)
                .withMessageContaining("failed: test store has not answered within [200 ms]");

        store.fault(Fault.NONE);
        log.await("works again");
        assertThat(SnowflakeLayout.STANDARD.instant(generator.nextId())).isEqualTo(START.plus(Duration.ofHours(1)));
    }

    /** Another place in the queue, or another call, would be behind all the others. */
    @Test
    void keepsItsPlaceInTheQueueForAConnectionAndReportsTheWait() throws Exception {
        Semaphore pool = new Semaphore(1, true);
        AtomicInteger borrows = new AtomicInteger();
        ReservedWorkerSource source = new ReservedWorkerSource(
                pooled(pool, borrows), TERMS, clock, System::nanoTime, log, Duration.ofMillis(200));
        sources.add(source);
        SnowflakeGenerator generator = generator(source, SnowflakeLayout.STANDARD);
        claimPatiently(source);
        long failures = source.status().failures();
        pool.acquire();
        int before = borrows.get();
        clock.move(Duration.ofHours(1));
        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(ReservationEndedException.class)
                    .isThrownBy(generator::nextId)
                    .withMessageContaining("failed: test store has given no connection for [200 ms], and the request"
                            + " still waits for it");
        }
        assertThat(source.status().canMakeIds()).isFalse();
        assertThat(source.status().failures()).as("it has not failed yet").isEqualTo(failures);
        Thread.sleep(1_000); // Five times the limit.
        assertThat(borrows).hasValue(before + 1);

        pool.release();
        log.await("works again");
        assertThat(borrows).hasValue(before + 1);
        assertThat(SnowflakeLayout.STANDARD.instant(generator.nextId())).isEqualTo(START.plus(Duration.ofHours(1)));
    }

    /** After the close nobody waits for the connection, which may come any time later. */
    @Test
    void sendsNothingOnAConnectionThatComesAfterTheClose() throws Exception {
        Semaphore pool = new Semaphore(1, true);
        AtomicInteger borrows = new AtomicInteger();
        ReservedWorkerSource source = new ReservedWorkerSource(pooled(pool, borrows), IMPATIENT, clock, log);
        source.attach(new FakeIssuer(1, 0));
        claimPatiently(source);
        int writes = store.writes.get();
        pool.acquire();
        source.close();
        assertThat(log.lines.get(log.lines.size() - 1)).contains("could not be released");

        pool.release();
        while (pool.availablePermits() == 0 || pool.hasQueuedThreads()) {
            Thread.sleep(1);
        }
        assertThat(store.writes).hasValue(writes);
    }

    /** The store, behind a pool of connections. */
    private ReservationStore pooled(Semaphore pool, AtomicInteger borrows) {
        return new ReservationStore() {
            @Override
            public StoredSlots read(String namespace, long from, long to) {
                return borrowed(() -> store.read(namespace, from, to));
            }

            @Override
            public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
                return borrowed(() -> store.compareAndSet(namespace, expected, update));
            }

            private <T> T borrowed(Supplier<T> call) {
                borrows.incrementAndGet();
                BoundedCall.waits();
                pool.acquireUninterruptibly();
                try {
                    BoundedCall.sends();
                    return call.get();
                } finally {
                    pool.release();
                }
            }

            @Override
            public String describe() {
                return store.describe();
            }
        };
    }

    @Test
    void asksNoMoreWhileTooManyCallsHaveNotReturned() throws Exception {
        store.fault(Fault.SILENT);
        // A short window has short pauses. The limit is long enough for the thread of each call to begin.
        ReservedWorkerSource source = new ReservedWorkerSource(
                store, TERMS.withWindow(Duration.ofSeconds(1)), clock, System::nanoTime, log, Duration.ofMillis(300));
        sources.add(source);
        source.attach(new FakeIssuer(1, 0));
        NoWorkerException refused = null;
        while (refused == null || !refused.getMessage().contains("is called once a minute")) {
            try {
                source.reservation();
            } catch (NoWorkerException e) {
                refused = e;
            }
        }
        assertThat(refused)
                .hasMessageContaining(
                        "test store is called once a minute or less often, because [5] calls have not returned");
        assertThat(store.reads).hasValue(5);

        store.endSilence();
        log.await("is reserved for this process");
    }

    @Test
    void closesWithinAFewSecondsHoweverPatientWhereTheStoreNeverAnswers() throws Exception {
        ReservedWorkerSource source = source(TERMS.withNamespace("never-answers"));
        source.attach(new FakeIssuer(1, 0));
        source.reservation();
        Thread renewal = renewalThread("never-answers");
        store.fault(Fault.SILENT);

        long begin = System.nanoTime();
        source.close();

        // It waits for 2 s; for a call of the store it would be 10 s, and callers wait for 20.
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(6));
        assertThat(log.lines.get(log.lines.size() - 1)).contains("could not be released");
        renewal.join(5_000);
        assertThat(renewal.isAlive()).isFalse();
    }

    private ReservedWorkerSource withLimit(Duration limit) {
        ReservedWorkerSource source = new ReservedWorkerSource(store, TERMS, clock, System::nanoTime, log, limit);
        sources.add(source);
        return source;
    }

    @Test
    void saysThatItCouldNotRelease() throws Exception {
        ReservedWorkerSource source = source(IMPATIENT);
        source.attach(new FakeIssuer(1, 0));
        claimPatiently(source);
        store.fault(Fault.SILENT);

        source.close();

        assertThat(log.lines.get(log.lines.size() - 1))
                .isEqualTo("WARNING worker [0] of namespace [default] in [test store] could not be released; other"
                        + " processes may claim it from [2026-06-01T12:01:00Z]");
    }

    @Test
    void closesAtOnceWhereTheStoreIsGone() throws Exception {
        ReservedWorkerSource source = source(TERMS.withNamespace("gone"));
        source.attach(new FakeIssuer(1, 0));
        source.reservation();
        Thread renewal = renewalThread("gone");
        store.fault(Fault.DOWN);

        long begin = System.nanoTime();
        source.close();

        // Three attempts, with pauses of up to 50 and 100 ms, and not the 2 s for a store that is silent.
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMillis(1_900));
        assertThat(log.lines.get(log.lines.size() - 1))
                .isEqualTo("WARNING worker [0] of namespace [gone] in [test store] could not be released; other"
                        + " processes may claim it from [2026-06-01T12:01:00Z]: connection refused");
        renewal.join(5_000);
        assertThat(renewal.isAlive()).isFalse();
    }

    /** Where lines go is the maker's to say, and that it is in a JDK's logger by default. */
    @Test
    void logsWhereItIsTold() {
        List<String> lines = new ArrayList<>();
        System.Logger logger = new System.Logger() {
            @Override
            public String getName() {
                return "mine";
            }

            @Override
            public boolean isLoggable(Level level) {
                return true;
            }

            @Override
            public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
                lines.add(message);
            }

            @Override
            public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
                lines.add(format);
            }
        };
        try (ReservedWorkerSource source = new ReservedWorkerSource(store, TERMS, clock, logger)) {
            source.reservation();
        }
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).contains("is reserved for this process");
        assertThat(lines.get(1)).contains("is released");
    }

    @Test
    void releasesNothingThatAThreadIssuesAfterwards() throws Exception {
        SnowflakeLayout layout = SnowflakeLayout.STANDARD;
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 100; round++) {
                ReservationTerms terms = TERMS.withNamespace("round-" + round);
                ReservedWorkerSource source = new ReservedWorkerSource(store, terms, InstantSource.system(), log);
                SnowflakeGenerator generator = new SnowflakeGenerator(layout, source);
                source.reservation();
                CountDownLatch running = new CountDownLatch(4);
                Callable<Long> untilRefused = () -> {
                    long last = -1;
                    try {
                        while (true) {
                            last = generator.nextId();
                            running.countDown();
                        }
                    } catch (IllegalStateException closed) {
                        return last;
                    }
                };
                List<Future<Long>> lastIds = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    lastIds.add(threads.submit(untilRefused));
                }
                running.await();
                source.close();

                long end = store.read(terms.namespace(), 0, Long.MAX_VALUE)
                        .slots()
                        .get(0)
                        .reservedUntil();
                long last = -1;
                for (Future<Long> id : lastIds) {
                    last = Math.max(last, id.get());
                }
                // A thread that was refused while it waited for the next tick had taken that.
                assertThat(layout.instant(last).toEpochMilli() + 1)
                        .as("round %s", round)
                        .isBetween(end - 1, end);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
