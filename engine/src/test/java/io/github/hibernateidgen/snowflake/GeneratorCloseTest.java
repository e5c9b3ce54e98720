package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a generator and the source of its worker number do to each other. */
class GeneratorCloseTest {

    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final long MILLIS = NOW.toEpochMilli();
    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.named("test")
            .tick(Duration.ofMillis(10))
            .time(40)
            .worker("worker", 4)
            .sequence(2)
            .build();

    /** Runs between the reading of the state and its replacement. */
    private Runnable meanwhile = () -> {};

    /** Runs between the reading of reservation and clock and the reading of the state. */
    private Runnable afterClock = () -> {};

    private final Source source = new Source();
    private Instant clock = NOW;
    private final SnowflakeGenerator generator = generator(source);

    private SnowflakeGenerator generator(WorkerSource source) {
        return new SnowflakeGenerator(
                LAYOUT,
                source,
                new SnowflakeLimits(Duration.ofMillis(50), Duration.ofSeconds(5), 2),
                () -> {
                    Instant now = clock;
                    afterClock.run();
                    return now;
                },
                nanos -> clock = clock.plusNanos(nanos),
                bound -> {
                    meanwhile.run();
                    return 0;
                });
    }

    private static final class Source implements WorkerSource {

        final List<TickIssuer> issuers = new ArrayList<>();
        final List<WorkerReservation> awaited = new ArrayList<>();
        WorkerReservation current = new WorkerReservation(3, 0, MILLIS + 1000);
        Runnable renewal = () -> {};
        int reads;

        @Override
        public WorkerReservation reservation() {
            reads++;
            return current;
        }

        @Override
        public void attach(TickIssuer issuer) {
            issuers.add(issuer);
        }

        @Override
        public void awaitRenewal(WorkerReservation ended) {
            awaited.add(ended);
            renewal.run();
            if (current.equals(ended)) {
                throw new ReservationEndedException(ended, "it is a test", null);
            }
        }
    }

    private TickIssuer issuer() {
        return source.issuers.get(0);
    }

    /** The generator starts behind what one before it may have issued: 50 ms ahead, and the tick that has begun. */
    private void passTheStart() {
        clock = NOW.plusMillis(60);
    }

    @Test
    void attachesOnceWithoutAskingForANumber() {
        generator.withEntityFields(Map.of());

        assertThat(source.issuers).hasSize(1);
        assertThat(source.reads).isZero();
        assertThat(issuer().workers()).isEqualTo(16);
        assertThat(issuer().lead()).isEqualTo(Duration.ofMillis(60));
    }

    @Test
    void anotherIdOfTheMillisecondReadsAnEqualReservationOnce() {
        passTheStart();
        generator.nextId();
        source.current = new WorkerReservation(3, 0, MILLIS + 1000);
        source.reads = 0;
        generator.nextId();

        assertThat(source.reads).isEqualTo(1);
    }

    /** The earlier generator makes an id while the later generator is being accepted. */
    @Test
    void startsAfterTheIdsThatAnEarlierGeneratorMadeUntilItWasAccepted() {
        WorkerSource fixed = WorkerSource.fixed(3);
        SnowflakeLimits limits = new SnowflakeLimits(Duration.ZERO, Duration.ofSeconds(5), 1);
        SnowflakeGenerator earlier = new SnowflakeGenerator(
                LAYOUT, fixed, limits, () -> clock, nanos -> clock = clock.plusNanos(nanos), bound -> 0);
        List<Long> ids = new ArrayList<>();
        SnowflakeGenerator later = new SnowflakeGenerator(
                LAYOUT,
                new WorkerSource() {
                    @Override
                    public WorkerReservation reservation() {
                        return fixed.reservation();
                    }

                    @Override
                    public void attach(TickIssuer issuer) {
                        clock = clock.plusMillis(50);
                        ids.add(earlier.nextId());
                        earlier.close();
                        fixed.attach(issuer);
                    }

                    @Override
                    public void awaitRenewal(WorkerReservation ended) {
                        fixed.awaitRenewal(ended);
                    }
                },
                limits,
                () -> clock,
                nanos -> clock = clock.plusNanos(nanos),
                bound -> 0);

        assertThat(later.nextId()).isGreaterThan(ids.get(0));
    }

    /** A source that has attached a generator whose clock fails accepts another one. */
    @Test
    void aClockThatFailsAfterTheSourceAcceptedEndsTheGenerator() {
        WorkerSource fixed = WorkerSource.fixed(3);
        SnowflakeLimits limits = SnowflakeLimits.of(LAYOUT);
        assertThatIllegalStateException()
                .isThrownBy(() -> new SnowflakeGenerator(LAYOUT, fixed, limits, () -> {
                    throw new IllegalStateException("no clock");
                }))
                .withMessage("no clock");

        assertThat(new SnowflakeGenerator(LAYOUT, fixed, limits, () -> NOW).layout())
                .isEqualTo(LAYOUT);
    }

    @Test
    void answersTheEndOfTheLastTick() {
        passTheStart();
        Instant tick = LAYOUT.instant(generator.nextId());

        assertThat(issuer().close()).isEqualTo(tick.toEpochMilli() + 10);
    }

    @Test
    void answersTheEndOfTheLastTickOfABlock() {
        passTheStart();
        long[] ids = generator.nextIds(9);

        assertThat(issuer().close()).isEqualTo(LAYOUT.instant(ids[8]).toEpochMilli() + 10);
    }

    @Test
    void answersThatNothingWasIssued() {
        assertThat(issuer().close()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void answersTheSameEndWhenClosedTwice() {
        passTheStart();
        Instant tick = LAYOUT.instant(generator.nextId());
        issuer().close();

        assertThat(issuer().close()).isEqualTo(tick.toEpochMilli() + 10);
    }

    @Test
    void issuesNothingOnceClosed() {
        passTheStart();
        issuer().close();

        assertThatIllegalStateException()
                .isThrownBy(generator::nextId)
                .withMessage("generator of layout [test] is closed, and another process may have its worker number now;"
                        + " make ids before the shutdown, or make a new generator");
        assertThatIllegalStateException().isThrownBy(() -> generator.nextIds(3));
    }

    @Test
    void issuesNothingToAThreadThatHadBegunBeforeTheClose() {
        passTheStart();
        List<Long> ends = new ArrayList<>();
        meanwhile = () -> ends.add(issuer().close());

        assertThatIllegalStateException().isThrownBy(generator::nextId).withMessageContaining("is closed");
        assertThat(ends).containsExactly(Long.MIN_VALUE);
    }

    // Reopened after a checkpoint.

    @Test
    void goesOnAboveTheLastIdOnceItIsReopened() {
        passTheStart();
        long before = generator.nextId();
        for (int round = 0; round < 3; round++) {
            issuer().close();
            assertThatIllegalStateException().isThrownBy(generator::nextId).withMessageContaining("is closed");
            issuer().reopen();
            long after = generator.nextId();
            assertThat(after).isGreaterThan(before);
            before = after;
        }
    }

    @Test
    void answersTheLastTickAgainWhereNothingWasIssuedSinceItWasReopened() {
        passTheStart();
        generator.nextId();
        long end = issuer().close();
        issuer().reopen();

        assertThat(issuer().close()).isEqualTo(end);
    }

    @Test
    void answersThatNothingWasIssuedHoweverOftenItIsReopened() {
        for (int round = 0; round < 3; round++) {
            assertThat(issuer().close()).isEqualTo(Long.MIN_VALUE);
            issuer().reopen();
        }
        passTheStart();
        Instant tick = LAYOUT.instant(generator.nextId());
        assertThat(issuer().close()).isEqualTo(tick.toEpochMilli() + 10);
    }

    @Test
    void reopeningAnOpenGeneratorChangesNothing() {
        passTheStart();
        long before = generator.nextId();
        issuer().reopen();

        assertThat(generator.nextId()).isEqualTo(before + 1);
    }

    /** A number that is fixed may have served another image of this memory until now. */
    @Test
    void startsBehindTheClockAgainWhenItIsReopenedWithoutAFloor() {
        source.current = WorkerReservation.unbounded(3);
        passTheStart();
        generator.nextId();
        issuer().close();
        clock = NOW.plusSeconds(60);
        issuer().reopen();

        assertThat(LAYOUT.instant(generator.nextId()))
                .isEqualTo(NOW.plusSeconds(60).plusMillis(60));
    }

    /** A slow thread reopens the generator with a clock that it read before the image was made. */
    @Test
    void startsBehindTheClockAgainEvenIfAnImageIsMadeWhileItIsReopened() {
        source.current = WorkerReservation.unbounded(3);
        passTheStart();
        issuer().close();
        afterClock = () -> {
            afterClock = () -> {};
            issuer().reopen();
            issuer().close();
            clock = NOW.plusSeconds(60);
        };
        issuer().reopen();

        assertThat(LAYOUT.instant(generator.nextId()))
                .isEqualTo(NOW.plusSeconds(60).plusMillis(60));
    }

    /** The source closes and reopens the generator while its constructor reads the clock. */
    @Test
    void startsBehindTheClockEvenIfAnImageIsMadeWhileItIsMade() {
        Source own = new Source();
        own.current = WorkerReservation.unbounded(3);
        afterClock = () -> {
            afterClock = () -> {};
            own.issuers.get(0).close();
            clock = NOW.plusSeconds(60);
            own.issuers.get(0).reopen();
        };

        assertThat(LAYOUT.instant(generator(own).nextId()))
                .isEqualTo(NOW.plusSeconds(60).plusMillis(60));
    }

    /** Stopped between the reading of the state and its replacement, with the state as it was, or will be again. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 7})
    void aThreadThatHadBegunBeforeTheCloseIssuesUnderTheNextReservationOnly(int idsBefore) {
        passTheStart();
        for (int i = 0; i < idsBefore; i++) {
            generator.nextId();
        }
        clock = NOW.plusMillis(200);
        List<Long> ends = new ArrayList<>();
        meanwhile = () -> {
            meanwhile = () -> {};
            for (int round = 0; round < 3; round++) {
                ends.add(issuer().close());
                source.current = new WorkerReservation(9, MILLIS + 200, MILLIS + 900);
                issuer().reopen();
            }
        };

        assertThat(LAYOUT.split(generator.nextId()).worker()).isEqualTo(9);
        assertThat(ends).hasSize(3).allMatch(end -> end < MILLIS + 200);
    }

    /** Stopped after it has read the reservation and before it reads the state: what it holds is another's by then. */
    @Test
    void aThreadThatReadTheReservationBeforeTheCloseIssuesUnderTheNextOneOnly() {
        passTheStart();
        generator.nextId();
        afterClock = () -> {
            afterClock = () -> {};
            issuer().close();
            source.current = new WorkerReservation(9, MILLIS, MILLIS + 1000);
            issuer().reopen();
        };

        assertThat(LAYOUT.split(generator.nextId()).worker()).isEqualTo(9);
    }

    @Test
    void goesOnWithTheReservationThatItWaitedFor() {
        clock = NOW.plusMillis(1000);
        WorkerReservation renewed = new WorkerReservation(3, 0, MILLIS + 2000);
        source.renewal = () -> source.current = renewed;

        assertThat(LAYOUT.instant(generator.nextId())).isEqualTo(NOW.plusMillis(1000));
        assertThat(source.awaited).containsExactly(new WorkerReservation(3, 0, MILLIS + 1000));
    }

    @Test
    void refusesWithWhatTheSourceSays() {
        clock = NOW.plusMillis(991);

        assertThatExceptionOfType(ReservationEndedException.class)
                .isThrownBy(() -> generator.nextIds(5))
                .withMessage("worker [3] is reserved only until [2026-06-01T12:00:01Z], and it is a test")
                .satisfies(e -> assertThat(e.reservation()).isEqualTo(source.current));
    }

    @Test
    void takesAnotherNumberOverFromTheSource() {
        passTheStart();
        long before = generator.nextId();
        source.current = new WorkerReservation(9, MILLIS + 75, MILLIS + 5000);
        long after = generator.nextId();

        assertThat(LAYOUT.split(before).worker()).isEqualTo(3);
        assertThat(LAYOUT.split(after).worker()).isEqualTo(9);
        assertThat(LAYOUT.instant(after)).isEqualTo(NOW.plusMillis(80));
    }
}
