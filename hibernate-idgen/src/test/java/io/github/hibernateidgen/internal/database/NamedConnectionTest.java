package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LendingPool;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.TenantId;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A data source that the settings name for the statements of this library. */
class NamedConnectionTest {

    @Entity(name = "NamedTicket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "NamedNumber")
    static class Numbered {
        @Id
        @SegmentId(size = 2)
        Long id;
    }

    @Entity(name = "NamedTableNumber")
    static class TableNumbered {
        @Id
        @SegmentId(size = 2, table = true)
        Long id;
    }

    @Entity(name = "NamedTenantNumber")
    static class TenantNumbered {
        @Id
        @SegmentId(size = 2)
        Long id;

        @TenantId
        String tenant;
    }

    private final DataSource database = database();

    private static DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return database;
    }

    private Hibernate on(Object connection, Class<?>... entities) {
        return Hibernate.onH2(entities)
                .without(AvailableSettings.JAKARTA_JDBC_URL)
                .without(IdgenSettings.WORKER_ID)
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, database)
                .with(IdgenSettings.JDBC_CONNECTION, connection);
    }

    /** The pool of the application has nothing left after the start. */
    @Test
    void numbersAndSegmentsComeFromItAndItGetsItsConnectionsBack() {
        Semaphore application = new Semaphore(1);
        Semaphore named = new Semaphore(2);
        try (SessionFactory factory = on(
                        LendingPool.of(database, named), Ticket.class, Numbered.class, TableNumbered.class)
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, LendingPool.of(database, application))
                .start()) {
            application.acquireUninterruptibly();
            try {
                for (int i = 0; i < 20; i++) {
                    Idgen.of(factory).next(Ticket.class);
                    Idgen.of(factory).next(Numbered.class);
                    Idgen.of(factory).next(TableNumbered.class);
                }
            } finally {
                application.release();
            }
        }
        assertThat(named.availablePermits()).isEqualTo(2);
    }

    /** A column for the tenant makes Hibernate reject sessions without a tenant. */
    @Test
    void segmentsOfEntitiesWithATenantColumnComeFromIt() {
        try (SessionFactory factory = on(database, TenantNumbered.class).start();
                Session session =
                        factory.withOptions().tenantIdentifier((Object) "acme").openSession()) {
            TenantNumbered entity = new TenantNumbered();
            session.persist(entity);
            assertThat(entity.id).isNotNull();
        }
    }

    @Test
    void anotherDatabaseWithoutTheTableIsNamedByTheSetting() {
        assertThatThrownBy(() -> on(database(), Ticket.class)
                        .with(IdgenSettings.WORKER_TIMEOUT, "1s")
                        .start())
                .hasMessageContaining(
                        "The table is looked for in the database of hibernate.idgen.jdbc.connection, which must be"
                                + " the entities' database; if the table is missing, create it with\ncreate table");
    }

    @Test
    void anotherDatabaseWithoutTheSequenceIsNamedByTheSetting() {
        try (SessionFactory factory = on(database(), TableNumbered.class).start()) {
            assertThatThrownBy(() -> Idgen.of(factory).next(TableNumbered.class))
                    .hasStackTraceContaining("on the data source of hibernate.idgen.jdbc.connection");
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Ticket.class, Numbered.class})
    void anUnknownJndiNameFailsTheStart(Class<?> entity) {
        assertThatThrownBy(() -> on("java:/nowhere", entity).start())
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContaining(
                        "hibernate.idgen.jdbc.connection [java:/nowhere]: no data source has this JNDI name")
                .hasMessageEndingWith("; name a data source of the server");
    }

    @ParameterizedTest
    @ValueSource(strings = {"owner", "", "jdbc:h2:mem:secret"})
    void anotherWordFailsTheStart(String word) {
        assertThatThrownBy(() -> on(word, Ticket.class).start())
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContaining("hibernate.idgen.jdbc.connection [" + (word.contains("jdbc") ? "hidden" : word)
                        + "]: is no connection; use own or pool, a javax.sql.DataSource as an object, or a JNDI name that"
                        + " begins with java:")
                .hasMessageNotContaining("secret");
    }

    @Test
    void anObjectOfAnotherTypeFailsTheStart() {
        assertThatThrownBy(() -> on(List.of("secret"), Ticket.class).start())
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContaining("is no javax.sql.DataSource; give such an object, or use own or pool")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"own", "POOL", "Own"})
    void wordsMayHaveCapitals(String word) {
        try (SessionFactory factory = on(word, Ticket.class).start()) {
            assertThat(Idgen.of(factory).next(Ticket.class)).isNotNull();
        }
    }
}
