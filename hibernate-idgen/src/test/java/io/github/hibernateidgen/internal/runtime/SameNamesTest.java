package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.hibernate.SessionFactory;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two mappings of one service registry whose entities, attributes and columns have the same names, and nothing else. */
class SameNamesTest {

    /** Of the first of two writers. */
    static class First {

        @Entity(name = "Parcel")
        static class Parcel {
            @Id
            @SegmentId(sequence = "first_numbers", size = 10, offset = 2, step = 2)
            Long id;
        }

        @Entity(name = "Ticket")
        static class Ticket {
            @Id
            @SnowflakeId
            Long id;
        }

        @Entity(name = "Crate")
        static class Crate {
            @Id
            @SnowflakeId
            Long id;
        }

        @Entity(name = "Note")
        static class Note {
            @Id
            @SnowflakeId
            @PublicId(prefix = "fst_")
            Long id;
        }
    }

    /** Of the second. */
    static class Second {

        @Entity(name = "Parcel")
        static class Parcel {
            @Id
            @SegmentId(sequence = "second_numbers", size = 10, offset = 1, step = 2)
            Long id;
        }

        @Entity(name = "Ticket")
        static class Ticket {
            @Id
            @SnowflakeId(layout = "javascript")
            Long id;
        }

        @Entity(name = "Crate")
        static class Crate {
            @Id
            @SegmentId(size = 10)
            Long id;
        }

        @Entity(name = "Note")
        static class Note {
            @Id
            @SnowflakeId
            @PublicId(prefix = "snd_")
            Long id;
        }
    }

    private final StandardServiceRegistry registry = new StandardServiceRegistryBuilder()
            .applySetting(AvailableSettings.JAKARTA_JDBC_URL, "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1")
            .applySetting(AvailableSettings.HBM2DDL_AUTO, "update")
            .disableAutoClose()
            .build();

    private Metadata mapping(Class<?>... entities) {
        return new MetadataSources(registry).addAnnotatedClasses(entities).buildMetadata();
    }

    @AfterEach
    void destroy() {
        StandardServiceRegistryBuilder.destroy(registry);
    }

    private static <E> List<Long> persisted(SessionFactory factory, Class<E> entity, Function<E, Long> id) {
        return IntStream.range(0, 25)
                .mapToObj(i -> factory.fromTransaction(session -> {
                    try {
                        E row = entity.getDeclaredConstructor().newInstance();
                        session.persist(row);
                        return id.apply(row);
                    } catch (ReflectiveOperationException e) {
                        throw new AssertionError(e);
                    }
                }))
                .toList();
    }

    /** The rows of both are brought together in one table later, as offsets are for. */
    @Test
    void offsetsStayApart() {
        try (SessionFactory first = mapping(First.Parcel.class).buildSessionFactory();
                SessionFactory second = mapping(Second.Parcel.class).buildSessionFactory()) {
            assertThat(persisted(first, First.Parcel.class, parcel -> parcel.id))
                    .allMatch(id -> id % 2 == 0)
                    .doesNotContainAnyElementsOf(persisted(second, Second.Parcel.class, parcel -> parcel.id));
            assertThat(Idgen.of(second).attributes()).hasSize(1);
        }
    }

    @Test
    void offsetsStayApartWhereBothMappingsAreReadFirst() {
        Metadata one = mapping(First.Parcel.class);
        Metadata other = mapping(Second.Parcel.class);
        try (SessionFactory second = other.buildSessionFactory();
                SessionFactory first = one.buildSessionFactory()) {
            assertThat(persisted(first, First.Parcel.class, parcel -> parcel.id))
                    .allMatch(id -> id % 2 == 0)
                    .doesNotContainAnyElementsOf(persisted(second, Second.Parcel.class, parcel -> parcel.id));
        }
    }

    @Test
    void idsInCodeAreOfTheSessionFactorysLayout() {
        try (SessionFactory first = mapping(First.Ticket.class).buildSessionFactory();
                SessionFactory second = mapping(Second.Ticket.class).buildSessionFactory()) {
            assertThat(age(SnowflakeLayout.STANDARD, Idgen.of(first).next(First.Ticket.class, Long.class)))
                    .isLessThan(Duration.ofHours(1));
            assertThat(age(SnowflakeLayout.JAVASCRIPT, Idgen.of(second).next(Second.Ticket.class, Long.class)))
                    .isLessThan(Duration.ofHours(1));
        }
    }

    private static Duration age(SnowflakeLayout layout, long id) {
        return Duration.between(layout.instant(id), Instant.now()).abs();
    }

    @Test
    void spansOfTimeAndTextsAreOfTheSessionFactorysMapping() {
        try (SessionFactory first =
                        mapping(First.Ticket.class, First.Note.class).buildSessionFactory();
                SessionFactory second =
                        mapping(Second.Ticket.class, Second.Note.class).buildSessionFactory()) {
            assertThat(layout(first)).isEqualTo(SnowflakeLayout.STANDARD);
            assertThat(layout(second)).isEqualTo(SnowflakeLayout.JAVASCRIPT);
            assertThat(Idgen.of(first).idText(First.Note.class).prefix()).isEqualTo("fst_");
            assertThat(Idgen.of(second).idText(Second.Note.class).prefix()).isEqualTo("snd_");
        }
    }

    private static SnowflakeLayout layout(SessionFactory factory) {
        return Idgen.of(factory).attributes().stream()
                .filter(attribute -> attribute.path().equals("Ticket.id"))
                .findFirst()
                .orElseThrow()
                .layout()
                .orElseThrow();
    }

    @Test
    void oneMayHaveSegmentsWhereTheOtherHasNone() {
        try (SessionFactory first = mapping(First.Crate.class).buildSessionFactory();
                SessionFactory second = mapping(Second.Crate.class).buildSessionFactory()) {
            assertThat(persisted(second, Second.Crate.class, crate -> crate.id)).contains(1L, 25L);
            assertThat(Idgen.of(second).next(Second.Crate.class)).isEqualTo(26L);
            assertThat(age(SnowflakeLayout.STANDARD, Idgen.of(first).next(First.Crate.class, Long.class)))
                    .isLessThan(Duration.ofHours(1));
        }
    }

    /** In Hibernate 6.6 the generators of the other were made with its mapping, and ended with the first. */
    @Test
    void mappingIsStillOfUseWhereTheFactoryOfAnotherHasClosed() {
        Metadata one = mapping(First.Ticket.class, First.Parcel.class);
        Metadata other = mapping(Second.Ticket.class, Second.Parcel.class);
        one.buildSessionFactory().close();
        try (SessionFactory second = other.buildSessionFactory()) {
            assertThat(persisted(second, Second.Ticket.class, ticket -> ticket.id))
                    .doesNotHaveDuplicates();
            assertThat(persisted(second, Second.Parcel.class, parcel -> parcel.id))
                    .allMatch(id -> id % 2 == 1);
        }
    }

    /** Which is where other processes with one of the mappings look, too. */
    @Test
    void eachDefaultSchemaHasATableOfWorkerNumbers() {
        StandardServiceRegistry reserving = new StandardServiceRegistryBuilder()
                .applySetting(
                        AvailableSettings.JAKARTA_JDBC_URL,
                        "jdbc:h2:mem:" + UUID.randomUUID()
                                + ";DB_CLOSE_DELAY=-1;INIT=create schema if not exists a\\;create schema if not exists b")
                .applySetting(AvailableSettings.HBM2DDL_AUTO, "update")
                .applySetting(IdgenSettings.WORKER_CLAIM, "first-id")
                .disableAutoClose()
                .build();
        try (SessionFactory first = inSchema(reserving, "a", First.Ticket.class);
                SessionFactory second = inSchema(reserving, "b", Second.Ticket.class)) {
            persisted(second, Second.Ticket.class, ticket -> ticket.id);
            persisted(first, First.Ticket.class, ticket -> ticket.id);
            assertThat(rows(first, "a.idgen_worker")).isEqualTo(1);
            assertThat(rows(first, "b.idgen_worker")).isEqualTo(1);
        } finally {
            StandardServiceRegistryBuilder.destroy(reserving);
        }
    }

    /** Both mappings are read, and the one without Snowflake ids is started first: its schema has no such table. */
    @Test
    void noWorkerNumberIsReservedForSegments() {
        StandardServiceRegistry reserving = new StandardServiceRegistryBuilder()
                .applySetting(
                        AvailableSettings.JAKARTA_JDBC_URL,
                        "jdbc:h2:mem:" + UUID.randomUUID()
                                + ";DB_CLOSE_DELAY=-1;INIT=create schema if not exists a\\;create schema if not exists b")
                .applySetting(AvailableSettings.HBM2DDL_AUTO, "update")
                .disableAutoClose()
                .build();
        Metadata segments = readInSchema(reserving, "a", First.Parcel.class);
        Metadata snowflakes = readInSchema(reserving, "b", Second.Ticket.class);
        try (SessionFactory first = segments.buildSessionFactory();
                SessionFactory second = snowflakes.buildSessionFactory()) {
            persisted(first, First.Parcel.class, parcel -> parcel.id);
            persisted(second, Second.Ticket.class, ticket -> ticket.id);
            assertThat(rows(first, "b.idgen_worker")).isEqualTo(1);
        } finally {
            StandardServiceRegistryBuilder.destroy(reserving);
        }
    }

    private static SessionFactory inSchema(StandardServiceRegistry registry, String schema, Class<?> entity) {
        return readInSchema(registry, schema, entity).buildSessionFactory();
    }

    private static Metadata readInSchema(StandardServiceRegistry registry, String schema, Class<?> entity) {
        return new MetadataSources(registry)
                .addAnnotatedClass(entity)
                .getMetadataBuilder()
                .applyImplicitSchemaName(schema)
                .build();
    }

    private static long rows(SessionFactory factory, String table) {
        return factory.fromSession(session -> session.createNativeQuery("select count(*) from " + table, Long.class)
                .getSingleResult());
    }
}
