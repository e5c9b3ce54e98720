package io.github.hibernateidgen.examples.reactive;

import static io.github.hibernateidgen.config.IdgenSettings.CLOCK;
import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_MAX_WAIT;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_CLAIM;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ID;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.snowflake.ClockMovedBackException;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Persistence;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.reactive.provider.ReactiveServiceRegistryBuilder;
import org.hibernate.reactive.stage.Stage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds with Hibernate Reactive. */
@Timeout(60)
class NotesTest {

    record TicketId(long value) {}

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SnowflakeId
        TicketId id;
    }

    @Entity(name = "Sheet")
    static class Sheet {
        @Id
        @SnowflakeId(layout = "innodb")
        Long id;
    }

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SnowflakeId(assignable = true)
        Long id;
    }

    @Entity(name = "Invoice")
    static class Invoice {
        @Id
        @SegmentId
        Long id;
    }

    @Embeddable
    static class PageKey implements Serializable {
        private static final long serialVersionUID = 1L;

        long book;

        @SnowflakeId
        Long number;

        @Override
        public boolean equals(Object other) {
            return other instanceof PageKey that && book == that.book && Objects.equals(number, that.number);
        }

        @Override
        public int hashCode() {
            return Objects.hash(book, number);
        }
    }

    @Entity(name = "Page")
    static class Page {
        @EmbeddedId
        PageKey id = new PageKey();
    }

    @Entity(name = "Leaf")
    @IdClass(PageKey.class)
    static class Leaf {
        @Id
        long book;

        @Id
        @SnowflakeId
        Long number;
    }

    private static final Map<String, Object> NON_BLOCKING = Map.of(WORKER_ID, 5, SNOWFLAKE_MAX_WAIT, "10ms");

    private static EmbeddedPostgres server;

    @BeforeAll
    static void startServer() throws IOException {
        server = EmbeddedPostgres.builder().start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    private static Map<String, Object> with(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("jakarta.persistence.jdbc.url", "jdbc:postgresql://localhost:" + server.getPort() + "/postgres");
        all.put("jakarta.persistence.jdbc.user", "postgres");
        all.put("jakarta.persistence.jdbc.password", "postgres");
        return all;
    }

    /** The persistence unit of the example. */
    private static EntityManagerFactory start(Map<String, Object> settings) {
        return Persistence.createEntityManagerFactory("notes", with(settings));
    }

    /** Other entities. */
    private static SessionFactory start(Map<String, Object> settings, Class<?> entity) {
        Configuration configuration = new Configuration().addAnnotatedClass(entity);
        with(settings).forEach((name, value) -> configuration.getProperties().put(name, value));
        configuration.setProperty("hibernate.hbm2ddl.auto", "create-drop");
        return configuration.buildSessionFactory(new ReactiveServiceRegistryBuilder()
                .applySettings(configuration.getProperties())
                .build());
    }

    private static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, SECONDS);
    }

    @Test
    void savesAndFindsANote() throws Exception {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        InstantSource clock = () -> {
            threads.add(Thread.currentThread().getName());
            return Instant.now();
        };
        try (EntityManagerFactory factory = start(Map.of(WORKER_ID, 5, CLOCK, clock))) {
            Notes notes = new Notes(factory.unwrap(Stage.SessionFactory.class));
            threads.clear();
            Note note = await(notes.save("hello"));

            assertThat(SnowflakeLayout.STANDARD.split(note.getId()).worker()).isEqualTo(5);
            assertThat(note.getReference().version()).isEqualTo(7);
            assertThat(threads).allMatch(thread -> thread.startsWith("vert.x-eventloop-thread"));
            Note found = await(notes.find(note.getId()));
            assertThat(found.getText()).isEqualTo("hello");
            assertThat(found.getReference()).isEqualTo(note.getReference());
        }
    }

    @Test
    void idsAscend() throws Exception {
        try (EntityManagerFactory factory = start(Map.of(WORKER_ID, 5))) {
            Stage.SessionFactory sessions = factory.unwrap(Stage.SessionFactory.class);
            Object[] notes = new Object[200];
            for (int i = 0; i < notes.length; i++) {
                notes[i] = new Note("note " + i);
            }
            await(sessions.withTransaction(session -> session.persist(notes)));
            List<Long> ids = new ArrayList<>();
            for (Object note : notes) {
                ids.add(((Note) note).getId());
            }
            assertThat(ids).doesNotContainNull().isSorted().doesNotHaveDuplicates();

            Idgen idgen = Idgen.of(factory.unwrap(SessionFactory.class));
            assertThat(idgen.next(Note.class, Long.class)).isGreaterThan(ids.get(ids.size() - 1));
        }
    }

    @Test
    void guidsNeedNoWorkerNumber() throws Exception {
        try (SessionFactory factory = start(Map.of(), Tag.class)) {
            Tag tag = new Tag();
            await(factory.unwrap(Stage.SessionFactory.class).withTransaction(session -> session.persist(tag)));
            assertThat(tag.getId().version()).isEqualTo(7);
        }
    }

    @Test
    void idsMayBeOfAClassOfTheirOwn() throws Exception {
        try (SessionFactory factory = start(NON_BLOCKING, Ticket.class)) {
            Stage.SessionFactory sessions = factory.unwrap(Stage.SessionFactory.class);
            Ticket ticket = new Ticket();
            await(sessions.withTransaction(session -> session.persist(ticket)));
            Ticket found = await(sessions.withSession(session -> session.find(Ticket.class, ticket.id)));
            assertThat(found.id).isEqualTo(ticket.id);
        }
    }

    @Test
    void sessionsHaveLanesUntilTheyAreClosed() throws Exception {
        try (SessionFactory factory = start(NON_BLOCKING, Sheet.class)) {
            Stage.SessionFactory sessions = factory.unwrap(Stage.SessionFactory.class);
            for (int round = 0; round < 3; round++) {
                Sheet[] first = sheets();
                Sheet[] second = sheets();
                Sheet[] again = sheets();
                Sheet stateless = new Sheet();
                await(sessions.withSession(outer -> persist(outer, first)
                        .thenCompose(done -> sessions.openSession())
                        .thenCompose(inner -> persist(inner, second)
                                .thenCompose(done -> persist(outer, again))
                                .thenCompose(done -> inner.close()))
                        .thenCompose(closed -> sessions.openStatelessSession())
                        .thenCompose(last -> last.insert(stateless).thenCompose(done -> last.close()))));
                assertThat(first).allMatch(sheet -> lane(sheet) == 0);
                assertThat(second).allMatch(sheet -> lane(sheet) == 1);
                assertThat(again).as("another unit of the session").allMatch(sheet -> lane(sheet) == 0);
                assertThat(lane(stateless))
                        .as("free since its session was closed")
                        .isOne();
            }
        }
    }

    private static Sheet[] sheets() {
        return Stream.generate(Sheet::new).limit(10).toArray(Sheet[]::new);
    }

    private static CompletionStage<Void> persist(Stage.Session session, Sheet[] sheets) {
        return session.withTransaction(transaction -> session.persist((Object[]) sheets));
    }

    private static long lane(Sheet sheet) {
        return SnowflakeLayout.INNODB.split(sheet.id).lane();
    }

    @Test
    void numberIsReservedInAStore() throws Exception {
        JdbcReservationStore store = new JdbcReservationStore(server.getPostgresDatabase());
        store.createTable();
        Map<String, Object> settings = Map.of(WORKER_SOURCE, store);
        try (EntityManagerFactory factory = start(settings);
                EntityManagerFactory other = start(settings)) {
            Note note = await(new Notes(factory.unwrap(Stage.SessionFactory.class)).save("one"));
            Note another = await(new Notes(other.unwrap(Stage.SessionFactory.class)).save("two"));
            assertThat(SnowflakeLayout.STANDARD.split(note.getId()).worker())
                    .isNotEqualTo(
                            SnowflakeLayout.STANDARD.split(another.getId()).worker());
            assertThat(Idgen.of(factory.unwrap(SessionFactory.class)).workerSource())
                    .hasValueSatisfying(source -> assertThat(
                                    ((ReservedWorkerSource) source).status().failure())
                            .isEmpty());
        }
    }

    @Test
    void clockThatStepsBackHoldsUpNoEventLoop() throws Exception {
        AtomicReference<Duration> step = new AtomicReference<>(Duration.ZERO);
        InstantSource clock = () -> Instant.now().minus(step.get());
        try (EntityManagerFactory factory = start(Map.of(WORKER_ID, 5, CLOCK, clock))) {
            Notes notes = new Notes(factory.unwrap(Stage.SessionFactory.class));
            await(notes.save("before"));
            step.set(Duration.ofSeconds(1));
            assertThatThrownBy(() -> await(notes.save("after"))).hasRootCauseInstanceOf(ClockMovedBackException.class);
        }
    }

    @Test
    void reservationThroughHibernateIsRefused() {
        assertThatThrownBy(() -> start(Map.of()))
                .hasStackTraceContaining(
                        "hibernate.idgen.worker.source [jdbc]: Hibernate Reactive has no JDBC connections");
    }

    @Test
    void claimInAnEventLoopIsRefused() {
        assertThatThrownBy(() -> start(
                        Map.of(
                                WORKER_SOURCE,
                                new JdbcReservationStore(server.getPostgresDatabase()),
                                WORKER_CLAIM,
                                "first-id"),
                        Ticket.class))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageStartingWith(
                        "hibernate.idgen.worker.claim [first-id]: the first id would block an event loop of Hibernate"
                                + " Reactive");
    }

    @Test
    void waitingIsRefused() {
        assertThatThrownBy(() -> start(Map.of(WORKER_ID, 5), Ticket.class))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageStartingWith("hibernate.idgen.snowflake.max-wait ["
                        + SnowflakeLimits.DEFAULT.maxWait().toMillis() + " ms]: ");
    }

    @Test
    void segmentsAreRefused() {
        assertThatThrownBy(() -> start(Map.of(), Invoice.class))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageStartingWith("Invoice.id [segments]: Hibernate Reactive reads sequences itself");
    }

    @ParameterizedTest
    @ValueSource(classes = {Page.class, Leaf.class})
    void partOfAnIdIsRefused(Class<?> entity) {
        assertThatThrownBy(() -> start(NON_BLOCKING, entity))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContaining(".number [part of an id]: Hibernate Reactive drops the generated value");
    }

    @Test
    void assignableIdIsRefused() {
        assertThatThrownBy(() -> start(NON_BLOCKING, Parcel.class))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageStartingWith("Parcel.id [assignable]: Hibernate Reactive does not pass the id that is set");
    }
}
