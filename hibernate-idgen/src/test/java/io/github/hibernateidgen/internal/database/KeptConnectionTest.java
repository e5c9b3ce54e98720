package io.github.hibernateidgen.internal.database;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.internal.database.DriverConnections.Made;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a connection is made, checked, replaced and closed. The clock stands still unless a test moves it. */
@Timeout(30)
class KeptConnectionTest {

    /** A connection of a driver that does as it is told. */
    private static final class Driver {

        private final CountDownLatch closed = new CountDownLatch(1);
        private volatile boolean isClosed;
        private volatile boolean isValid = true;
        private volatile int checks;

        private final Connection connection = (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "isClosed" -> isClosed;
                    case "isValid" -> {
                        checks++;
                        yield isValid;
                    }
                    case "close", "abort" -> {
                        isClosed = true;
                        closed.countDown();
                        yield null;
                    }
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    default -> null;
                });
    }

    private final AtomicLong nanos = new AtomicLong();
    private final List<Driver> made = new CopyOnWriteArrayList<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private volatile SQLException failure;
    private volatile CountDownLatch login = new CountDownLatch(0);

    private final KeptConnection kept = new KeptConnection(
            () -> {
                Driver driver = new Driver();
                CountDownLatch gate = login;
                made.add(driver);
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    throw new SQLException(e);
                }
                if (failure != null) {
                    throw failure;
                }
                return new Made(driver.connection);
            },
            nanos::get,
            new KeptConnection.Listener() {
                @Override
                public void made() {
                    heard.add("made");
                }

                @Override
                public void failed(Throwable cause) {
                    heard.add(cause.getMessage());
                }

                @Override
                public void workFailed(Throwable cause) {
                    heard.add("work: " + cause.getMessage());
                }
            });

    @AfterEach
    void close() {
        login.countDown();
        kept.close();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /** A login that was begun without a wait, or after a wait of no time by this clock. */
    private Connection await() throws InterruptedException {
        Connection connection = kept.look(nanos.get());
        for (int i = 0; connection == null && i < 500; i++) {
            Thread.sleep(10);
            connection = kept.look(nanos.get());
        }
        return connection;
    }

    /** It hears after the borrower has the connection. */
    private void awaitHeard(String... expected) throws InterruptedException {
        for (int i = 0; heard.size() < expected.length && i < 500; i++) {
            Thread.sleep(10);
        }
        assertThat(heard).containsExactly(expected);
    }

    @Test
    void oneConnectionServesAllWhoComeOneAfterAnother() {
        for (int i = 0; i < 3; i++) {
            kept.give(kept.take());
        }
        assertThat(made).hasSize(1);
        assertThat(made.get(0).checks).isZero();
    }

    @Test
    void anIdleConnectionIsChecked() {
        kept.give(kept.take());
        pass(Duration.ofMillis(999));
        kept.give(kept.take());
        assertThat(made.get(0).checks).isZero();
        pass(Duration.ofSeconds(1));
        kept.give(kept.take());
        assertThat(made.get(0).checks).isEqualTo(1);
        assertThat(made).hasSize(1);
    }

    @Test
    void aBrokenConnectionIsReplaced() throws InterruptedException {
        kept.give(kept.take());
        made.get(0).isValid = false;
        pass(Duration.ofSeconds(1));
        kept.give(kept.take());
        assertThat(made).hasSize(2);
        made.get(0).closed.await();
    }

    /** By a call that was given up. */
    @Test
    void anAbortedConnectionIsNeverLentAgain() throws Exception {
        Connection aborted = kept.take();
        aborted.abort(Runnable::run);
        kept.give(aborted);
        assertThat(kept.take()).isNotSameAs(aborted);
        assertThat(made).hasSize(2);
    }

    /** It may have been aborted by a driver that does not tell. */
    @Test
    void aConnectionThatWasLentForLongIsChecked() {
        Connection connection = kept.take();
        pass(Duration.ofSeconds(1));
        kept.give(connection);
        kept.give(kept.take());
        assertThat(made.get(0).checks).isEqualTo(1);
    }

    @Test
    void anOldConnectionIsReplacedUnlessNoneCanBeMade() throws InterruptedException {
        kept.give(kept.take());
        pass(Duration.ofMinutes(30));
        failure = new SQLException("too many clients", "53300");
        kept.give(kept.take());
        assertThat(made).hasSize(2);
        assertThat(made.get(0).isClosed).isFalse();
        failure = null;
        pass(Duration.ofMinutes(10));
        kept.give(kept.take());
        assertThat(made).hasSize(3);
        made.get(0).closed.await();
    }

    @Test
    void afterAFailureNoLoginIsTriedForTenSeconds() throws InterruptedException {
        failure = new SQLException("too many clients", "53300");
        assertThat(kept.take()).isNull();
        pass(Duration.ofMillis(9_999));
        assertThat(kept.take()).isNull();
        assertThat(made).hasSize(1);
        pass(Duration.ofMillis(3_002));
        awaitHeard("too many clients");
        failure = null;
        assertThat(kept.take()).isNotNull();
        awaitHeard("too many clients", "made");
    }

    @Test
    void afterARefusedLoginNoneIsTriedForTenMinutes() throws InterruptedException {
        failure = new SQLException("password authentication failed", "28P01");
        assertThat(kept.take()).isNull();
        pass(Duration.ofMinutes(10).minusMillis(1));
        assertThat(kept.take()).isNull();
        assertThat(made).hasSize(1);
        pass(Duration.ofMillis(1));
        assertThat(kept.take()).isNull();
        assertThat(made).hasSize(2);
        awaitHeard("password authentication failed");
    }

    /** A server locks an account after some of them. A pool may hide the reason in the chain. */
    @ParameterizedTest
    @CsvSource({"72000, 1017", "S0001, 18456", "28000, 1045"})
    void aRefusalPausesForTenMinutesWhateverTheDatabase(String state, int code) {
        failure = new SQLException("no connection", "08001", new SQLException("refused", state, code));
        for (int i = 0; i < 40; i++) {
            assertThat(kept.take()).isNull();
            pass(Duration.ofSeconds(14));
        }
        assertThat(made).as("logins in 9 minutes").hasSize(1);
    }

    @Test
    void anOutageIsReportedOnce() throws InterruptedException {
        for (int outage = 0; outage < 2; outage++) {
            failure = new SQLException("down", "08001");
            for (int i = 0; i < 3; i++) {
                pass(Duration.ofSeconds(20));
                assertThat(kept.take()).isNull();
            }
            awaitHeard(outage == 0 ? new String[] {"down"} : new String[] {"down", "made", "down"});
            failure = null;
            pass(Duration.ofSeconds(20));
            Connection connection = kept.take();
            connection = connection == null ? kept.take() : connection;
            assertThat(connection).isNotNull();
            kept.give(connection);
            made.get(made.size() - 1).isValid = false;
            awaitHeard(outage == 0 ? new String[] {"down", "made"} : new String[] {"down", "made", "down", "made"});
        }
    }

    /** The pool may have connections to a server that works. */
    @Test
    void workThatFailsTwiceHasNoConnectionForAWhile() throws InterruptedException {
        kept.give(kept.take());
        awaitHeard("made");
        kept.failed(new SQLException("read-only"));
        Connection second = kept.take();
        assertThat(second).isNotNull();
        awaitHeard("made", "made");
        kept.give(second);
        kept.failed(new SQLException("read-only"));
        assertThat(kept.take()).isNull();
        pass(Duration.ofSeconds(10));
        assertThat(kept.take()).isNotNull();
        awaitHeard("made", "made", "work: read-only", "made");
    }

    /** Each login succeeds on a read-only server. */
    @Test
    void workThatFailsAgainAndAgainIsReportedOnceUntilWorkSucceeds() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            kept.give(requireNonNull(kept.take()));
            kept.failed(new SQLException("read-only", "25006"));
            pass(Duration.ofSeconds(20));
        }
        assertThat(heard).containsOnlyOnce("work: read-only");
        kept.give(kept.take());
        kept.succeeded();
        for (int i = 0; i < 2; i++) {
            kept.failed(new SQLException("read-only", "25006"));
        }
        assertThat(heard.stream().filter("work: read-only"::equals)).hasSize(2);
    }

    /** The connection serves other attributes. */
    @ParameterizedTest
    @CsvSource({"57014, a lock", "42P01, a missing table", "40001, a conflict", "55P03, a lock that is not available"})
    void answersOfAServerThatWorksAreNoFailures(String state, String reason) {
        kept.give(kept.take());
        for (int i = 0; i < 3; i++) {
            kept.failed(new IllegalStateException(new SQLException(reason, state)));
        }
        assertThat(kept.take()).isSameAs(made.get(0).connection);
    }

    @Test
    void aLoginThatHangsIsLeftAloneAndItsConnectionClosed() throws Exception {
        login = new CountDownLatch(1);
        assertThat(kept.look(nanos.get())).isNull();
        while (made.isEmpty()) {
            Thread.sleep(5);
        }
        pass(Duration.ofSeconds(5));
        assertThat(kept.take()).as("a wait that is over").isNull();
        assertThat(made).hasSize(1);
        pass(Duration.ofSeconds(5));
        CountDownLatch hanging = login;
        login = new CountDownLatch(0);
        assertThat(await()).as("another login").isNotNull();
        assertThat(made).hasSize(2);
        hanging.countDown();
        made.get(0).closed.await();
    }

    @Test
    void aConnectionInUseForLongGetsAnotherBesideIt() throws Exception {
        Connection first = kept.take();
        assertThat(kept.look(nanos.get())).isNull();
        CountDownLatch done = new CountDownLatch(1);
        Thread waiting = new Thread(() -> {
            assertThat(kept.take()).isNotNull();
            done.countDown();
        });
        waiting.start();
        while (done.getCount() > 0) {
            pass(Duration.ofMillis(100));
            Thread.sleep(10);
        }
        assertThat(made).hasSize(2);
        kept.give(first);
        kept.give(made.get(1).connection);
        made.get(1).closed.await();
        assertThat(made.get(0).isClosed).isFalse();
    }

    /** A request that waits for the pool looks for a connection again and again, and never waits here. */
    @Test
    void aWaitThatLooksGetsAnotherBesideAConnectionInUse() throws Exception {
        assertThat(kept.take()).isNotNull();
        long began = nanos.get();
        assertThat(kept.look(began)).isNull();
        pass(Duration.ofMillis(999));
        assertThat(kept.look(began)).isNull();
        assertThat(made).hasSize(1);
        pass(Duration.ofMillis(1));
        Connection second = kept.look(began);
        for (int i = 0; second == null && i < 500; i++) {
            Thread.sleep(10);
            second = kept.look(began);
        }
        assertThat(second).isNotNull();
    }

    /** A login hangs, and fails, while the connection that works comes back. */
    @Test
    void aConnectionThatComesBackDuringALoginIsKept() throws Exception {
        Connection first = kept.take();
        CountDownLatch hanging = new CountDownLatch(1);
        login = hanging;
        long began = nanos.get();
        pass(Duration.ofMillis(1_500));
        assertThat(kept.look(began)).isNull();
        while (made.size() < 2) {
            Thread.sleep(5);
        }
        kept.give(first);
        failure = new SQLException("too many clients", "53300");
        hanging.countDown();
        awaitHeard("made", "too many clients");
        pass(Duration.ofSeconds(2));
        assertThat(kept.take()).as("after a check, without a login").isSameAs(first);
        assertThat(made).hasSize(2);
        assertThat(made.get(0).isClosed).isFalse();
    }

    @Test
    void aLoginThatEndsAfterAConnectionCameBackIsClosed() throws Exception {
        Connection first = kept.take();
        CountDownLatch hanging = new CountDownLatch(1);
        login = hanging;
        long began = nanos.get();
        pass(Duration.ofSeconds(1));
        assertThat(kept.look(began)).isNull();
        while (made.size() < 2) {
            Thread.sleep(5);
        }
        kept.give(first);
        hanging.countDown();
        made.get(1).closed.await();
        assertThat(made.get(0).isClosed).isFalse();
    }

    /** The image of a process must have no connection. */
    @Test
    void aLentConnectionIsNotKeptAfterTheRelease() throws Exception {
        Connection lent = kept.take();
        kept.release();
        kept.give(lent);
        made.get(0).closed.await();
    }

    @Test
    void afterTheCloseNoConnectionIsLentOrLeft() throws Exception {
        kept.give(kept.take());
        Connection lent = kept.take();
        kept.close();
        made.get(0).closed.await();
        kept.give(lent);
        assertThat(kept.take()).isNull();
    }

    @Test
    void aConnectionThatComesAfterTheCloseIsClosed() throws Exception {
        login = new CountDownLatch(1);
        assertThat(kept.look(nanos.get())).isNull();
        while (made.isEmpty()) {
            Thread.sleep(5);
        }
        kept.close();
        login.countDown();
        made.get(0).closed.await();
    }

    @Test
    void aReleasedConnectionIsMadeAgain() throws Exception {
        kept.give(kept.take());
        kept.release();
        made.get(0).closed.await();
        assertThat(kept.take()).isNotNull();
        assertThat(made).hasSize(2);
    }
}
