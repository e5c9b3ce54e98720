package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.internal.segments.ServerStep;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.Map;
import org.hibernate.HibernateException;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.engine.transaction.jta.platform.spi.JtaPlatform;
import org.hibernate.resource.transaction.spi.TransactionCoordinatorBuilder;
import org.hibernate.service.ServiceRegistry;
import org.junit.jupiter.api.Test;

class HibernateDatabaseTest {

    private interface Answer {
        Object get() throws Exception;
    }

    /** Of an interface, what some methods answer; the others do nothing. */
    private static <T> T stub(Class<T> type, Map<String, Answer> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) ->
                        answers.getOrDefault(method.getName(), () -> null).get()));
    }

    /** MySQL that gives no connection, in JTA with a transaction of the caller's. */
    private static HibernateDatabase database(Answer resume) {
        TransactionManager manager = stub(
                TransactionManager.class, Map.of("suspend", () -> stub(Transaction.class, Map.of()), "resume", resume));
        JdbcConnectionAccess access = stub(JdbcConnectionAccess.class, Map.of("obtainConnection", () -> {
            throw new SQLException("no connection today");
        }));
        Map<Class<?>, Object> services = Map.of(
                JdbcServices.class,
                stub(
                        JdbcServices.class,
                        Map.of("getDialect", MySQLDialect::new, "getBootstrapJdbcConnectionAccess", () -> access)),
                TransactionCoordinatorBuilder.class,
                stub(TransactionCoordinatorBuilder.class, Map.of("isJta", () -> true)),
                JtaPlatform.class,
                stub(JtaPlatform.class, Map.of("retrieveTransactionManager", () -> manager)));
        return new HibernateDatabase(
                (ServiceRegistry) Proxy.newProxyInstance(
                        ServiceRegistry.class.getClassLoader(),
                        new Class<?>[] {ServiceRegistry.class},
                        (self, method, arguments) -> services.get((Class<?>) arguments[0])),
                stub(SqlStringGenerationContext.class, Map.of()),
                false);
    }

    @Test
    void databaseThatDoesNotTellStopsNothing() {
        assertThat(ServerStep.of(database(() -> null))).isEmpty();
    }

    @Test
    void callersTransactionThatStaysSetAsideStopsTheStart() {
        HibernateDatabase database = database(() -> {
            throw new SystemException("no resume today");
        });
        assertThatExceptionOfType(HibernateException.class)
                .isThrownBy(() -> ServerStep.of(database))
                .withMessageContaining("the caller's transaction could not be resumed: no resume today");
    }
}
