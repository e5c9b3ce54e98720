package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.hibernate.HibernateException;
import org.hibernate.SessionFactory;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.spi.MetadataBuilderImplementor;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several session factories of one service registry, with the same entities. */
class SharedRegistryTest {

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SnowflakeId
        Long id;

        @CombGuid
        UUID reference;
    }

    @Entity(name = "Crate")
    static class Crate {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SegmentId(size = 10, source = SegmentId.Source.DATABASE)
        Long id;
    }

    @Entity(name = "Voucher")
    static class Voucher {
        @Id
        @SegmentId(size = 10, source = SegmentId.Source.STORE)
        Long id;
    }

    private final StandardServiceRegistry registry = new StandardServiceRegistryBuilder()
            .applySetting(AvailableSettings.JAKARTA_JDBC_URL, "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1")
            .applySetting(AvailableSettings.HBM2DDL_AUTO, "update")
            .applySetting(IdgenSettings.WORKER_NAMESPACE, "shared")
            .applySetting(IdgenSettings.SEGMENT_SOURCE, new RememberingStore())
            .disableAutoClose()
            .build();

    private final Set<Object> ids = new HashSet<>();

    private Metadata metadata() {
        return new MetadataSources(registry)
                .addAnnotatedClasses(Parcel.class, Crate.class, Ticket.class)
                .buildMetadata();
    }

    private SessionFactory start() {
        return metadata().buildSessionFactory();
    }

    private static void assertForgotten(WeakReference<?> reference) throws InterruptedException {
        for (int i = 0; i < 100 && reference.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(reference.get()).isNull();
    }

    @ParameterizedTest
    @ValueSource(classes = {Parcel.class, Ticket.class, Voucher.class})
    void aClosedSessionFactoryIsForgotten(Class<?> entity) throws Exception {
        assertForgotten(new WeakReference<>(startAndClose(entity)));
        startAndClose(entity);
    }

    private SessionFactory startAndClose(Class<?> entity) throws Exception {
        Object row = entity.getDeclaredConstructor().newInstance();
        try (SessionFactory factory = new MetadataSources(registry)
                .addAnnotatedClass(entity)
                .buildMetadata()
                .buildSessionFactory()) {
            factory.inTransaction(session -> session.persist(row));
            return factory;
        }
    }

    /** As where a tool prints the schema, or a second start fails before its session factory. */
    @Test
    void mappingWithoutASessionFactoryIsForgotten() throws InterruptedException {
        assertForgotten(new WeakReference<>(metadata().getDatabase()));
    }

    @Test
    void sourcesOfAMappingThatIsNeverMadeAreForgotten() throws InterruptedException {
        assertForgotten(new WeakReference<>(((MetadataBuilderImplementor) new MetadataSources(registry)
                        .addAnnotatedClass(Parcel.class)
                        .getMetadataBuilder())
                .getBootstrapContext()
                .getTypeConfiguration()));
    }

    @AfterEach
    void destroy() {
        StandardServiceRegistryBuilder.destroy(registry);
    }

    /** Each of them new. */
    private void persistSome(SessionFactory factory) {
        for (int i = 0; i < 12; i++) {
            factory.inTransaction(session -> {
                Parcel parcel = new Parcel();
                session.persist(parcel);
                session.flush();
                assertThat(ids.add(parcel.id)).isTrue();
                assertThat(ids.add(parcel.reference)).isTrue();
                Crate crate = new Crate();
                session.persist(crate);
                assertThat(ids.add(crate.id)).isTrue();
                Ticket ticket = new Ticket();
                session.persist(ticket);
                assertThat(ids.add("ticket " + ticket.id)).isTrue();
            });
        }
    }

    @Test
    void secondGoesOnWhereTheFirstHasClosed() {
        try (SessionFactory first = start()) {
            persistSome(first);
        }
        try (SessionFactory second = start()) {
            persistSome(second);
        }
    }

    @Test
    void eitherMayCloseFirst() {
        SessionFactory first = start();
        SessionFactory second = start();
        persistSome(first);
        persistSome(second);
        first.close();
        persistSome(second);
        SessionFactory third = start();
        persistSome(third);
        second.close();
        persistSome(third);
        third.close();
    }

    @Test
    void closedOneMakesNoIdsAndIsForgotten() {
        SessionFactory first = start();
        try (SessionFactory second = start()) {
            persistSome(first);
            persistSome(second);
            assertThat(segmentGenerators(first)).isEqualTo(1);
            assertThat(segmentGenerators(second)).as("not those of the first").isEqualTo(1);
            Idgen closing = Idgen.of(first);
            first.close();
            assertThat(closing.attributes())
                    .allSatisfy(attribute -> assertThat(attribute.segments()).isEmpty());
            assertThat(segmentGenerators(second)).isEqualTo(1);
            assertThatThrownBy(() -> persistSome(first)).isInstanceOf(IllegalStateException.class);
        }
    }

    /** In 6.6 the two would share the mapping's generators. */
    @Test
    void hibernateMakesOneSessionFactoryOfAMapping() {
        Metadata metadata = metadata();
        try (SessionFactory first = metadata.buildSessionFactory()) {
            persistSome(first);
            assertThatThrownBy(metadata::buildSessionFactory).isInstanceOf(HibernateException.class);
        }
    }

    /** Hibernate 6.6 keeps the generators that it made with the mapping: they need engines that live. */
    @Test
    void startThatFailedMayBeTriedAgainWithTheSameMapping() throws SQLException {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        StandardServiceRegistry other = new StandardServiceRegistryBuilder()
                .applySetting(AvailableSettings.JAKARTA_JDBC_URL, url)
                .disableAutoClose()
                .build();
        try {
            Metadata metadata =
                    new MetadataSources(other).addAnnotatedClasses(Parcel.class).buildMetadata();
            assertThatThrownBy(metadata::buildSessionFactory).hasStackTraceContaining("create table");
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                statement.execute("create table Parcel (id bigint primary key, reference uuid)");
                statement.execute(JdbcDatabase.H2.ddl());
            }
            try (SessionFactory factory = metadata.buildSessionFactory()) {
                factory.inTransaction(session -> {
                    Parcel parcel = new Parcel();
                    session.persist(parcel);
                    session.flush();
                    assertThat(parcel.id).isPositive();
                });
                assertThat(Idgen.of(factory).attributes()).hasSize(2);
            }
        } finally {
            StandardServiceRegistryBuilder.destroy(other);
        }
    }

    private static long segmentGenerators(SessionFactory factory) {
        return Idgen.of(factory).attributes().stream()
                .mapToLong(attribute -> attribute.segments().size())
                .sum();
    }
}
