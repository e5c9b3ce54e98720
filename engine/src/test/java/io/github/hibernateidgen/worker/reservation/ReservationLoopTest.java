package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol step by step, with answers given by hand. */
class ReservationLoopTest {

    private static final long START = SteppingClock.START.toEpochMilli();
    private static final long WINDOW = 60_000;
    private static final long LEAD = 500;
    private static final Action ONE_ROW = new Action.Read(0, 1);
    private static final ReservationTerms TERMS = ReservationTerms.DEFAULT.withWindow(Duration.ofMillis(WINDOW));

    private final SteppingClock clock = new SteppingClock();
    private final RecordingLog log = new RecordingLog();
    private final RuntimeException lost = new ReservationStoreException("no answer", null);
    private int tokens;
    private long nanos;
    private final ReservationLoop loop =
            new ReservationLoop(TERMS, "test store", bound -> bound - 1, () -> "token-" + ++tokens, log.of(TERMS), 4);

    @BeforeEach
    void serveOneGenerator() {
        loop.serve(1, LEAD);
    }

    private Moment now() {
        return new Moment(clock.millis(), nanos);
    }

    private List<String> lines() {
        return log.lines;
    }

    private static StoredSlot slot(String owner, long until) {
        return new StoredSlot(0, owner, until);
    }

    private Swap sent() {
        Action action = loop.next(now());
        assertThat(action).isInstanceOf(Action.Send.class);
        return ((Action.Send) action).swap();
    }

    private void expectRead() {
        assertThat(loop.next(now())).isEqualTo(ONE_ROW);
    }

    /** Before a claim the clocks are compared. */
    private void expectClockAndRead() {
        assertThat(loop.next(now())).isEqualTo(ONE_ROW);
    }

    private long pause() {
        Action action = loop.next(now());
        assertThat(action).isInstanceOf(Action.Pause.class);
        return ((Action.Pause) action).millis();
    }

    private void claim() {
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(slot("them", START - 1000))), now());
        loop.answered(sent(), true, now());
    }

    private WorkerReservation reservedUntil(long until) {
        return new WorkerReservation(0, START - 1000, until);
    }

    @Test
    void claimsASlotThatIsFree() {
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(slot("them", START))), now());
        Swap claim = sent();

        assertThat(claim).isEqualTo(new Swap(slot("them", START), slot("token-1", START + LEAD + WINDOW), START));
        assertThat(loop.reservation()).as("before the answer").isNull();

        loop.answered(claim, true, now());

        assertThat(loop.reservation()).isEqualTo(new WorkerReservation(0, START, START + LEAD + WINDOW));
        assertThat(lines())
                .containsExactly("INFO worker [0] of namespace [default] in [test store] is reserved for this process"
                        + " from [2026-06-01T12:00:00Z] until [2026-06-01T12:01:00.500Z], renewed with a window of"
                        + " [60000 ms], as owner [token-1]");
    }

    @Test
    void claimsAgainAfterLosingTheRace() {
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of()), now());
        loop.answered(sent(), false, now());

        assertThat(pause()).isEqualTo(50);
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(slot("faster", START))), now());
        assertThat(sent().update().owner()).isEqualTo("token-2");
        assertThat(loop.failure()).isNull();
        assertThat(lines()).isEmpty();
    }

    @Test
    void ignoresAnAnswerThatComesWhenTheRowIsAnothers() {
        claim();
        clock.move(Duration.ofMillis(WINDOW / 3));
        Swap renewal = sent();
        loop.failed(lost);
        assertThat(pause()).isPositive();
        expectRead();
        loop.seen(new StoredSlots(List.of(slot("others", START + 10 * WINDOW))), now());
        assertThat(loop.reservation()).isNull();

        loop.answered(renewal, true, now());
        assertThat(loop.reservation()).isNull();
        loop.answered(renewal, false, now());
        assertThat(loop.next(now())).as("no pause").isInstanceOf(Action.Read.class);
    }

    @Test
    void readsBackAClaimWithoutAnAnswer() {
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(slot("them", START - 1000))), now());
        Swap claim = sent();
        loop.failed(lost);

        assertThat(loop.reservation()).isNull();
        assertThat(pause()).isPositive();
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(claim.update())), now());

        assertThat(loop.reservation()).as("a failover could lose it").isNull();
        assertThat(loop.failuresInARow()).isEqualTo(2);
        assertThat(loop.failure())
                .hasMessage("worker [0] of namespace [default] in [test store] is stored as reserved for this process"
                        + " until [2026-06-01T12:01:00.500Z], but the store has not acknowledged that write, so a"
                        + " failover could lose it; the write is repeated. Check whether the store answers,"
                        + " and its synchronous replicas if it has any");
        assertThat(pause()).isPositive();
        Swap again = sent();
        assertThat(again)
                .as("nothing is gained but the answer")
                .isEqualTo(new Swap(claim.update(), slot("token-2", START + LEAD + WINDOW), START - 1000));
        loop.answered(again, true, now());

        assertThat(loop.reservation()).isEqualTo(reservedUntil(START + LEAD + WINDOW));
        assertThat(loop.failure()).isNull();
        assertThat(lines())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("INFO worker [0]")
                .contains("is reserved for this process from");
    }

    /** A standby that is away for ever: nothing is issued, nothing loops without a pause, and the answer ends it. */
    @Test
    void writesAgainWithGrowingPausesWhatTheStoreOnlyShows() {
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(slot("them", START - 1000))), now());
        Swap shown = sent();
        for (int i = 0; i < 20; i++) {
            loop.failed(lost);
            long pause = pause();
            assertThat(pause).isGreaterThanOrEqualTo(Math.min(10_000, 50L << (2 * i)));
            clock.move(Duration.ofMillis(pause));
            if (i == 0) {
                expectClockAndRead();
            } else {
                expectRead();
            }
            loop.seen(new StoredSlots(List.of(shown.update())), now());
            assertThat(loop.reservation()).isNull();
            clock.move(Duration.ofMillis(pause()));
            Swap next = sent();
            assertThat(next.expected()).isEqualTo(shown.update());
            assertThat(next.update().owner()).isNotEqualTo(shown.update().owner());
            shown = next;
        }
        assertThat(loop.failuresInARow()).isEqualTo(40);
        assertThat(lines()).as("said once").hasSize(1);
        loop.answered(shown, true, now());

        assertThat(loop.reservation().reservedUntil()).isEqualTo(shown.update().reservedUntil());
        assertThat(loop.failuresInARow()).isZero();
    }

    /** A copy that is restored after the end, whose clock is then set back, must not issue what the original has issued. */
    @Test
    void issuesNothingThatWasPastWhenTheStoreShowedItsRow() {
        claim();
        clock.move(Duration.ofMillis(WINDOW / 3));
        Swap renewal = sent();
        loop.failed(lost);
        pause();
        expectRead();
        clock.move(Duration.ofMillis(2 * WINDOW));
        loop.seen(new StoredSlots(List.of(renewal.update())), now());

        assertThat(loop.reservation()).isNull();
        clock.move(Duration.ofMillis(-2 * WINDOW));
        pause();
        Swap next = sent();
        assertThat(next.floor()).isEqualTo(renewal.update().reservedUntil());
        loop.answered(next, true, now());
        assertThat(loop.reservation()).as("nothing is left").isNull();
    }

    @Test
    void takesAReservationForLostThatWasShownAndIsGone() {
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(slot("them", START - 1000))), now());
        Swap claim = sent();
        loop.failed(lost);
        pause();
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(claim.update())), now());
        pause();
        loop.answered(sent(), false, now());
        pause();
        expectRead();
        loop.seen(new StoredSlots(List.of(slot("them", START - 1000))), now());

        assertThat(loop.reservation()).isNull();
        expectClockAndRead();
    }

    @Test
    void releasesWhatWasOnlyShown() {
        claim();
        clock.move(Duration.ofMillis(WINDOW / 3));
        Swap renewal = sent();
        loop.failed(lost);
        pause();
        expectRead();
        loop.seen(new StoredSlots(List.of(renewal.update())), now());
        loop.close(START + 40);
        Swap release = sent();
        assertThat(release).isEqualTo(new Swap(renewal.update(), slot("token-3", START + 40), START - 1000));
        loop.failed(lost);
        pause();
        expectRead();
        loop.seen(new StoredSlots(List.of(release.update())), now());

        assertThat(loop.next(now())).as("a release needs no answer").isEqualTo(new Action.Stop());
        assertThat(loop.gaveUp()).isFalse();
    }

    @Test
    void renewsAfterAThirdOfTheWindow() {
        claim();
        assertThat(pause()).isEqualTo(WINDOW / 3);

        clock.move(Duration.ofMillis(WINDOW / 3 - 1));
        assertThat(pause()).isEqualTo(1);

        clock.move(Duration.ofMillis(1));
        Swap renewal = sent();
        assertThat(renewal.expected()).isEqualTo(slot("token-1", START + LEAD + WINDOW));
        assertThat(renewal.update()).isEqualTo(slot("token-2", START + LEAD + WINDOW + WINDOW / 3));
        assertThat(loop.reservation()).as("before the answer").isEqualTo(reservedUntil(START + LEAD + WINDOW));

        loop.answered(renewal, true, now());
        assertThat(loop.reservation()).isEqualTo(reservedUntil(START + LEAD + WINDOW + WINDOW / 3));
        assertThat(pause()).isEqualTo(WINDOW / 3);
    }

    @Test
    void readsBackARenewalWithoutAnAnswerAndSendsAnotherIfItWasNotApplied() {
        claim();
        clock.move(Duration.ofMillis(WINDOW / 3));
        Swap renewal = sent();
        loop.failed(lost);

        assertThat(loop.reservation()).isEqualTo(reservedUntil(START + LEAD + WINDOW));
        assertThat(pause()).isEqualTo(50);
        expectRead();
        loop.seen(new StoredSlots(List.of(slot("token-1", START + LEAD + WINDOW))), now());
        assertThat(loop.reservation()).isEqualTo(reservedUntil(START + LEAD + WINDOW));
        assertThat(loop.failure()).as("a read alone is no recovery").isEqualTo(lost);

        Swap again = sent();
        assertThat(again.expected()).isEqualTo(renewal.expected());
        assertThat(again.update())
                .as("a token of its own")
                .isEqualTo(slot("token-3", START + LEAD + WINDOW + WINDOW / 3));
        loop.failed(lost);
        assertThat(pause()).isEqualTo(100);
        expectRead();
        loop.seen(new StoredSlots(List.of(renewal.update())), now()); // The first of the two was late.
        assertThat(loop.reservation())
                .as("a failover could lose the renewal")
                .isEqualTo(reservedUntil(START + LEAD + WINDOW));
        assertThat(pause()).isEqualTo(200);
        Swap third = sent();
        assertThat(third.expected()).isEqualTo(renewal.update());
        loop.answered(third, true, now());

        assertThat(loop.reservation()).isEqualTo(reservedUntil(START + LEAD + WINDOW + WINDOW / 3));
        assertThat(loop.failure()).isNull();
        assertThat(lines()).hasSize(3);
        assertThat(lines().get(1))
                .startsWith("WARNING the reservation of a worker number of namespace [default] in [test store] failed;"
                        + " ids can be made until [2026-06-01T12:01:00.500Z], and then not until it succeeds");
        assertThat(lines().get(2))
                .isEqualTo("INFO the reservation of worker [0] of namespace [default] in [test store] works again,"
                        + " until [2026-06-01T12:01:20.500Z]");
    }

    @Test
    void issuesNothingMoreAndClaimsAgainWhenTheSlotIsLost() {
        claim();
        clock.move(Duration.ofMillis(2 * WINDOW));
        loop.answered(sent(), false, now());
        assertThat(pause()).isPositive();
        expectRead();
        loop.seen(new StoredSlots(List.of(slot("others", START + 2 * WINDOW))), now());

        assertThat(loop.reservation())
                .as("a copy of this process may be the other")
                .isNull();
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(slot("others", START + 2 * WINDOW))), now());
        Swap claim = sent();
        assertThat(claim.expected()).isEqualTo(slot("others", START + 2 * WINDOW));
        assertThat(claim.update().owner()).isEqualTo("token-3");
        loop.answered(claim, true, now());

        assertThat(loop.reservation())
                .isEqualTo(new WorkerReservation(0, START + 2 * WINDOW, START + 2 * WINDOW + LEAD + WINDOW));
        assertThat(lines().get(1))
                .isEqualTo("WARNING worker [0] of namespace [default] in [test store] was claimed by another process,"
                        + " or renewed by a copy of this process; this process had reserved it until"
                        + " [2026-06-01T12:01:00.500Z], and claims another number");
    }

    /** Two images of one process part at their first renewal. */
    @Test
    void takesTheRenewalOfACopyForAnothersRow() {
        claim();
        clock.move(Duration.ofMillis(WINDOW / 3));
        loop.answered(sent(), false, now());
        assertThat(pause()).isPositive();
        expectRead();
        loop.seen(new StoredSlots(List.of(slot("token-of-the-copy", START + LEAD + WINDOW + WINDOW / 3))), now());

        assertThat(loop.reservation()).isNull();
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(slot("token-of-the-copy", START + LEAD + WINDOW + WINDOW / 3))), now());
        assertThat(loop.failure()).as("the only number is taken").isInstanceOf(WorkersTakenException.class);
    }

    /** What a copy may have issued up to the old end is not issued by the one that renews. */
    @Test
    void beginsAnewAtTheOldEndWhereTheReservationHasEnded() {
        claim();
        clock.move(Duration.ofMillis(LEAD + WINDOW));
        Swap renewal = sent();
        loop.answered(renewal, true, now());

        assertThat(renewal.floor()).isEqualTo(START + LEAD + WINDOW);
        assertThat(loop.reservation())
                .isEqualTo(new WorkerReservation(0, START + LEAD + WINDOW, START + 2 * (LEAD + WINDOW)));
    }

    @Test
    void doesNotIssueWhatHadEndedWhenItWasConfirmed() {
        claim();
        clock.move(Duration.ofMillis(WINDOW / 3));
        Swap renewal = sent();
        clock.move(Duration.ofMillis(2 * WINDOW));
        loop.answered(renewal, true, now());

        assertThat(loop.reservation()).isNull();
        clock.move(Duration.ofMillis(-2 * WINDOW));
        loop.hurry();
        clock.move(Duration.ofMillis(1));
        Swap next = sent();
        assertThat(next.expected()).isEqualTo(renewal.update());
        assertThat(next.floor()).isEqualTo(renewal.update().reservedUntil());
    }

    @Test
    void doesNotSendAgainWhatWasNotAppliedAndHasEnded() {
        claim();
        clock.move(Duration.ofMillis(WINDOW / 3));
        Swap renewal = sent();
        loop.failed(lost);
        clock.move(Duration.ofMillis(2 * WINDOW));
        pause();
        expectRead();
        loop.seen(new StoredSlots(List.of(slot("token-1", START + LEAD + WINDOW))), now());

        Swap next = sent();
        assertThat(next.update().owner()).isNotEqualTo(renewal.update().owner());
        assertThat(next.floor()).isEqualTo(START + LEAD + WINDOW);
    }

    /** A copy does not know what the original has issued up to the end. */
    @Test
    void releasesAtTheEndWhatHasEnded() {
        claim();
        clock.move(Duration.ofMillis(2 * WINDOW));
        loop.close(START + 1);

        assertThat(loop.next(now())).isEqualTo(new Action.Stop());
        assertThat(lines().get(1)).endsWith("other processes may claim it at once");
    }

    private ReservationLoop among(long workers) {
        ReservationLoop many = new ReservationLoop(
                TERMS, "test store", bound -> bound - 1, () -> "token-" + ++tokens, log.of(TERMS), 4);
        many.serve(workers, LEAD);
        return many;
    }

    private static List<StoredSlot> taken(long from, long to) {
        return LongStream.range(from, to)
                .mapToObj(worker -> new StoredSlot(worker, "others", START + 1))
                .toList();
    }

    @Test
    void readsAFewNumbersThenOthersAndThenAllBeforeItSaysThatAllAreTaken() {
        ReservationLoop many = among(100);
        assertThat(many.next(now())).isEqualTo(new Action.Read(0, 4));
        many.seen(new StoredSlots(taken(0, 4)), now());
        assertThat(many.next(now())).as("of 4 to 63").isEqualTo(new Action.Read(60, 64));
        many.seen(new StoredSlots(taken(60, 64)), now());
        assertThat(many.next(now())).as("of 64 to 99").isEqualTo(new Action.Read(96, 100));
        many.seen(new StoredSlots(taken(96, 100)), now());
        assertThat(many.next(now())).as("all").isEqualTo(new Action.Read(0, 100));
        assertThat(many.failure()).isNull();
        many.seen(new StoredSlots(taken(0, 100)), now());

        assertThat(many.failure()).isInstanceOf(WorkersTakenException.class);
        assertThat(many.next(now())).isInstanceOf(Action.Pause.class);
        assertThat(many.next(now())).as("from the lowest again").isEqualTo(new Action.Read(0, 4));
    }

    @Test
    void takesNumbersOfItsShareOnly() {
        ReservationTerms terms = TERMS.withRange(new WorkerRange(50, 99));
        ReservationLoop ranged = new ReservationLoop(
                terms, "test store", bound -> bound - 1, () -> "token-" + ++tokens, log.of(terms), 4);
        ranged.serve(1024, LEAD);
        assertThat(ranged.next(now())).isEqualTo(new Action.Read(50, 54));
        ranged.seen(new StoredSlots(taken(50, 54)), now());
        assertThat(ranged.next(now())).as("of 54 to 99").isEqualTo(new Action.Read(98, 100));
        ranged.seen(new StoredSlots(taken(98, 100)), now());
        assertThat(ranged.next(now())).as("all").isEqualTo(new Action.Read(50, 100));
        ranged.seen(new StoredSlots(taken(50, 100)), now());

        assertThat(ranged.failure())
                .isInstanceOf(WorkersTakenException.class)
                .hasMessageStartingWith("all [50] worker numbers of namespace [")
                .hasMessageContaining("in [test store] with the range [50-99] are reserved");
        ranged.next(now());
        assertThat(ranged.next(now())).as("from the lowest again").isEqualTo(new Action.Read(50, 54));
    }

    @Test
    void claimsTheOneFreeNumberOfItsShareWhereverItIs() {
        for (long free = 50; free < 100; free++) {
            ReservationTerms terms = TERMS.withRange(new WorkerRange(50, 99));
            ReservationLoop ranged = new ReservationLoop(
                    terms, "test store", bound -> bound / 2, () -> "token-" + ++tokens, log.of(terms), 4);
            ranged.serve(1024, LEAD);
            List<StoredSlot> rows = new ArrayList<>(taken(0, 200));
            rows.remove((int) free);
            Action action = ranged.next(now());
            while (action instanceof Action.Read read) {
                ranged.seen(
                        new StoredSlots(rows.stream()
                                .filter(row -> read.from() <= row.worker() && row.worker() < read.to())
                                .toList()),
                        now());
                action = ranged.next(now());
            }
            assertThat(((Action.Send) action).swap().update().worker()).isEqualTo(free);
        }
    }

    @Test
    void claimsTheOneFreeNumberWhereverItIs() {
        ReservationLoop many = among(100);
        many.next(now());
        many.seen(new StoredSlots(taken(0, 4)), now());
        many.next(now());
        many.seen(new StoredSlots(taken(60, 64)), now());
        many.next(now());
        many.seen(new StoredSlots(taken(96, 100)), now());
        many.next(now());
        List<StoredSlot> rows = new ArrayList<>(taken(0, 17));
        rows.addAll(taken(18, 100));
        many.seen(new StoredSlots(rows), now());

        assertThat(((Action.Send) many.next(now())).swap().update().worker()).isEqualTo(17);
    }

    /** A number beyond the block may have a row, which the read did not show. */
    @Test
    void claimsNoNumberThatItHasNotReadAndReadsTheSameOnesAfterALostRace() {
        ReservationLoop many = among(100);
        many.next(now());
        many.seen(new StoredSlots(taken(0, 4)), now());
        many.next(now());
        many.seen(new StoredSlots(taken(61, 64)), now());
        Swap claim = ((Action.Send) many.next(now())).swap();
        assertThat(claim.update().worker()).isEqualTo(60);
        many.answered(claim, false, now());

        assertThat(many.next(now())).isInstanceOf(Action.Pause.class);
        assertThat(many.next(now())).isEqualTo(new Action.Read(60, 64));
        many.seen(new StoredSlots(List.of(claim.update())), now());
        many.next(now());
        many.answered(((Action.Send) many.next(now())).swap(), true, now());
        assertThat(many.reservation().worker()).isEqualTo(60);
    }

    @Test
    void comparesTheClocksAlsoBeforeTheClaimThatFollowsALoss() {
        claim();
        clock.move(Duration.ofDays(365));
        loop.answered(sent(), false, now());
        assertThat(pause()).isPositive();
        expectRead();
        loop.seen(new StoredSlots(List.of(slot("others", START + 2 * WINDOW))), now());

        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(), OptionalLong.of(START)), now());
        assertThat(loop.failure()).isInstanceOf(ClockSkewException.class);
    }

    @Test
    void takesTheTimeThatTheStoreNeedsToTellItsClockForNoSkew() {
        expectClockAndRead();
        clock.move(Duration.ofHours(2));
        loop.seen(new StoredSlots(List.of(), OptionalLong.of(START)), now());

        assertThat(sent().update().worker()).isZero();
    }

    @Test
    void givesANumberBackThatAGeneratorMadeMeanwhileCannotHold() {
        ReservationLoop wide = new ReservationLoop(
                TERMS, "test store", bound -> bound - 1, () -> "token-" + ++tokens, log.of(TERMS), 4);
        wide.serve(4, LEAD);
        assertThat(wide.next(now())).isEqualTo(new Action.Read(0, 4));
        wide.seen(new StoredSlots(List.of()), now());
        Swap claim = ((Action.Send) wide.next(now())).swap();
        assertThat(claim.update().worker()).isEqualTo(3);
        wide.serve(2, LEAD);
        wide.answered(claim, true, now());

        assertThat(wide.reservation()).isNull();
        Swap release = ((Action.Send) wide.next(now())).swap();
        assertThat(release.update().reservedUntil()).as("free as before").isZero();
        wide.answered(release, true, now());
        assertThat(wide.next(now())).isEqualTo(new Action.Read(0, 2));
        wide.seen(new StoredSlots(List.of(release.update())), now());
        Swap second = ((Action.Send) wide.next(now())).swap();
        wide.answered(second, true, now());

        assertThat(wide.reservation().worker()).isLessThan(2);
        assertThat(lines()).singleElement().asString().contains("is reserved for this process");
    }

    @ParameterizedTest
    @ValueSource(longs = {-3_600_001, 3_600_001, Long.MIN_VALUE, Long.MAX_VALUE})
    void claimsNothingWhereTheStoresClockIsFarOff(long skew) {
        expectClockAndRead();
        long storeClock = skew == Long.MIN_VALUE || skew == Long.MAX_VALUE ? skew : START + skew;
        loop.seen(new StoredSlots(List.of(), OptionalLong.of(storeClock)), now());

        assertThat(loop.failure())
                .isInstanceOf(ClockSkewException.class)
                .hasMessageContaining("clock reads [2026-06-01T12:00:00Z]")
                .hasMessageContaining("the clock of [test store] reads [" + Instant.ofEpochMilli(storeClock) + "]")
                .hasMessageContaining("they differ by more than [3600000 ms]; correct the wrong clock, or"
                        + " if you build the source, allow a greater difference with ReservationTerms.withMaxSkew");
        assertThat(pause()).isPositive();
        expectClockAndRead();
    }

    @ParameterizedTest
    @ValueSource(longs = {-3_600_000, 0, 3_600_000})
    void claimsWhereTheStoresClockIsNear(long skew) {
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(), OptionalLong.of(START + skew)), now());

        assertThat(sent().update().worker()).isZero();
        assertThat(loop.failure()).isNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, 253_402_300_800_000L, -1, Long.MIN_VALUE})
    void writesNothingByAClockAtTheEndOfTime(long millis) {
        claim();
        clock.set(millis);
        assertThatIllegalStateException()
                .isThrownBy(() -> loop.next(now()))
                .withMessage("this process's clock reads [" + millis
                        + "] ms since 1970, which is not in the years 1970 to 9999; set it right");
        assertThat(loop.reservation()).isEqualTo(reservedUntil(START + LEAD + WINDOW));
    }

    @Test
    void doesNotPromiseIdsWhenTheStoreFailsAfterTheSlotWasLost() {
        claim();
        clock.move(Duration.ofMillis(2 * WINDOW));
        loop.answered(sent(), false, now());
        pause();
        expectRead();
        loop.seen(new StoredSlots(List.of(slot("others", START + 2 * WINDOW))), now());
        expectClockAndRead();
        loop.failed(lost);

        assertThat(lines().get(2))
                .startsWith("WARNING the reservation of a worker number of namespace [default] in [test store] failed;"
                        + " no id can be made until a worker number is reserved.");
    }

    @Test
    void saysHowManyAreTakenAndWhenTheNextIsFree() {
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(slot("them", START + 1))), now());

        assertThat(loop.failure())
                .asInstanceOf(type(WorkersTakenException.class))
                .satisfies(taken -> assertThat(taken)
                        .hasMessage("all [1] worker numbers of namespace [default] in [test store] are reserved, and"
                                + " the next number is free at [2026-06-01T12:00:00.001Z] unless it is renewed; stop a"
                                + " process, take a layout with more worker bits, or wait"));
        assertThat(pause()).isPositive();
        expectClockAndRead();
    }

    @Test
    void pausesLongerUpToASixthOfTheWindowAndSaysSoOnce() {
        for (long expected : new long[] {50, 100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000}) {
            expectClockAndRead();
            loop.failed(lost);
            assertThat(pause()).isEqualTo(expected);
        }
        assertThat(lines()).singleElement().asString().startsWith("WARNING ");
    }

    @Test
    void doesNotTakeTheEndBackWhenTheClockWasSetBack() {
        claim();
        clock.move(Duration.ofHours(-1));

        assertThat(pause()).isEqualTo(WINDOW / 3);
        loop.hurry();
        assertThat(pause()).isEqualTo(WINDOW / 3);
        assertThat(loop.urgent()).as("there is nothing to hurry for").isFalse();
        assertThat(loop.reservation()).isEqualTo(reservedUntil(START + LEAD + WINDOW));
    }

    @Test
    void renewsOutOfTurnWhenAsked() {
        claim();
        assertThat(pause()).isPositive();
        clock.move(Duration.ofMillis(1));
        loop.hurry();
        Swap renewal = sent();

        assertThat(renewal.update().reservedUntil()).isEqualTo(START + LEAD + WINDOW + 1);
        assertThat(loop.urgent()).isTrue();
        loop.answered(renewal, true, now());
        assertThat(loop.urgent()).isFalse();
    }

    @Test
    void endsAPauseEarlyWhenAsked() {
        expectClockAndRead();
        loop.failed(lost);
        loop.hurry();

        expectClockAndRead();
    }

    @Test
    void releasesAtTheEndOfTheLastTick() {
        claim();
        loop.close(START + 40);
        Swap release = sent();

        assertThat(release.expected()).isEqualTo(slot("token-1", START + LEAD + WINDOW));
        assertThat(release.update()).isEqualTo(slot("token-2", START + 40));
        loop.answered(release, true, now());
        assertThat(loop.next(now())).isEqualTo(new Action.Stop());
        assertThat(lines().get(1))
                .isEqualTo("INFO worker [0] of namespace [default] in [test store] is released; other processes may"
                        + " claim it from [2026-06-01T12:00:00.040Z]");
    }

    @Test
    void releasesAtTheFloorWhenNothingWasIssued() {
        claim();
        loop.close(Long.MIN_VALUE);
        Swap release = sent();

        assertThat(release.update()).isEqualTo(slot("token-2", START - 1000));
        loop.answered(release, true, now());
        assertThat(loop.next(now())).isEqualTo(new Action.Stop());
    }

    @Test
    void numberThatWasNewAndMadeNoIdsIsFreeAtOnceAndNotFrom1970() {
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of()), now());
        loop.answered(sent(), true, now());
        loop.close(Long.MIN_VALUE);
        loop.answered(sent(), true, now());

        assertThat(loop.next(now())).isEqualTo(new Action.Stop());
        assertThat(lines().get(1))
                .isEqualTo("INFO worker [0] of namespace [default] in [test store] is released; other processes may"
                        + " claim it at once");
    }

    @Test
    void givesUpTheReleaseWhereTheStoreHasFailedThreeTimes() {
        claim();
        loop.failed(lost);
        loop.close(START + 40);
        assertThat(sent().update()).isEqualTo(slot("token-2", START + 40));
        loop.failed(lost);
        assertThat(loop.gaveUp()).isFalse();
        assertThat(pause()).isLessThanOrEqualTo(50);
        expectRead();
        loop.failed(lost);
        assertThat(pause()).isLessThanOrEqualTo(100);
        expectRead();
        loop.failed(lost);

        assertThat(loop.gaveUp()).isTrue();
        assertThat(loop.next(now())).isEqualTo(new Action.Stop());
    }

    @Test
    void readsBackARenewalUnderWayBeforeItReleases() {
        claim();
        clock.move(Duration.ofMillis(WINDOW / 3));
        Swap renewal = sent();
        loop.close(START + 40);
        loop.failed(lost);

        assertThat(pause()).isPositive();
        expectRead();
        loop.seen(new StoredSlots(List.of(renewal.update())), now());
        assertThat(sent()).isEqualTo(new Swap(renewal.update(), slot("token-3", START + 40), START - 1000));
    }

    @Test
    void releasesAClaimThatIsConfirmedAfterTheClose() {
        expectClockAndRead();
        loop.seen(new StoredSlots(List.of(slot("them", START - 1000))), now());
        Swap claim = sent();
        loop.close(Long.MIN_VALUE);
        loop.answered(claim, true, now());

        assertThat(loop.reservation()).isNull();
        assertThat(sent().update()).isEqualTo(slot("token-2", START - 1000));
    }

    @Test
    void releasesNothingThatIsNotHeld() {
        loop.close(Long.MIN_VALUE);

        assertThat(loop.next(now())).isEqualTo(new Action.Stop());
    }

    @Test
    void givesUpTheReleaseWhenTold() {
        claim();
        loop.close(START + 40);
        loop.stop();

        assertThat(loop.next(now())).isEqualTo(new Action.Stop());
    }

    // A store that may lose what it has confirmed last.

    private static final long SETTLE_MILLIS = 2_000;

    private final ReservationLoop settling = new ReservationLoop(
            TERMS.withSettle(Duration.ofMillis(SETTLE_MILLIS)),
            "test store",
            bound -> bound - 1,
            () -> "token-" + ++tokens,
            log.of(TERMS.withSettle(Duration.ofMillis(SETTLE_MILLIS))),
            4);

    private void pass(long millis) {
        clock.move(Duration.ofMillis(millis));
        nanos += Duration.ofMillis(millis).toNanos();
    }

    private Swap claimSettling() {
        settling.serve(1, LEAD);
        assertThat(settling.next(now())).isEqualTo(ONE_ROW);
        settling.seen(new StoredSlots(List.of(slot("them", START - 1000))), now());
        Swap claim = ((Action.Send) settling.next(now())).swap();
        settling.answered(claim, true, now());
        return claim;
    }

    private void settle(Swap swap) {
        pass(SETTLE_MILLIS);
        assertThat(settling.next(now())).isEqualTo(ONE_ROW);
        settling.seen(new StoredSlots(List.of(swap.update())), now());
    }

    @Test
    void usesAClaimOnceTheStoreHasShownThatItHasKeptIt() {
        Swap claim = claimSettling();
        assertThat(settling.reservation()).isNull();
        assertThat(settling.next(now())).isEqualTo(new Action.Pause(SETTLE_MILLIS + 1));
        pass(SETTLE_MILLIS - 1);
        assertThat(settling.next(now())).isEqualTo(new Action.Pause(2));
        pass(1);
        assertThat(settling.next(now())).isEqualTo(ONE_ROW);
        pass(50);
        settling.seen(new StoredSlots(List.of(claim.update())), now());

        assertThat(settling.reservation()).isEqualTo(reservedUntil(START + LEAD + WINDOW));
        settling.next(now());
        assertThat(log.lines).as("no recovery").singleElement().asString().contains("is reserved for this process");
    }

    @Test
    void saysInTheLogThatItWaits() {
        claimSettling();
        settling.next(now());

        assertThat(log.lines)
                .singleElement()
                .asString()
                .endsWith("; its first id follows in [2000 ms], once the store has shown that it has kept the"
                        + " reservation");
    }

    @Test
    void claimsAnotherNumberWhereTheClaimWasLost() {
        claimSettling();
        pass(SETTLE_MILLIS);
        assertThat(settling.next(now())).isEqualTo(ONE_ROW);
        settling.seen(new StoredSlots(List.of(slot("them", START - 1000))), now());

        assertThat(settling.reservation()).isNull();
        assertThat(settling.next(now())).isEqualTo(ONE_ROW);
    }

    /** Whatever the wall clock does. */
    @Test
    void measuresWhatHasPassedByTheClockThatOnlyGoesForward() {
        claimSettling();
        clock.move(Duration.ofMillis(SETTLE_MILLIS));
        assertThat(settling.next(now())).isEqualTo(new Action.Pause(SETTLE_MILLIS + 1));
        clock.move(Duration.ofHours(-1));
        nanos += Duration.ofMillis(SETTLE_MILLIS).toNanos();
        assertThat(settling.next(now())).isEqualTo(ONE_ROW);
    }

    @Test
    void goesOnWithWhatIsSettledUntilTheRenewalIs() {
        settle(claimSettling());
        pass(WINDOW / 3 - SETTLE_MILLIS);
        Swap renewal = ((Action.Send) settling.next(now())).swap();
        settling.answered(renewal, true, now());
        assertThat(settling.reservation()).isEqualTo(reservedUntil(START + LEAD + WINDOW));
        pass(SETTLE_MILLIS - 1);
        assertThat(settling.next(now())).as("nothing is renewed meanwhile").isEqualTo(new Action.Pause(2));
        pass(1 - SETTLE_MILLIS);
        settle(renewal);

        assertThat(settling.reservation()).isEqualTo(reservedUntil(START + LEAD + WINDOW + WINDOW / 3));
        assertThat(settling.next(now())).isInstanceOf(Action.Pause.class);
    }

    @Test
    void renewsWhatEndedBeforeItWasSettledFromItsEndOn() {
        claimSettling();
        pass(2 * WINDOW);
        Swap late = ((Action.Send) settling.next(now())).swap();
        assertThat(late.floor()).isEqualTo(START + LEAD + WINDOW);
        settling.answered(late, true, now());
        assertThat(settling.reservation()).isNull();
        settle(late);

        assertThat(settling.reservation())
                .isEqualTo(new WorkerReservation(0, START + LEAD + WINDOW, START + 2 * WINDOW + LEAD + WINDOW));
    }

    /** A copy of this process may have issued them, and its clock may be set back after that. */
    @Test
    void settlesNothingThatIsPastWhenTheLookIsAnswered() {
        Swap claim = claimSettling();
        pass(SETTLE_MILLIS);
        assertThat(settling.next(now())).isEqualTo(ONE_ROW);
        clock.move(Duration.ofMillis(2 * WINDOW));
        settling.seen(new StoredSlots(List.of(claim.update())), now());
        assertThat(settling.reservation()).isNull();

        clock.move(Duration.ofMillis(WINDOW / 3 - 2 * WINDOW));
        Swap renewal = ((Action.Send) settling.next(now())).swap();
        assertThat(renewal.floor()).isEqualTo(START + LEAD + WINDOW);
    }

    @Test
    void looksAgainAfterALookThatFailed() {
        Swap claim = claimSettling();
        pass(SETTLE_MILLIS);
        settling.next(now());
        settling.failed(lost);
        assertThat(settling.next(now())).isEqualTo(new Action.Pause(50));
        assertThat(settling.next(now())).isEqualTo(ONE_ROW);
        settling.seen(new StoredSlots(List.of(claim.update())), now());

        assertThat(settling.reservation()).isNotNull();
        assertThat(settling.failure()).isNull();
        assertThat(log.lines).hasSize(3).last().asString().contains("works again");
    }

    @Test
    void releasesWhatIsNotSettled() {
        Swap claim = claimSettling();
        settling.close(Long.MIN_VALUE);
        Swap release = ((Action.Send) settling.next(now())).swap();
        assertThat(release.expected()).isEqualTo(claim.update());
        assertThat(release.update().reservedUntil()).isEqualTo(START - 1000);
        settling.answered(release, true, now());
        assertThat(settling.next(now())).isEqualTo(new Action.Stop());
        assertThat(settling.reservation()).isNull();
    }

    /** Claims a number that a generator with the single number 0 cannot use. */
    private Swap claimAboveZero() {
        settling.serve(4, LEAD);
        settling.next(now());
        settling.seen(new StoredSlots(List.of(slot("taken", Long.MAX_VALUE - 1))), now());
        Swap claim = ((Action.Send) settling.next(now())).swap();
        assertThat(claim.update().worker()).isPositive();
        settling.answered(claim, true, now());
        return claim;
    }

    @Test
    void givesBackWhatIsNotSettledAndDoesNotFitAGeneratorThatWasMadeMeanwhile() {
        Swap claim = claimAboveZero();
        settling.serve(1, LEAD);

        Swap back = ((Action.Send) settling.next(now())).swap();
        assertThat(back.expected()).isEqualTo(claim.update());
    }

    /** The generator is made while the store is read for the last time before the number is used. */
    @Test
    void usesNoNumberThatSettlesAndDoesNotFitAGeneratorThatWasMadeMeanwhile() {
        Swap claim = claimAboveZero();
        pass(SETTLE_MILLIS);
        assertThat(settling.next(now())).isInstanceOf(Action.Read.class);
        settling.serve(1, LEAD);
        settling.seen(new StoredSlots(List.of(claim.update())), now());

        assertThat(settling.reservation()).isNull();
        Swap back = ((Action.Send) settling.next(now())).swap();
        assertThat(back.expected()).isEqualTo(claim.update());
    }
}
