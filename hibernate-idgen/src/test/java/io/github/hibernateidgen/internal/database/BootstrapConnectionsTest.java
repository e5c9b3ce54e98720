package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the end of a session factory does with connections that are lent. */
@Timeout(60)
class BootstrapConnectionsTest {

    private final BlockingQueue<Connection> aborted = new LinkedBlockingQueue<>();
    private final Deque<Connection> pool = new ArrayDeque<>();

    private Connection connection() {
        return proxy(Connection.class, (self, method, arguments) -> switch (method) {
            case "abort" -> {
                aborted.add((Connection) self);
                yield null;
            }
            case "hashCode" -> System.identityHashCode(self);
            case "equals" -> self == arguments[0];
            default -> null;
        });
    }

    private BootstrapConnections connections() {
        JdbcConnectionAccess access = proxy(JdbcConnectionAccess.class, (self, method, arguments) -> {
            if (method.equals("obtainConnection")) {
                return pool.remove();
            }
            pool.add((Connection) arguments[0]);
            return null;
        });
        return new BootstrapConnections(access, null, null, "", waited -> {});
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

    /** SQL Server's driver reports all properties in one order, the database among them. */
    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db/shop?user=ada, jdbc:postgresql://db/shop",
        "jdbc:h2:mem:shop;MODE=MySQL, jdbc:h2:mem:shop",
        "jdbc:sqlserver://db:1433;encrypt=true;databaseName=Shop;loginTimeout=5, jdbc:sqlserver://db:1433;shop",
        "jdbc:sqlserver://db:1433;database=bank, jdbc:sqlserver://db:1433;bank",
        "jdbc:sqlserver://db:1433;encrypt=true, jdbc:sqlserver://db:1433",
        "jdbc:sap://db:30015/?databaseName=shop&user=ada, jdbc:sap://db:30015/;shop"
    })
    void addressNamesTheDatabaseAndNoOtherParameter(String url, String address) {
        DatabaseMetaData metaData = proxy(DatabaseMetaData.class, (self, method, arguments) -> url);
        pool.add(proxy(Connection.class, (self, method, arguments) -> switch (method) {
            case "getMetaData" -> metaData;
            case "hashCode" -> System.identityHashCode(self);
            case "equals" -> self == arguments[0];
            default -> null;
        }));
        assertThat(connections().url()).contains(address);
    }

    @Test
    void abortsWhatIsLentAndNothingElse() throws Exception {
        pool.addAll(List.of(connection(), connection()));
        BootstrapConnections connections = connections();
        lendAll(connections);
        connections.abandon();

        Connection lent = connections.open();
        connections.abandon();

        assertThat(aborted.poll(20, TimeUnit.SECONDS)).isSameAs(lent);
        assertThat(aborted).isEmpty();
    }
}
