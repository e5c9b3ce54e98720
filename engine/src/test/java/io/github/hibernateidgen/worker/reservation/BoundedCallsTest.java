package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of a store that take long, or never return. */
@Timeout(60)
class BoundedCallsTest {

    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicLong nanos = new AtomicLong();
    private final BoundedCalls calls =
            new BoundedCalls("test store", "bounded-calls-test", Duration.ofSeconds(10), nanos::get);

    private <T> T make(Supplier<T> call) {
        return make(Duration.ofSeconds(20), call);
    }

    private <T> T makeHastily(Supplier<T> call) {
        return make(Duration.ofMillis(1), call);
    }

    private <T> T make(Duration limit, Supplier<T> call) {
        return calls.make(limit, limit, call, failure -> {});
    }

    @AfterEach
    void endThreads() throws InterruptedException {
        end.countDown();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("bounded-calls-test")) {
                thread.join(20_000);
                assertThat(thread.isAlive()).isFalse();
            }
        }
    }

    /** Never returns before the end of the test, interrupted or not. */
    private String stuck() {
        while (true) {
            try {
                end.await();
                return "too late";
            } catch (InterruptedException e) {
                // As a thread that reads from a socket.
            }
        }
    }

    @Test
    void makesCallsInDaemonThreadsThatAreNotTheCallers() {
        Thread first = make(Thread::currentThread);

        assertThat(first).isNotSameAs(Thread.currentThread());
        assertThat(first.isDaemon()).isTrue();
        assertThat(first.getContextClassLoader())
                .isSameAs(Thread.currentThread().getContextClassLoader());
    }

    @Test
    void throwsWhatACallThrows() {
        assertThatIllegalStateException()
                .isThrownBy(() -> make(() -> {
                    throw new IllegalStateException("no");
                }))
                .withMessage("no");
        assertThatExceptionOfType(NoClassDefFoundError.class)
                .isThrownBy(() -> make(() -> {
                    throw new NoClassDefFoundError("driver/Missing");
                }));
        assertThat(make(() -> "yes")).isEqualTo("yes");
    }

    @Test
    void leavesACallThatTakesTooLongToItselfAndMakesTheNextInAnotherThread() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        AtomicReference<Thread> first = new AtomicReference<>();
        CountDownLatch running = new CountDownLatch(1);

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> make(Duration.ofMillis(500), () -> {
                    first.set(Thread.currentThread());
                    running.countDown();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        interrupted.set(true);
                    }
                    return "too late";
                }))
                .withMessage("test store has not answered within [500 ms]; check whether its server is overloaded or"
                        + " stopped, or the network drops packets");

        running.await();
        assertThat(make(Thread::currentThread)).isNotSameAs(first.get());
        end.countDown();
        first.get().join(20_000);
        assertThat(first.get().isAlive()).isFalse();
        assertThat(interrupted)
                .as("which would close the files of an embedded database")
                .isFalse();
    }

    /** How far a call came is what is known of its cause. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "WAITS | has given no connection for [500 ms], and the request still waits for it; check whether all connections to it"
                        + " are in use, or no new connection can be made, as when its server is stopped"
                        + "| has given no connection within [1500 ms]; check whether all connections to it are in use, or no new"
                        + " connection can be made, as when its server is stopped",
                "ASKS | has lent a connection on which no server has answered for [500 ms], and the request still waits; check whether"
                        + " the network or a firewall drops packets, or a pooler before the server has no server free"
                        + "| has lent a connection on which no server has answered in time, for longer than [500 ms]; check whether the"
                        + " network or a firewall drops packets, or a pooler before the server has no server free",
                "SENDS | | has a server that answers on the connection, but has not answered the request within [500 ms]; check whether"
                        + " another transaction locks its rows, or its server is overloaded"
            })
    void saysHowFarACallCame(BoundedCall.Step step, String waits, String ended) {
        List<String> reported = new ArrayList<>();
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> calls.make(
                        Duration.ofMillis(500),
                        Duration.ofMillis(1_500),
                        () -> {
                            switch (step) {
                                case WAITS -> BoundedCall.waits();
                                case ASKS -> BoundedCall.asks();
                                case SENDS -> BoundedCall.sends();
                            }
                            return stuck();
                        },
                        failure -> reported.add(failure.getMessage())))
                .withMessage("test store " + ended);
        assertThat(reported).isEqualTo(waits == null ? List.of() : List.of("test store " + waits));
    }

    @ParameterizedTest
    @CsvSource({"1000, 166", "3000, 500", "6000, 1000", "60000, 10000", "86400000, 10000"})
    void givesACallASixthOfTheWindowAndTenSecondsAtMost(long window, long limit) {
        assertThat(calls.limit(Duration.ofMillis(window)).toMillis()).isEqualTo(limit);
    }

    @Test
    void makesOneCallAMinuteWhileFiveHaveNotReturnedAndAllAgainAfterTheFirstAnswer() {
        for (int i = 0; i < 5; i++) {
            giveUp();
        }
        nanos.addAndGet(Duration.ofSeconds(60).toNanos() - 1);
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> makeHastily(() -> "never made"))
                .withMessageMatching(
                        "test store is called once a minute or less often, because \\[[0-9]+] calls have not"
                                + " returned; check whether .*");

        nanos.incrementAndGet();
        assertThat(make(() -> "rows")).as("a read").isEqualTo("rows");
        assertThat(make(() -> "applied")).as("the write after it").isEqualTo("applied");
    }

    @Test
    void aCallThatEndsLateEndsTheThrottle() throws Exception {
        for (int i = 0; i < 5; i++) {
            giveUp();
        }
        assertThatExceptionOfType(ReservationStoreException.class).isThrownBy(() -> makeHastily(() -> "never made"));
        endThreads();
        assertThat(make(() -> "at once")).isEqualTo("at once");
    }

    @Test
    void aDayOfCallsThatNeverReturnHasFewThreads() {
        for (int seconds = 0; seconds < Duration.ofDays(1).toSeconds(); seconds += 10) {
            try {
                makeHastily(this::stuck);
            } catch (ReservationStoreException e) {
                nanos.addAndGet(Duration.ofSeconds(10).toNanos());
            }
        }
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("bounded-calls-test")))
                .hasSizeLessThan(120);
        end.countDown();
    }

    /** Makes a call that does not return. A call that was given up before it began is not stuck, so it waits for the call. */
    private void giveUp() {
        CountDownLatch begun = new CountDownLatch(1);
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> make(Duration.ofMillis(500), () -> {
                    begun.countDown();
                    return stuck();
                }))
                .withMessageStartingWith("test store has not answered within [500 ms]");
        assertThat(begun.getCount()).isZero();
    }

    @Test
    void givesUpFromAnotherThreadAtOnceAndForGood() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        Thread closing = new Thread(() -> {
            try {
                running.await();
                calls.giveUp();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        closing.start();

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> make(() -> {
                    running.countDown();
                    return stuck();
                }))
                .withMessage("test store has not answered, and the wait for it has ended");
        closing.join();
        assertThatExceptionOfType(ReservationStoreException.class).isThrownBy(() -> make(this::stuck));
    }

    @Test
    void waitsOnWhereTheCallerIsInterrupted() {
        Thread.currentThread().interrupt();

        assertThat(make(() -> "yes")).isEqualTo("yes");
        assertThat(Thread.interrupted()).isTrue();
    }
}
