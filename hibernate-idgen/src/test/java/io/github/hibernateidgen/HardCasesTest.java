package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.NoWorkerException;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens where things are not as usual: docs/contributing/hard-cases.md names all cases. */
@Timeout(60)
class HardCasesTest {

    @Entity(name = "Ticket")
    static class Ticket implements Serializable {
        private static final long serialVersionUID = 1L;

        @Id
        @SnowflakeId
        Long id;

        @CombGuid
        UUID reference;

        String text = "new";
    }

    @Entity(name = "Page")
    static class Page {
        @Id
        @SnowflakeId(layout = "javascript")
        Long id;
    }

    @Entity(name = "Label")
    static class Label {
        @Id
        @SnowflakeId(text = SnowflakeText.READABLE)
        @Column(length = 40)
        String id;

        @SnowflakeId(text = SnowflakeText.CROCKFORD_BASE32)
        @Column(length = 13)
        String code;

        @CombGuid
        @Column(length = 36)
        String reference;
    }

    @Entity(name = "Late")
    static class Late {
        @Id
        @SnowflakeId(layout = "late")
        Long id;
    }

    @Entity(name = "Alone")
    static class Alone {
        @Id
        @SnowflakeId(layout = "alone")
        Long id;
    }

    private static final SnowflakeLayout STANDARD = SnowflakeLayout.STANDARD;
    private static final String LATE = IdgenSettings.SNOWFLAKE_LAYOUTS + "late.";

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-06-01T12:00:00Z"));
    private final InstantSource clock = now::get;
    private final InMemoryReservationStore store = new InMemoryReservationStore();
    private final Locale locale = Locale.getDefault();
    private final TimeZone zone = TimeZone.getDefault();

    @AfterEach
    void setBack() {
        Locale.setDefault(locale);
        TimeZone.setDefault(zone);
    }

    private Hibernate onClock(Class<?>... entities) {
        return Hibernate.onH2(entities).with(IdgenSettings.CLOCK, clock);
    }

    private Hibernate reserving(Class<?>... entities) {
        return onClock(entities).without(IdgenSettings.WORKER_ID).with(IdgenSettings.WORKER_SOURCE, store);
    }

    private void advance(Duration step) {
        now.updateAndGet(instant -> instant.plus(step));
    }

    private static <T> T persist(SessionFactory factory, T entity) {
        factory.inTransaction(session -> session.persist(entity));
        return entity;
    }

    /** No more than a tick holds. */
    private List<Object> ids(SessionFactory factory, Class<?> entity, int count) {
        List<Object> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            advance(Duration.ofMillis(1));
            ids.add(Hibernate.nextId(factory, entity));
        }
        return ids;
    }

    // An epoch in the future

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void layoutThatHasNotBegunStopsTheStart(boolean reserved) {
        Hibernate hibernate = (reserved ? reserving(Late.class) : onClock(Late.class))
                .with(LATE + "fields", "time:41, worker:10, sequence:12")
                .with(LATE + "epoch", "2030-01-01T00:00:00Z");
        assertThatThrownBy(hibernate::start)
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessage("Late.id [late]: the clock reads 2026-06-01T12:00:00Z, but the layout lasts from"
                        + " 2030-01-01T00:00:00Z to 2099-09-07T15:47:35.552Z; set the clock right, or use a layout"
                        + " that is in force");
    }

    /** The clock was set right, to before the epoch: nothing is made of another time. */
    @Test
    void clockThatFallsBeforeTheEpochMakesNoIds() {
        try (SessionFactory factory = reserving(Ticket.class).start()) {
            advance(Duration.ofSeconds(1));
            persist(factory, new Ticket());
            now.set(Instant.EPOCH);
            assertThatThrownBy(() -> persist(factory, new Ticket()))
                    .hasMessageStartingWith("Ticket.id: the clock reads [1970-01-01T00:00:00Z]");
        }
    }

    // The end of a layout

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2039-12-31T23:59:59Z |
            2040-01-01T00:00:00Z | 365
            2040-12-30T00:00:00Z | 1
            2040-12-30T23:59:59Z | 0
            """)
    void endOfALayoutIsWarnedOfFromAYearBefore(Instant start, @Nullable Integer days) {
        now.set(start);
        SnowflakeLayout lasting = SnowflakeLayout.named("late")
                .time(41)
                .worker("worker", 10)
                .sequence(12)
                .build();
        Instant epoch = Instant.parse("2040-12-31T00:00:00Z").minus(Duration.between(lasting.epoch(), lasting.end()));
        try (LogCapture log = new LogCapture();
                SessionFactory factory = onClock(Late.class)
                        .with(LATE + "fields", "time:41, worker:10, sequence:12")
                        .with(LATE + "epoch", epoch.toString())
                        .start()) {
            assertThat(log.warnings())
                    .isEqualTo(
                            days == null
                                    ? List.of()
                                    : List.of("layout [late] ends at [2040-12-31T00:00:00Z], in [" + days
                                            + "] days, and no id can be made from then on; move in time to a layout"
                                            + " with a wider time field, whose ids are greater"));
            now.updateAndGet(instant -> instant.plusMillis(2));
            assertThat(persist(factory, new Late()).id).isPositive();
        }
    }

    // Two layouts, two session factories

    @Test
    void twoLayoutsOfOneApplicationShareOneNumber() {
        try (SessionFactory factory = reserving(Ticket.class, Page.class).start()) {
            advance(Duration.ofSeconds(1));
            for (int i = 0; i < 100; i++) {
                advance(Duration.ofMillis(1));
                var ticket = STANDARD.split(persist(factory, new Ticket()).id);
                var page = SnowflakeLayout.JAVASCRIPT.split(persist(factory, new Page()).id);
                assertThat(page.worker()).isEqualTo(ticket.worker());
                assertThat(page.instant()).isEqualTo(ticket.instant()).isEqualTo(now.get());
            }
            assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).hasSize(1);
        }
    }

    @Test
    void sessionFactoriesOfTwoRegistriesHaveTwoNumbers() {
        try (SessionFactory one = reserving(Ticket.class).start();
                SessionFactory other = reserving(Ticket.class).start()) {
            advance(Duration.ofSeconds(1));
            Set<Object> ids = new HashSet<>(ids(one, Ticket.class, 500));
            now.set(now.get().minusMillis(500)); // The same ticks again.
            ids.addAll(ids(other, Ticket.class, 500));
            assertThat(ids).hasSize(1000);
            assertThat(store.read("default", 0, Long.MAX_VALUE).slots()).hasSize(2);
        }
    }

    // A pause

    /**
     * A debugger holds all threads of one process, the renewal's too, while another process lives on. There is one worker
     * number, which the other gets.
     */
    @Test
    void processThatWasPausedForMinutesHasLostItsNumberAndRepeatsNoId() {
        Hibernate hibernate = reserving(Alone.class)
                .with(IdgenSettings.SNOWFLAKE_LAYOUTS + "alone.fields", "time:41, sequence:12")
                .with(IdgenSettings.WORKER_TIMEOUT, "500ms");
        try (SessionFactory paused = hibernate.start()) {
            advance(Duration.ofSeconds(1));
            Set<Object> ids = new HashSet<>(ids(paused, Alone.class, 100));
            advance(Duration.ofMinutes(7));
            assertThat(store.read("default", 0, Long.MAX_VALUE).slots())
                    .singleElement()
                    .satisfies(row -> assertThat(row.reservedUntil())
                            .as("the pause outlasts the reservation")
                            .isLessThan(now.get().toEpochMilli()));

            try (SessionFactory other = hibernate.start()) {
                advance(Duration.ofSeconds(1));
                ids.addAll(ids(other, Alone.class, 500));
                assertThatThrownBy(() -> Hibernate.nextId(paused, Alone.class))
                        .isInstanceOf(IdentifierGenerationException.class)
                        .hasMessageStartingWith("Alone.id: ");
            }
            advance(Duration.ofMinutes(2));
            ids.add(idOnceThereIsANumber(paused));
            ids.addAll(ids(paused, Alone.class, 500));
            assertThat(ids).hasSize(1101);
        }
    }

    private static Object idOnceThereIsANumber(SessionFactory factory) {
        while (true) {
            try {
                return Hibernate.nextId(factory, Alone.class);
            } catch (IdentifierGenerationException e) {
                assertThat(e.getCause()).isInstanceOfAny(ReservationEndedException.class, NoWorkerException.class);
            }
        }
    }

    // Serialization

    @Test
    void detachedEntityGoesThroughSerializationAndKeepsItsId() throws Exception {
        try (SessionFactory factory = Hibernate.onH2(Ticket.class).start()) {
            Ticket ticket = persist(factory, new Ticket());
            Ticket copy = copy(ticket);
            assertThat(copy.id).isEqualTo(ticket.id);
            assertThat(copy.reference).isEqualTo(ticket.reference);

            copy.text = "changed";
            factory.inTransaction(session -> session.merge(copy));
            factory.inSession(session -> assertThat(session.createSelectionQuery("from Ticket", Ticket.class)
                            .getResultList())
                    .singleElement()
                    .satisfies(row -> {
                        assertThat(row.id).isEqualTo(ticket.id);
                        assertThat(row.reference).isEqualTo(ticket.reference);
                        assertThat(row.text).isEqualTo("changed");
                    }));
        }
    }

    private static Ticket copy(Ticket ticket) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(ticket);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (Ticket) in.readObject();
        }
    }

    // Places

    @ParameterizedTest
    @CsvSource({
        "tr-TR, Europe/Istanbul",
        "az-AZ, Asia/Baku",
        "th-TH-u-ca-buddhist-nu-thai, Asia/Bangkok",
        "ar-EG-u-nu-arab, Africa/Cairo",
        "hi-IN-u-nu-deva, Asia/Kolkata",
        "ja-JP-u-ca-japanese, Pacific/Kiritimati"
    })
    void idsTextsAndTablesAreTheSameEverywhere(String language, String place) {
        Locale.setDefault(Locale.forLanguageTag(language));
        TimeZone.setDefault(TimeZone.getTimeZone(place));
        now.set(Instant.now().truncatedTo(ChronoUnit.MILLIS)); // The database has a clock, too.
        try (SessionFactory factory = onClock(Ticket.class, Label.class)
                .without(IdgenSettings.WORKER_ID)
                .with(IdgenSettings.COLUMN_CHECK, "fail")
                .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                .start()) {
            advance(Duration.ofSeconds(1));
            Label label = persist(factory, new Label());
            assertThat(label.id).matches("20[0-9]{6}-[0-9]{9}-[0-9]{4}-[0-9]{4}");
            assertThat(STANDARD.instant(SnowflakeText.READABLE.parse(STANDARD, label.id)))
                    .isEqualTo(now.get());
            assertThat(label.code).matches("[0-9A-HJKMNP-TV-Z]{13}");
            assertThat(label.reference).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}");
            assertThat(STANDARD.instant(persist(factory, new Ticket()).id)).isEqualTo(now.get());
            factory.inSession(
                    session -> assertThat(session.createNativeQuery("select count(*) from IDGEN_WORKER", Long.class)
                                    .getSingleResult())
                            .as("the table, by the name that every place gives it")
                            .isEqualTo(1));
            assertThat(STANDARD.describe())
                    .isEqualTo(
                            "standard: time 41, worker 10, sequence 12; 1024 workers of 4096 ids a tick of 1 ms; from"
                                    + " 2024-01-01T00:00:00Z until 2093-09-06T15:47:35.552Z");
        }
    }
}
