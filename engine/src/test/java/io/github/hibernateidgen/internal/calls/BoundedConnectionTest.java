package io.github.hibernateidgen.internal.calls;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limits of a borrowed connection, and when it may go back to its pool. */
class BoundedConnectionTest {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final AtomicLong now = new AtomicLong();
    private final AtomicLong wall = new AtomicLong();
    private final List<String> calls = new ArrayList<>();
    private int networkMillis;
    private Connection h2;

    @BeforeEach
    void open() throws SQLException {
        h2 = DriverManager.getConnection("jdbc:h2:mem:" + UUID.randomUUID());
    }

    @AfterEach
    void close() throws SQLException {
        h2.close();
    }

    /** H2, with a network. */
    private Connection connection() {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    switch (method.getName()) {
                        case "unwrap":
                            return self;
                        case "getNetworkTimeout":
                            return networkMillis;
                        case "setNetworkTimeout":
                            ((Executor) arguments[0]).execute(() -> networkMillis = (int) arguments[1]);
                            return null;
                        case "createStatement":
                            if (calls.toString().contains("abort")) {
                                calls.add("createStatement");
                            }
                            return of((Connection) self, h2.createStatement());
                        case "commit", "rollback", "abort":
                            calls.add(method.getName() + " with " + networkMillis + " ms");
                            break;
                        default:
                    }
                    try {
                        return method.invoke(h2, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Statement of(Connection connection, Statement statement) {
        return (Statement) Proxy.newProxyInstance(
                Statement.class.getClassLoader(),
                new Class<?>[] {Statement.class},
                (self, method, arguments) ->
                        method.getName().equals("getConnection") ? connection : method.invoke(statement, arguments));
    }

    private int secondsOfAStatement() throws SQLException {
        try (Statement statement = h2.createStatement()) {
            return statement.getQueryTimeout();
        }
    }

    /** A cancel by the driver needs a statement; a commit has none, and ends with the network's limit. */
    @ParameterizedTest
    @CsvSource({
        "0, 5000, 5, 10000",
        "60000, 5000, 5, 10000",
        "3000, 5000, 5, 3000",
        "0, 10000, 10, 15000",
        "0, 2500, 3, 8000",
        "0, 1, 1, 6000"
    })
    void aCommitIsBoundedAndTheEarlierLimitsComeBack(int before, int limit, int statement, int within)
            throws SQLException {
        networkMillis = before;
        try (BoundedConnection bounded =
                new BoundedConnection(connection(), Duration.ofMillis(limit), now::get, wall::get)) {
            int seconds = bounded.commit(() -> {
                try (var prepared = bounded.prepare("select 1")) {
                    return prepared.getQueryTimeout();
                }
            });
            assertThat(seconds).isEqualTo(statement);
        }
        assertThat(calls).containsExactly("commit with " + within + " ms");
        assertThat(networkMillis).isEqualTo(before);
        assertThat(secondsOfAStatement())
                .as("the limit of later statements of H2's connection")
                .isZero();
        assertThat(h2.getAutoCommit()).isTrue();
    }

    @Test
    void aShorterLimitOfStatementsStays() throws SQLException {
        try (Statement statement = h2.createStatement()) {
            statement.setQueryTimeout(2);
        }
        try (BoundedConnection bounded = new BoundedConnection(connection(), LIMIT, now::get, wall::get);
                var statement = bounded.forOthers().prepareStatement("select 1")) {
            assertThat(statement.getQueryTimeout()).isEqualTo(2);
        }
        assertThat(secondsOfAStatement()).isEqualTo(2);
    }

    /** The statement would take longer than any test. */
    @Test
    @Timeout(60)
    void anAbandonedCallCancelsItsStatementAndGivesTheConnectionUp() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch sent = new CountDownLatch(1);
        BoundedCall<String> call =
                new BoundedCall<>("bounded-connection-test", LIMIT, () -> endlessQuery(sent), ended::countDown);
        call.start();
        sent.await();
        do { // A cancel before the statement has begun has no effect on H2.
            call.abandon();
        } while (!ended.await(10, MILLISECONDS));
        assertThatThrownBy(() -> call.await(LIMIT, () -> {})).isInstanceOf(TimeoutException.class);
        assertThat(calls).first().asString().startsWith("abort");
        assertThat(calls).last().isEqualTo("57014");
    }

    @Test
    @Timeout(60)
    void aCallThatWasGivenUpPreparesNoStatement() throws Exception {
        CountDownLatch borrowed = new CountDownLatch(1);
        CountDownLatch givenUp = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        BoundedCall<String> call = new BoundedCall<>(
                "bounded-connection-test",
                LIMIT,
                () -> {
                    try (BoundedConnection bounded = new BoundedConnection(connection(), LIMIT, now::get, wall::get)) {
                        borrowed.countDown();
                        givenUp.await();
                        bounded.prepare("select 1").close();
                        calls.add("prepared");
                    } catch (CancellationException e) {
                        calls.add(e.getMessage());
                    } catch (SQLException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return "";
                },
                ended::countDown);
        call.start();
        borrowed.await();
        call.abandon();
        givenUp.countDown();
        ended.await();
        assertThat(calls).last().isEqualTo("the call was given up");
    }

    private String endlessQuery(CountDownLatch sent) {
        try (BoundedConnection bounded =
                        new BoundedConnection(connection(), Duration.ofMinutes(5), now::get, wall::get);
                var statement = bounded.prepare("select sum(x) from system_range(1, 1000000000000)")) {
            sent.countDown();
            return statement.executeQuery().toString();
        } catch (SQLException e) {
            calls.add(e.getSQLState());
            throw new IllegalStateException(e);
        }
    }

    /** A pool may set a limit of its own; its cancel comes earlier. */
    @Test
    void noAnswerCountsAfterAShorterLimitOfStatements() throws SQLException {
        try (Statement statement = h2.createStatement()) {
            statement.setQueryTimeout(2);
        }
        try (BoundedConnection bounded = new BoundedConnection(connection(), LIMIT, now::get, wall::get);
                var statement = bounded.prepare("select 1")) {
            statement.execute();
            now.set(SECONDS.toNanos(2));
            assertThatThrownBy(bounded::requireInTime).hasMessageStartingWith("it has not answered within [2 s]");
        }
        assertThat(calls).startsWith("abort with 10000 ms");
    }

    /** MySQL's driver cancels by a timer that follows the wall clock. */
    @Test
    void noAnswerCountsOnceTheWallClockHasPassedTheLimit() throws SQLException {
        try (BoundedConnection bounded = new BoundedConnection(connection(), LIMIT, now::get, wall::get)) {
            wall.set(4_999);
            bounded.requireInTime();
            wall.set(5_000);
            assertThatThrownBy(bounded::requireInTime).isInstanceOf(SQLTimeoutException.class);
        }
        assertThat(calls).startsWith("abort with 10000 ms");
    }

    /** PostgreSQL and MariaDB report a commit whose wait was cancelled as a success. */
    @Test
    void noAnswerCountsOnceACancellationMayBeOnItsWay() {
        try (BoundedConnection bounded = new BoundedConnection(connection(), LIMIT, now::get, wall::get)) {
            now.set(SECONDS.toNanos(5) - 1);
            assertThatThrownBy(() -> bounded.commit(() -> now.incrementAndGet()))
                    .isInstanceOf(SQLTimeoutException.class)
                    .hasMessageStartingWith("it has not answered within [5 s], so its answer is not used");
        }
        assertThat(calls)
                .as("a cancel that is under way could hit the next borrower")
                .containsExactly(
                        "commit with 10000 ms", "rollback with 10000 ms", "abort with 10000 ms", "createStatement");
    }

    @Test
    void aConnectionWhoseWorkFailedInTimeIsReturned() throws SQLException {
        try (BoundedConnection bounded = new BoundedConnection(connection(), LIMIT, now::get, wall::get);
                var statement = bounded.prepare("select 1 / ?")) {
            statement.setInt(1, 0);
            now.set(SECONDS.toNanos(5) - 1);
            assertThatThrownBy(statement::executeQuery).isInstanceOf(SQLException.class);
        }
        assertThat(calls).isEmpty();
        assertThat(secondsOfAStatement()).isZero();
    }

    /** The abort does not reach H2, so the connection may be used again. */
    @Test
    void aStatementIsCancelledAndItsConnectionIsNotReturned() throws SQLException {
        long begin = System.nanoTime();
        try (BoundedConnection bounded = new BoundedConnection(
                        connection(), Duration.ofMillis(300), System::nanoTime, System::currentTimeMillis);
                var statement =
                        bounded.prepare("select count(*) from system_range(1, 1000000000000) where x % 7 = 3")) {
            assertThatThrownBy(statement::executeQuery).isInstanceOf(SQLTimeoutException.class);
        }
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(SECONDS.toNanos(1));
        assertThat(calls).startsWith("abort with 6000 ms");
        assertThat(secondsOfAStatement()).isZero();
    }

    @Test
    void failedWorkIsRolledBack() {
        try (BoundedConnection bounded = new BoundedConnection(connection(), LIMIT, now::get, wall::get)) {
            SQLException failure = new SQLException("deadlock");
            assertThatThrownBy(() -> bounded.commit(() -> {
                        throw failure;
                    }))
                    .isSameAs(failure);
        }
        assertThat(calls).containsExactly("rollback with 10000 ms");
    }

    /** A pooler may have lent the server to another transaction meanwhile. */
    @Test
    void theLimitBeginsWithTheFirstAnswer() throws SQLException {
        try (BoundedConnection bounded = new BoundedConnection(connection(), LIMIT, now::get, wall::get)) {
            Integer row = bounded.commit(() -> {
                now.set(SECONDS.toNanos(19));
                wall.set(19_000);
                bounded.awaitServer("select 1", Duration.ofSeconds(20));
                bounded.requireInTime();
                return 1;
            });
            assertThat(row).isOne();
            assertThat(networkMillis).as("after the answer").isEqualTo(10_000);
        }
        assertThat(calls).containsExactly("commit with 10000 ms");
    }

    @Test
    void aServerThatDoesNotAnswerInTimeIsNamedAsSilent() throws SQLException {
        try (BoundedConnection bounded = new BoundedConnection(connection(), LIMIT, now::get, wall::get)) {
            assertThatThrownBy(() -> bounded.awaitServer("no SQL", Duration.ofSeconds(20)))
                    .isInstanceOf(SQLException.class)
                    .hasMessageNotContaining("no server has answered");
            assertThat(networkMillis).as("for the first answer").isEqualTo(20_000);
            BoundedConnection late =
                    new BoundedConnection(connection(), LIMIT, () -> now.getAndAdd(SECONDS.toNanos(20)), wall::get);
            assertThatThrownBy(() -> late.awaitServer("no SQL", Duration.ofSeconds(20)))
                    .isInstanceOf(SQLTransientConnectionException.class)
                    .hasMessageStartingWith("no server has answered on a borrowed connection within [20000 ms]; check"
                            + " whether the network or a firewall drops packets, or a pooler before the server has no"
                            + " server free: ");
        }
    }

    /** A proxy that borrows late would borrow a connection only to abort it. */
    @Test
    void aConnectionOnWhichNothingWasSentIsNotAborted() throws SQLException {
        Connection late = (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    calls.add(method.getName());
                    if (method.getName().equals("prepareStatement")) {
                        now.set(SECONDS.toNanos(30));
                        throw new SQLException("no connection came in 30 s", "08001");
                    }
                    return method.getName().equals("unwrap") ? self : 0;
                });
        try (BoundedConnection bounded = new BoundedConnection(late, LIMIT, now::get, wall::get)) {
            assertThatThrownBy(() -> bounded.awaitServer("select 1", Duration.ofSeconds(20)))
                    .isInstanceOf(SQLException.class);
        }
        assertThat(calls).contains("prepareStatement").doesNotContain("abort", "createStatement");
    }

    /** Drivers without a network, such as H2's own, and those that lack the methods. */
    @Test
    void aDriverWithoutLimitsWorks() throws SQLException {
        try (BoundedConnection bounded = new BoundedConnection(h2, LIMIT, now::get, wall::get)) {
            assertThat(bounded.<Integer>commit(() -> {
                        try (var statement = bounded.forOthers().prepareStatement("select 7");
                                var row = statement.executeQuery()) {
                            row.next();
                            return row.getInt(1);
                        }
                    }))
                    .isEqualTo(7);
        }
    }
}
