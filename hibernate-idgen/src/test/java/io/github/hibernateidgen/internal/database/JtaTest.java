package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.Jta;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.spi.PersistenceUnitInfo;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;
import org.hibernate.jpa.HibernatePersistenceProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A persistence unit as a Jakarta container starts it, with a transaction manager and with a pool that refuses
 * connections outside of its transactions.
 */
class JtaTest {

    @Entity(name = "Parcel")
    public static class Parcel {
        @Id
        @SnowflakeId
        Long id;

        @CombGuid
        UUID reference;
    }

    @Entity(name = "Ticket")
    public static class Ticket {
        @Id
        @SegmentId(size = 10)
        Long id;
    }

    @Entity(name = "Pallet")
    public static class Pallet {
        @Id
        @SegmentId(size = 10, table = true)
        Long id;
    }

    private final TransactionManager manager = Jta.manager();
    private final JdbcDataSource database = new JdbcDataSource();
    private final Logger hibernate = Logger.getLogger("org.hibernate");
    private final Level level = hibernate.getLevel();
    private AgroalDataSource pool;

    @BeforeEach
    void begin() throws SQLException {
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        execute(JdbcDatabase.H2.ddl());
        execute("create table Parcel (id bigint primary key, reference uuid)");
        execute("create table Ticket (id bigint primary key)");
        execute("create sequence Ticket_SEQ start with 1 increment by 10");
        execute("create table Pallet (id bigint primary key)");
        execute("create table Pallet_SEQ (next_val bigint)");
        execute("insert into Pallet_SEQ (next_val) values (1)");
        pool = Jta.strictPool(database.getURL());
        hibernate.setLevel(Level.OFF); // It says at length that the pool refuses it.
    }

    @AfterEach
    void end() throws Exception {
        hibernate.setLevel(level);
        pool.close();
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<Long> numbers(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<Long> numbers = new ArrayList<>();
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
            return numbers;
        }
    }

    /** As a container does for a persistence.xml that names a JTA data source. Of the interface each version has another. */
    private EntityManagerFactory deploy(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(Map.of(
                AvailableSettings.JTA_PLATFORM,
                Jta.Platform.class.getName(),
                // The pool refuses Hibernate's own look at the database, as it refuses its schema tools.
                AvailableSettings.DIALECT,
                "org.hibernate.dialect.H2Dialect"));
        all.putAll(settings);
        PersistenceUnitInfo unit = (PersistenceUnitInfo) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {PersistenceUnitInfo.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "getPersistenceUnitName" -> "shop";
                    case "getTransactionType" ->
                        Arrays.stream(method.getReturnType().getEnumConstants())
                                .filter(type -> type.toString().equals("JTA"))
                                .findFirst()
                                .orElseThrow();
                    case "getJtaDataSource" -> pool;
                    case "getManagedClassNames", "getAllManagedClassNames", "getAllClassNames" ->
                        List.of(Parcel.class.getName(), Ticket.class.getName(), Pallet.class.getName());
                    case "getPersistenceUnitRootUrl" -> new URL("file:/nowhere/");
                    case "getProperties" -> new Properties();
                    case "excludeUnlistedClasses" -> true;
                    case "getClassLoader", "getNewTempClassLoader" -> getClass().getClassLoader();
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    case "toString" -> "persistence unit shop";
                    default -> method.getReturnType() == List.class ? List.of() : null;
                });
        return new HibernatePersistenceProvider().createContainerEntityManagerFactory(unit, all);
    }

    /** What EntityManagerFactory has for it is another method in Hibernate 8. */
    private static Session open(EntityManagerFactory factory) {
        return factory.unwrap(SessionFactory.class).openSession();
    }

    private <T> T persist(EntityManagerFactory factory, T entity) throws Exception {
        manager.begin();
        try (Session session = open(factory)) {
            session.persist(entity);
        } catch (RuntimeException e) {
            manager.rollback();
            throw e;
        }
        manager.commit();
        return entity;
    }

    /** One takes part in the transactions of JTA and refuses other work, and the other one knows nothing of JTA. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aNamedDataSourceCommitsItsOwnWork(boolean takesPart) throws Exception {
        AgroalDataSource strict = Jta.strictPool(database.getURL());
        AtomicInteger lent = new AtomicInteger();
        DataSource named = new DelegatingDataSource(takesPart ? strict : database) {
            @Override
            public Connection getConnection() throws SQLException {
                lent.incrementAndGet();
                return super.getConnection();
            }
        };
        try (EntityManagerFactory factory = deploy(Map.of(IdgenSettings.JDBC_CONNECTION, named))) {
            assertThat(numbers("select worker_id from idgen_worker")).hasSize(1);
            int claimed = lent.get();
            assertThat(claimed).isPositive();
            manager.begin();
            Idgen.of(factory.unwrap(SessionFactory.class)).next(Pallet.class);
            manager.rollback();
            assertThat(lent.get()).isGreaterThan(claimed);
            assertThat(numbers("select next_val from Pallet_SEQ"))
                    .as("committed in a transaction of its own")
                    .singleElement()
                    .satisfies(next -> assertThat(next).isGreaterThan(1));
            assertThat(persist(factory, new Parcel()).id).isNotNull();
        } finally {
            strict.close();
        }
    }

    @Test
    void unitOfAContainerClaimsRenewsAndGivesBackInTransactions() throws Exception {
        try (LogCapture log = new LogCapture()) {
            try (EntityManagerFactory factory = deploy(Map.of())) {
                assertThat(numbers("select worker_id from idgen_worker"))
                        .as("claimed at the start")
                        .hasSize(1);
                Parcel parcel = persist(factory, new Parcel());
                assertThat(numbers("select id from Parcel")).containsExactly(parcel.id);
                assertThat(parcel.reference).isNotNull();
                for (int i = 0; i < 25; i++) {
                    persist(factory, new Ticket());
                }
                assertThat(numbers("select id from Ticket")).hasSize(25);
                assertThat(Idgen.of(factory.unwrap(SessionFactory.class)).attributes())
                        .hasSize(4);
            }
            assertThat(numbers("select reserved_until from idgen_worker"))
                    .as("released")
                    .singleElement()
                    .satisfies(end -> assertThat(end).isLessThan(System.currentTimeMillis() + 5_000));
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void startInsideATransactionLeavesItAlone() throws Exception {
        manager.begin();
        try {
            var before = manager.getTransaction();
            try (Connection mine = pool.getConnection();
                    Statement statement = mine.createStatement()) {
                statement.execute("insert into Ticket (id) values (1000)");
            }
            deploy(Map.of(IdgenSettings.COLUMN_CHECK, "fail")).close();
            assertThat(manager.getTransaction()).isEqualTo(before);
            assertThat(manager.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        } finally {
            manager.rollback();
        }
        assertThat(numbers("select id from Ticket")).isEmpty();
        assertThat(numbers("select worker_id from idgen_worker")).hasSize(1);
    }

    /** Or the caller would go on outside of its transaction, and not know. */
    @Test
    void startThatCannotResumeTheCallersTransactionFails() throws Exception {
        manager.begin();
        var before = manager.getTransaction();
        try {
            assertThatThrownBy(() -> deploy(
                            Map.of(AvailableSettings.JTA_PLATFORM, new Unresuming(), IdgenSettings.WORKER_ID, 1)))
                    .hasStackTraceContaining("the caller's transaction could not be resumed: no resume today");
        } finally {
            manager.resume(before);
            manager.rollback();
        }
    }

    /** Hibernate's own look at the database resumes the transaction. */
    private static final class Unresuming extends AbstractJtaPlatform {

        private static final long serialVersionUID = 1L;

        @Override
        protected TransactionManager locateTransactionManager() {
            return (TransactionManager) Proxy.newProxyInstance(
                    TransactionManager.class.getClassLoader(),
                    new Class<?>[] {TransactionManager.class},
                    (self, method, arguments) -> {
                        if (method.getName().equals("resume") && isAskedByUs()) {
                            throw new SystemException("no resume today");
                        }
                        return method.invoke(Jta.manager(), arguments);
                    });
        }

        private static boolean isAskedByUs() {
            return StackWalker.getInstance()
                    .walk(frames -> frames.anyMatch(
                            frame -> frame.getClassName().startsWith("io.github.hibernateidgen.internal.")
                                    && !frame.getClassName().startsWith(JtaTest.class.getName())));
        }

        @Override
        protected UserTransaction locateUserTransaction() {
            return (UserTransaction) Jta.manager();
        }
    }

    @Test
    void columnsAreLookedAtInATransactionToo() throws Exception {
        execute("alter table Parcel alter column id set data type numeric(18)");
        try (LogCapture log = new LogCapture();
                EntityManagerFactory factory = deploy(Map.of())) {
            assertThat(log.warnings()).singleElement().asString().contains("Parcel.id [numeric(18)]");
            assertThat(factory.isOpen()).isTrue();
        }
    }

    @Test
    void claimInsideTheFirstIdsTransactionIsNotRolledBackWithIt() throws Exception {
        try (EntityManagerFactory factory = deploy(Map.of(IdgenSettings.WORKER_CLAIM, "first-id"))) {
            assertThat(numbers("select worker_id from idgen_worker")).isEmpty();
            manager.begin();
            try (Session session = open(factory)) {
                session.persist(new Parcel());
                session.flush();
            } finally {
                manager.rollback();
            }
            assertThat(numbers("select id from Parcel")).isEmpty();
            assertThat(numbers("select worker_id from idgen_worker")).hasSize(1);
        }
    }

    @Test
    void fetchThatSeesASecondRowLeavesTheTableAsItWas() throws Exception {
        try (EntityManagerFactory factory = deploy(Map.of(IdgenSettings.SEGMENT_TIMEOUT, "2s"))) {
            execute("insert into Pallet_SEQ (next_val) values (1)");
            assertThatThrownBy(() -> persist(factory, new Pallet()))
                    .hasMessageStartingWith("Pallet.id: table Pallet_SEQ returned no usable segment: it has the rows"
                            + " [1, 1], but ");
            assertThat(numbers("select next_val from Pallet_SEQ")).containsExactly(1L, 1L);
            execute("delete from Pallet_SEQ fetch first 1 row only");
            assertThat(persist(factory, new Pallet()).id).isEqualTo(1);
            assertThat(persist(factory, new Pallet()).id).isEqualTo(2);
        }
    }

    /** That pool has no part in JTA, and no rollback takes back the values of a sequence. */
    @Test
    void segmentsOfHibernatesBuiltInPoolOutliveARollback() throws Exception {
        try (SessionFactory factory = Hibernate.onH2(Ticket.class)
                .with(AvailableSettings.JTA_PLATFORM, Jta.Platform.class.getName())
                .with("hibernate.transaction.coordinator_class", "jta")
                .start()) {
            List<Long> ids = new ArrayList<>();
            for (int transaction = 0; transaction < 3; transaction++) {
                manager.begin();
                for (int id = 0; id < 25; id++) {
                    ids.add((Long) Idgen.of(factory).next(Ticket.class));
                }
                manager.rollback();
            }
            assertThat(ids).isSorted().doesNotHaveDuplicates().startsWith(1L).endsWith(75L);
        }
    }
}
