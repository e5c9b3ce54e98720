package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that are lent late, or never, and what the end of a session factory does with them. */
@Timeout(60)
class BootstrapConnectionsTest {

    private final BlockingQueue<Connection> aborted = new LinkedBlockingQueue<>();
    private final CountDownLatch borrowing = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);
    private final Deque<Connection> pool = new ArrayDeque<>();
    private volatile boolean silent;

    private Connection connection(boolean canAbort) {
        return proxy(Connection.class, (self, method, arguments) -> switch (method) {
            case "abort" -> {
                if (!canAbort) {
                    throw new SQLFeatureNotSupportedException();
                }
                aborted.add((Connection) self);
                yield null;
            }
            case "hashCode" -> System.identityHashCode(self);
            case "equals" -> self == arguments[0];
            default -> null;
        });
    }

    private BootstrapConnections connections(boolean inHibernatesPool) {
        JdbcConnectionAccess access = proxy(JdbcConnectionAccess.class, (self, method, arguments) -> {
            if (method.equals("obtainConnection")) {
                if (silent) {
                    borrowing.countDown();
                    answer.await();
                }
                return pool.remove();
            }
            pool.add((Connection) arguments[0]);
            return null;
        });
        return new BootstrapConnections(access, inHibernatesPool, null);
    }

    private interface Call {
        Object of(Object self, String method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> call.of(self, method.getName(), arguments)));
    }

    /** Lends all once and takes them back. */
    private void lendAll(BootstrapConnections connections) throws SQLException {
        for (Connection connection : List.copyOf(pool)) {
            assertThat(connections.open()).isSameAs(connection);
            connections.close(connection);
        }
    }

    private void borrowInVain(BootstrapConnections connections) throws InterruptedException {
        silent = true;
        Thread borrower = new Thread(() -> {
            try {
                connections.open();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        borrower.setDaemon(true);
        borrower.start();
        borrowing.await();
    }

    @Test
    void abortsWhatIsLentAndNothingElse() throws Exception {
        pool.addAll(List.of(connection(true), connection(true)));
        BootstrapConnections connections = connections(true);
        lendAll(connections);
        connections.abandon();

        Connection lent = connections.open();
        connections.abandon();

        assertThat(aborted.poll(20, TimeUnit.SECONDS)).isSameAs(lent);
        assertThat(aborted).isEmpty();
    }

    @Test
    void abortsAllThatWereLentWhereABorrowerIsStuckInHibernatesPool() throws Exception {
        List<Connection> all = List.of(connection(true), connection(false), connection(true));
        pool.addAll(all);
        BootstrapConnections connections = connections(true);
        lendAll(connections);
        borrowInVain(connections);

        connections.abandon();

        List<Connection> ended = List.of(aborted.poll(20, TimeUnit.SECONDS), aborted.poll(20, TimeUnit.SECONDS));
        assertThat(ended).containsExactlyInAnyOrder(all.get(0), all.get(2));
        answer.countDown();
    }

    @Test
    void leavesOtherPoolsAloneWhereABorrowerIsStuck() throws Exception {
        pool.add(connection(true));
        BootstrapConnections connections = connections(false);
        lendAll(connections);
        borrowInVain(connections);

        connections.abandon();

        assertThat(aborted.poll(100, TimeUnit.MILLISECONDS)).isNull();
        answer.countDown();
    }
}
