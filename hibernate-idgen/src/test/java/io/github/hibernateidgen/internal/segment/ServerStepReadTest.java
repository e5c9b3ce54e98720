package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.testing.Classes;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.Map;
import org.hibernate.HibernateException;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.transaction.jta.platform.spi.JtaPlatform;
import org.hibernate.resource.transaction.spi.TransactionCoordinatorBuilder;
import org.junit.jupiter.api.Test;

/** A server that does not reveal its step. */
class ServerStepReadTest {

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
        StandardServiceRegistry registry = (StandardServiceRegistry) Proxy.newProxyInstance(
                StandardServiceRegistry.class.getClassLoader(),
                new Class<?>[] {StandardServiceRegistry.class},
                (self, method, arguments) -> services.get((Class<?>) arguments[0]));
        SessionFactoryOptions options = stub(
                SessionFactoryOptions.class,
                Map.of("getServiceRegistry", () -> registry, "isMultiTenancyEnabled", () -> false));
        SessionFactoryImplementor factory = stub(
                SessionFactoryImplementor.class,
                Map.of(
                        "getSessionFactoryOptions",
                        () -> options,
                        "getSqlStringGenerationContext",
                        () -> stub(SqlStringGenerationContext.class, Map.of())));
        return new HibernateDatabase(factory, Settings.read(Map.of(), Classes::named));
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
