package io.github.hibernateidgen.internal.database;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.internal.database.DriverConnections.Made;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.testing.Classes;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.hibernate.SessionFactory;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which connection a thread gets. The clock stands still unless a test moves it. */
@Timeout(30)
class OwnConnectionsTest {

    private static final String URL = "jdbc:postgresql://db/shop";

    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private final AtomicLong nanos = new AtomicLong();
    private volatile LongSupplier clock = nanos::get;
    private final AtomicInteger logins = new AtomicInteger();
    private final List<Long> waits = new CopyOnWriteArrayList<>();
    private volatile String ownUrl = URL;
    private volatile SQLException loginFailure;
    private volatile SQLException metadataFailure;
    private volatile Runnable giving = () -> {};
    private volatile Callable<Connection> lending = () -> connection("pool", URL);

    @AfterEach
    void end() {
        other.shutdownNow();
    }

    @SuppressWarnings("unchecked")
    private static <T> T proxy(Class<T> type, java.lang.reflect.InvocationHandler handler) {
        return (T) Proxy.newProxyInstance(OwnConnectionsTest.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private Connection connection(String name, String url) {
        DatabaseMetaData metadata = proxy(
                DatabaseMetaData.class,
                (self, method, arguments) -> method.getName().equals("getURL") ? url : null);
        return proxy(Connection.class, (self, method, arguments) -> switch (method.getName()) {
            case "isClosed" -> false;
            case "isValid", "getAutoCommit" -> true;
            case "getMetaData" -> {
                if (metadataFailure != null) {
                    throw metadataFailure;
                }
                yield metadata;
            }
            case "hashCode" -> System.identityHashCode(self);
            case "equals" -> self == arguments[0];
            case "toString" -> name;
            default -> null;
        });
    }

    private BootstrapConnections pool(boolean isJta) {
        JdbcConnectionAccess access = proxy(JdbcConnectionAccess.class, (self, method, arguments) -> {
            if (method.getName().equals("obtainConnection")) {
                return lending.call();
            }
            giving.run();
            return null;
        });
        TransactionManager manager = proxy(TransactionManager.class, (self, method, arguments) -> null);
        return new BootstrapConnections(access, isJta ? new JtaTransactions(manager) : null, null, "", waits::add);
    }

    private OwnConnections beside(BootstrapConnections pool) {
        DriverConnections driver = () -> {
            logins.incrementAndGet();
            if (loginFailure != null) {
                throw loginFailure;
            }
            return new Made(connection("own" + logins, ownUrl));
        };
        return new OwnConnections(
                "worker numbers", driver, pool, new Remedies("idgen", false), () -> clock.getAsLong());
    }

    /** A pool has lent a connection before, so it is known where the connection beside it must lead. */
    private OwnConnections known(BootstrapConnections pool) throws SQLException {
        OwnConnections own = beside(pool);
        pool.close(pool.open());
        return own;
    }

    private <T> T elsewhere(Callable<T> work) {
        try {
            return other.submit(work).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Connection used(OwnConnections own) throws SQLException {
        return own.transact(() -> {
            Connection connection = own.open();
            own.close(connection);
            return connection;
        });
    }

    private static void await(CountDownLatch latch) throws SQLException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new SQLException(e);
        }
    }

    /** The first thread's transaction ends after another thread has taken the connection that the first has given back. */
    @Test
    void aConnectionThatAnotherThreadHasTakenIsNotGivenBackAgain() throws SQLException {
        OwnConnections own = known(pool(true));
        clock = System::nanoTime; // The third waits a second for the connection that is in use.
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Connection> second = new CompletableFuture<>();
        own.transact(() -> {
            Connection first = own.open();
            own.close(first);
            other.execute(() -> {
                try {
                    own.transact(() -> {
                        Connection taken = own.open();
                        second.complete(taken);
                        await(end);
                        own.close(taken);
                        return taken;
                    });
                } catch (SQLException | RuntimeException e) {
                    second.completeExceptionally(e);
                }
            });
            return assertThat(second.join()).isSameAs(first);
        });
        Connection third = used(own);
        end.countDown();
        assertThat(third.toString()).startsWith("own");
        assertThat(third).as("lent to two threads at once").isNotSameAs(second.join());
    }

    @Test
    void workThatOpensNoConnectionGivesItBack() throws SQLException {
        OwnConnections own = known(pool(true));
        own.transact(() -> "nothing to do");
        used(own);
        assertThat(logins).hasValue(1);
        assertThat(own.succeeded()).isTrue();
        own.transact(() -> "nothing to do");
        assertThat(own.succeeded()).as("no connection was opened").isFalse();
    }

    @Test
    void aBrokenConnectionDoesNotEndTheIdentity() throws SQLException {
        OwnConnections own = beside(pool(false));
        metadataFailure = new SQLException("broken", "08006");
        assertThat(used(own)).hasToString("pool");
        metadataFailure = null;
        assertThat(own.usesPool()).isFalse();
        assertThat(used(own)).hasToString("pool");
        assertThat(used(own)).hasToString("own1");
    }

    @Test
    void aDriverThatDoesNotRevealWhereItLeadsHasThePoolAlone() throws SQLException {
        OwnConnections own = beside(pool(false));
        metadataFailure = new SQLFeatureNotSupportedException();
        used(own);
        metadataFailure = null;
        assertThat(own.usesPool()).isTrue();
        used(own);
        assertThat(used(own)).hasToString("pool");
    }

    @Test
    void anotherPlaceAfterAReportedOutageIsRejected() throws SQLException {
        OwnConnections own = known(pool(false));
        loginFailure = new SQLException("too many clients", "53300");
        used(own);
        loginFailure = null;
        ownUrl = "jdbc:postgresql://other/shop";
        try (LogCapture log = new LogCapture()) {
            for (int i = 0; i < 3; i++) {
                nanos.addAndGet(Duration.ofSeconds(20).toNanos());
                assertThat(used(own)).hasToString("pool");
            }
            assertThat(log.warnings().stream().filter(line -> line.contains("another place")))
                    .singleElement()
                    .asString()
                    .contains("another place: it differs in URL");
        }
        assertThat(own.usesPool()).isTrue();
        assertThat(logins).hasValue(2);
    }

    /** The thread in the pool's queue waits on after the request has found an own connection. */
    @Test
    void aWaitThatNobodyHasIsNotReported() throws Exception {
        OwnConnections own = known(pool(false));
        CountDownLatch queued = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        lending = () -> {
            queued.countDown();
            busy.await();
            return connection("pool", URL);
        };
        giving = closed::countDown;
        loginFailure = new SQLException("too many clients", "53300");
        waits.clear();
        Future<Connection> waiting = other.submit(() -> used(own));
        queued.await();
        loginFailure = null;
        // After the pause of 10 s to 13 s. Then the clock stands still: a connection that is not looked at for a second
        // is checked.
        nanos.addAndGet(Duration.ofSeconds(14).toNanos());
        assertThat(waiting.get().toString()).startsWith("own");
        busy.countDown();
        closed.await();
        assertThat(waits).isEmpty();
    }

    @Entity(name = "OwnConnectionsTicket")
    static class Ticket {
        @Id
        Long id;
    }

    /** A login may be what the server rejects, and the pool may have a connection free. */
    @Test
    void segmentsBorrowFromTheBuiltInPoolAndWorkerNumbersLogIn() throws SQLException {
        try (SessionFactory factory = Hibernate.onH2(Ticket.class).start()) {
            HibernateDatabase database = new HibernateDatabase(
                    factory.unwrap(SessionFactoryImplementor.class), Settings.read(Map.of(), Classes::named));
            OwnConnections segments = requireNonNull(database.ownForSegments());
            assertThat(used(segments)).isSameAs(used(segments));
            OwnConnections numbers = requireNonNull(database.ownForWorkerNumbers());
            assertThat(used(numbers)).isNotSameAs(used(numbers));
        }
    }

    @Test
    void eachThreadKnowsWhichConnectionItHad() throws SQLException {
        for (boolean isJta : new boolean[] {false, true}) {
            OwnConnections own = known(pool(isJta));
            used(own);
            assertThat(elsewhere(() -> {
                        used(own);
                        return own.succeeded();
                    }))
                    .isTrue();
            assertThat(own.succeeded()).isTrue();
            assertThat(own.failed(new SQLException("unrelated"))).isFalse();
            used(own);
            own.close();
            assertThat(used(own)).hasToString("pool");
            assertThat(own.succeeded()).as("of the pool's connection").isFalse();
        }
    }
}
