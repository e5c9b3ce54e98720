package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.segment.SegmentIdTest.LongRow;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LendingPool;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.crac.Core;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.context.spi.CurrentTenantIdentifierResolver;
import org.hibernate.engine.jdbc.connections.spi.AbstractDataSourceBasedMultiTenantConnectionProviderImpl;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;

/** Whose connections segments are fetched on, and what becomes of those that are buffered. */
class SegmentConnectionTest {

    private static JdbcDataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        database.setUser("sa");
        return database;
    }

    private static List<Long> persist(Session session, int count) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            LongRow row = new LongRow();
            session.persist(row);
            ids.add(row.id);
        }
        return ids;
    }

    private static Hibernate on(DataSource database) {
        return Hibernate.onH2(LongRow.class)
                .without(AvailableSettings.JAKARTA_JDBC_URL)
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, database);
    }

    /** One database for each tenant, with a sequence of its own. */
    private static final class Databases extends AbstractDataSourceBasedMultiTenantConnectionProviderImpl<Object> {

        private static final long serialVersionUID = 1L;

        private final transient Map<Object, DataSource> databases;

        Databases(Map<Object, DataSource> databases) {
            this.databases = databases;
        }

        @Override
        protected DataSource selectAnyDataSource() {
            return databases.get("red");
        }

        @Override
        protected DataSource selectDataSource(Object tenant) {
            return databases.get(tenant);
        }
    }

    @Test
    void eachTenantHasSegmentsOfItsOwn() {
        Map<Object, DataSource> databases = Map.of("red", database(), "blue", database());
        databases
                .values()
                .forEach(database -> on(database)
                        .with(AvailableSettings.HBM2DDL_AUTO, "create")
                        .start()
                        .close());
        try (SessionFactory factory = Hibernate.onH2(LongRow.class)
                .without(AvailableSettings.JAKARTA_JDBC_URL)
                .without(AvailableSettings.HBM2DDL_AUTO)
                .with(AvailableSettings.MULTI_TENANT_CONNECTION_PROVIDER, new Databases(databases))
                .start()) {
            List<Long> red = new ArrayList<>();
            List<Long> blue = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                red.addAll(inTenant(factory, "red", 40));
                blue.addAll(inTenant(factory, "blue", 10));
            }
            assertThat(red).isSorted().startsWith(1L).endsWith(120L);
            assertThat(blue).isSorted().startsWith(1L).endsWith(30L);
        }
    }

    @Entity(name = "TableRow")
    static class TableRow {
        @Id
        @SegmentId(table = true)
        Long id;
    }

    /** Startup reads no tenant's table, so the tenant's first fetch finds the second row. */
    @Test
    void aTenantWhoseTableOfNumbersHasTwoRowsGetsNoNumber() throws SQLException {
        Map<Object, DataSource> databases = Map.of("red", database(), "blue", database());
        databases
                .values()
                .forEach(database -> Hibernate.onH2(TableRow.class)
                        .without(AvailableSettings.JAKARTA_JDBC_URL)
                        .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, database)
                        .with(AvailableSettings.HBM2DDL_AUTO, "create")
                        .start()
                        .close());
        try (Connection connection = databases.get("blue").getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into TableRow_SEQ (next_val) values (1001)");
        }
        try (SessionFactory factory = Hibernate.onH2(TableRow.class)
                .without(AvailableSettings.JAKARTA_JDBC_URL)
                .without(AvailableSettings.HBM2DDL_AUTO)
                .with(AvailableSettings.MULTI_TENANT_CONNECTION_PROVIDER, new Databases(databases))
                .start()) {
            assertThat(tableRow(factory, "red").id).isEqualTo(1);
            assertThatThrownBy(() -> tableRow(factory, "blue"))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageStartingWith(
                            "TableRow.id: table TableRow_SEQ returned no usable segment: it has the rows [1, 1001], but");
            assertThat(tableRow(factory, "red").id).isEqualTo(2);
        }
    }

    private static TableRow tableRow(SessionFactory factory, String tenant) {
        try (Session session =
                factory.withOptions().tenantIdentifier((Object) tenant).openSession()) {
            TableRow row = new TableRow();
            session.beginTransaction();
            session.persist(row);
            session.getTransaction().commit();
            return row;
        }
    }

    @Test
    void idInCodeIsOfTheTenantThatHibernateFinds() {
        Map<Object, DataSource> databases = Map.of("red", database(), "blue", database());
        databases
                .values()
                .forEach(database -> on(database)
                        .with(AvailableSettings.HBM2DDL_AUTO, "create")
                        .start()
                        .close());
        AtomicReference<Object> tenant = new AtomicReference<>("red");
        CurrentTenantIdentifierResolver<Object> resolver = new CurrentTenantIdentifierResolver<>() {
            @Override
            public Object resolveCurrentTenantIdentifier() {
                return tenant.get();
            }

            @Override
            public boolean validateExistingCurrentSessions() {
                return false;
            }
        };
        try (SessionFactory factory = Hibernate.onH2(LongRow.class)
                .without(AvailableSettings.JAKARTA_JDBC_URL)
                .without(AvailableSettings.HBM2DDL_AUTO)
                .with(AvailableSettings.MULTI_TENANT_CONNECTION_PROVIDER, new Databases(databases))
                .with(AvailableSettings.MULTI_TENANT_IDENTIFIER_RESOLVER, resolver)
                .start()) {
            Idgen idgen = Idgen.of(factory);
            assertThat(inTenant(factory, "red", 10)).endsWith(10L);
            assertThat(idgen.next(LongRow.class)).isEqualTo(11L);
            tenant.set("blue");
            assertThat(idgen.next(LongRow.class)).isEqualTo(1L);
            assertThat(inTenant(factory, "blue", 1)).containsExactly(2L);
            tenant.set("red");
            assertThat(idgen.next(LongRow.class)).isEqualTo(12L);
        }
    }

    /** As of one that is seen for the first time: what is fetched during the checkpoint would be in the image. */
    @Test
    void aTenantSeenFirstDuringACheckpointGetsNothingBeforeTheRestore() throws Exception {
        Map<Object, DataSource> databases = Map.of("red", database(), "blue", database());
        databases
                .values()
                .forEach(database -> on(database)
                        .with(AvailableSettings.HBM2DDL_AUTO, "create")
                        .start()
                        .close());
        try (SessionFactory factory = Hibernate.onH2(LongRow.class)
                .without(AvailableSettings.JAKARTA_JDBC_URL)
                .without(AvailableSettings.HBM2DDL_AUTO)
                .with(AvailableSettings.MULTI_TENANT_CONNECTION_PROVIDER, new Databases(databases))
                .start()) {
            inTenant(factory, "red", 1);
            jdk.crac.Core.atCheckpoint(() -> assertThatThrownBy(() -> inTenant(factory, "blue", 1))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageStartingWith(
                            "LongRow.id: segments of sequence LongRow_SEQ are suspended while an image"));
            Core.checkpointRestore();
            assertThat(inTenant(factory, "blue", 1)).containsExactly(1L);
            assertThat(inTenant(factory, "red", 1)).doesNotContain(1L);
        } finally {
            jdk.crac.Core.atCheckpoint(() -> {});
        }
    }

    private static List<Long> inTenant(SessionFactory factory, String tenant, int count) {
        try (Session session =
                factory.withOptions().tenantIdentifier((Object) tenant).openSession()) {
            session.beginTransaction();
            List<Long> ids = persist(session, count);
            session.getTransaction().commit();
            return ids;
        }
    }

    /** The only connection is the caller's, who waits for an id: it is asked for on that. */
    @Test
    void aPoolOfOneConnectionDoesNotDeadlock() {
        JdbcDataSource database = database();
        on(database).with(AvailableSettings.HBM2DDL_AUTO, "create").start().close();
        Semaphore permits = new Semaphore(1);
        try (SessionFactory factory = on(LendingPool.of(database, permits))
                .with(AvailableSettings.HBM2DDL_AUTO, "none")
                .with("hibernate.connection.handling_mode", "DELAYED_ACQUISITION_AND_HOLD")
                .start()) {
            factory.inTransaction(session -> {
                session.createNativeQuery("select 1", Integer.class).getSingleResult();
                assertThat(permits.availablePermits()).isZero();
                assertThat(persist(session, 30)).isSorted().doesNotHaveDuplicates();
            });
        }
        assertThat(permits.availablePermits()).isEqualTo(1);
    }

    /** With each way to hold connections, and with pools that do and do not commit by themselves. */
    @Test
    void everyConnectionIsGivenBackCommitted() {
        for (String mode : List.of(
                "DELAYED_ACQUISITION_AND_HOLD",
                "DELAYED_ACQUISITION_AND_RELEASE_AFTER_TRANSACTION",
                "DELAYED_ACQUISITION_AND_RELEASE_AFTER_STATEMENT")) {
            JdbcDataSource database = database();
            Semaphore permits = new Semaphore(10);
            try (SessionFactory factory = on(LendingPool.of(database, permits))
                    .with("hibernate.connection.handling_mode", mode)
                    .start()) {
                factory.inTransaction(
                        session -> assertThat(persist(session, 120)).endsWith(120L));
            }
            assertThat(permits.availablePermits()).as(mode).isEqualTo(10);
        }
    }

    @Test
    void anOutageLeavesWhatIsBufferedThenNamesTheAttribute() {
        try (SessionFactory factory = Hibernate.onH2(LongRow.class)
                .with(IdgenSettings.SEGMENT_TIMEOUT, "1s")
                .start()) {
            factory.inTransaction(session -> persist(session, 60));
            factory.inTransaction(session -> session.createNativeMutationQuery("drop sequence LongRow_SEQ")
                    .executeUpdate());
            try (Session session = factory.openSession()) {
                List<Long> buffered = persist(session, 20);
                assertThat(buffered).startsWith(61L).isSorted();
                assertThatThrownBy(() -> persist(session, 1_000))
                        .isInstanceOf(IdentifierGenerationException.class)
                        .hasMessageStartingWith("LongRow.id: sequence LongRow_SEQ returned no usable segment: ")
                        .hasMessageContaining("LongRow_SEQ");
            }
        }
    }

    /** Emptied, the table and the sequence begin anew, and so do the segments; Hibernate tells it since 7.2. */
    @Test
    void aTruncatedTableBeginsAnew() {
        try (SessionFactory factory = Hibernate.onH2(LongRow.class).start()) {
            assumeTrue(!org.hibernate.Version.getVersionString().matches("(6\\.6|7\\.0)\\..*"));
            factory.inTransaction(session -> persist(session, 70));
            factory.getSchemaManager().truncateMappedObjects();
            // A fetch that was under way as the sequence restarted may have taken its first value, and was dropped.
            factory.inTransaction(session -> assertThat(persist(session, 70))
                    .isSorted()
                    .first()
                    .asInstanceOf(LONG)
                    .isLessThanOrEqualTo(52));
        }
    }
}
