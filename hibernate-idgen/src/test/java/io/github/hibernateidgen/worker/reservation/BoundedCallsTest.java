package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of a store that take long, or never return. */
@Timeout(60)
class BoundedCallsTest {

    private final CountDownLatch end = new CountDownLatch(1);
    private final BoundedCalls calls = new BoundedCalls("test store", "bounded-calls-test", Duration.ofSeconds(20));
    private final BoundedCalls hasty = new BoundedCalls("test store", "bounded-calls-test", Duration.ofMillis(1));

    @AfterEach
    void endThreads() throws InterruptedException {
        end.countDown();
        calls.close();
        hasty.close();
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
    void makesAllCallsInOneDaemonThreadThatIsNotTheCallers() {
        Thread first = calls.make(Thread::currentThread);

        assertThat(calls.make(Thread::currentThread)).isSameAs(first).isNotSameAs(Thread.currentThread());
        assertThat(first.isDaemon()).isTrue();
        assertThat(first.getContextClassLoader())
                .isSameAs(Thread.currentThread().getContextClassLoader());
    }

    @Test
    void throwsWhatACallThrows() {
        assertThatIllegalStateException()
                .isThrownBy(() -> calls.make(() -> {
                    throw new IllegalStateException("no");
                }))
                .withMessage("no");
        assertThatExceptionOfType(NoClassDefFoundError.class)
                .isThrownBy(() -> calls.make(() -> {
                    throw new NoClassDefFoundError("driver/Missing");
                }));
        assertThat(calls.make(() -> "yes")).isEqualTo("yes");
    }

    @Test
    void leavesACallThatTakesTooLongToItselfAndMakesTheNextInAnotherThread() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        AtomicReference<Thread> first = new AtomicReference<>();
        CountDownLatch running = new CountDownLatch(1);

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> new BoundedCalls("test store", "bounded-calls-test", Duration.ofMillis(500))
                        .make(() -> {
                            first.set(Thread.currentThread());
                            running.countDown();
                            try {
                                end.await();
                            } catch (InterruptedException e) {
                                interrupted.set(true);
                            }
                            return "too late";
                        }))
                .withMessage("test store has not answered within [500 ms], or gave no connection; see whether its"
                        + " server, and a connection to it, is free");

        running.await();
        assertThat(calls.make(Thread::currentThread)).isNotSameAs(first.get());
        end.countDown();
        first.get().join(20_000);
        assertThat(first.get().isAlive()).isFalse();
        assertThat(interrupted)
                .as("which would close the files of an embedded database")
                .isFalse();
    }

    @Test
    void refusesACallWhileTooManyHaveNotReturned() throws Exception {
        CountDownLatch begun = new CountDownLatch(BoundedCalls.MOST_STUCK);
        for (int i = 0; i < BoundedCalls.MOST_STUCK; i++) {
            CountDownLatch one = new CountDownLatch(1);
            BoundedCalls patient = hasty;
            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> patient.make(() -> {
                        one.countDown();
                        begun.countDown();
                        return stuck();
                    }));
        }
        // One that was given up before it began is not stuck.
        while (begun.getCount() > 0) {
            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> hasty.make(() -> {
                        begun.countDown();
                        return stuck();
                    }));
        }

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> hasty.make(() -> "never made"))
                .withMessageStartingWith(
                        "test store is not asked, since [5] calls of it have not returned; see whether");
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
                .isThrownBy(() -> calls.make(() -> {
                    running.countDown();
                    return stuck();
                }))
                .withMessage("test store is not waited for any more");
        closing.join();
        assertThatExceptionOfType(ReservationStoreException.class).isThrownBy(() -> calls.make(this::stuck));
    }

    @Test
    void waitsOnWhereTheCallerIsInterrupted() {
        Thread.currentThread().interrupt();

        assertThat(calls.make(() -> "yes")).isEqualTo("yes");
        assertThat(Thread.interrupted()).isTrue();
    }
}
