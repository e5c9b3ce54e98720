package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.Receipt;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.io.Serializable;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.dialect.H2Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Settings that the session factory has and the registry had not when the mapping was read, as where Quarkus
 * builds an application. Processes of one build that are told apart by such a setting must not make the same ids.
 */
class RunTimeSettingsTest {

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SnowflakeId
        Long id;

        @SnowflakeId
        Long other;
    }

    @Entity(name = "Crate")
    static class Crate {
        @Id
        @SnowflakeId
        Long id;
    }

    @Embeddable
    static class LineKey implements Serializable {
        private static final long serialVersionUID = 1L;

        @SnowflakeId
        Long number;

        @Override
        public boolean equals(Object other) {
            return other instanceof LineKey that && Objects.equals(number, that.number);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(number);
        }
    }

    @Entity(name = "Line")
    static class Line {
        @EmbeddedId
        LineKey id = new LineKey();
    }

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SegmentId(size = 10)
        Long id;
    }

    private static final SnowflakeLayout STANDARD = SnowflakeLayout.STANDARD;

    private static <T> T persist(SessionFactory factory, T entity) {
        factory.inTransaction(session -> session.persist(entity));
        return entity;
    }

    private static long workerOf(long id) {
        return STANDARD.split(id).worker();
    }

    private static Hibernate all() {
        return Hibernate.onH2(Parcel.class, Crate.class, Line.class, Ticket.class, Receipt.class);
    }

    @Test
    void everyGeneratorHasTheWorkerNumberOfTheFactory() {
        try (SessionFactory factory =
                all().atRunTime(IdgenSettings.WORKER_ID, "7").start()) {
            Parcel parcel = persist(factory, new Parcel());
            assertThat(workerOf(parcel.id)).as("id").isEqualTo(7);
            assertThat(workerOf(parcel.other)).as("attribute").isEqualTo(7);
            assertThat(workerOf(persist(factory, new Crate()).id))
                    .as("another entity")
                    .isEqualTo(7);
            assertThat(workerOf(persist(factory, new Line()).id.number))
                    .as("part of an embedded id")
                    .isEqualTo(7);
            assertThat(Idgen.of(factory).snowflakeGenerators()).hasSize(1);
            assertThat(Idgen.of(factory).workerSource())
                    .hasValueSatisfying(
                            source -> assertThat(source.reservation().worker()).isEqualTo(7));
        }
    }

    @Test
    void reportsCountTheValuesOfTheGeneratorsInForce() {
        try (SessionFactory factory =
                all().atRunTime(IdgenSettings.WORKER_ID, "7").start()) {
            persist(factory, new Parcel());
            assertThat(Idgen.of(factory).attributes())
                    .hasSize(6)
                    .filteredOn(attribute -> attribute.path().equals("Parcel.id"))
                    .singleElement()
                    .satisfies(attribute -> assertThat(attribute.issued()).isOne());
        }
    }

    @Test
    void layoutOfTheFactoryIsObeyed() {
        FakeClock clock = FakeClock.at("2026-06-01T12:00:00Z");
        try (SessionFactory factory = all().with(IdgenSettings.CLOCK, clock)
                .atRunTime(IdgenSettings.SNOWFLAKE_LAYOUT, "javascript")
                .start()) {
            for (int i = 0; i < 20; i++) {
                clock.advanceMillis(10);
                var parts = SnowflakeLayout.JAVASCRIPT.split(persist(factory, new Crate()).id);
                assertThat(parts.worker()).isEqualTo(5);
                assertThat(parts.sequence()).isLessThan(SnowflakeLayout.JAVASCRIPT.sequenceSpread());
            }
        }
    }

    @Test
    void clockOfTheFactoryIsObeyed() {
        FakeClock clock = FakeClock.at("2030-01-02T03:04:05Z");
        try (SessionFactory factory =
                all().atRunTime(IdgenSettings.CLOCK, clock).start()) {
            clock.advanceMillis(10);
            assertThat(STANDARD.instant(persist(factory, new Parcel()).id)).isEqualTo(clock.instant());
            assertThat(persist(factory, new Receipt()).id.getMostSignificantBits() >>> 16)
                    .as("milliseconds of the GUID")
                    .isEqualTo(clock.millis());
        }
    }

    @Test
    void offsetOfTheFactoryIsObeyed() {
        try (SessionFactory factory = all().atRunTime(IdgenSettings.SEGMENT_OFFSET, 1)
                .atRunTime(IdgenSettings.SEGMENT_STEP, 2)
                .start()) {
            for (int i = 0; i < 15; i++) {
                assertThat(persist(factory, new Ticket()).id % 2).isOne();
            }
        }
    }

    @Test
    void settingThatOnlyTheRegistryHasIsNotInForce() {
        try (SessionFactory factory = Hibernate.onH2(Parcel.class)
                .atRunTime(IdgenSettings.WORKER_ID, null)
                .start()) {
            assertThat(Idgen.of(factory).workerSource())
                    .as("reserved in a table that the schema tools have made")
                    .hasValueSatisfying(source -> assertThat(source).isInstanceOf(ReservedWorkerSource.class));
            assertThat(persist(factory, new Parcel()).id).isPositive();
        }
    }

    /** Read with a reservation, run with a number: the schema tools want no table that nobody uses. */
    @Test
    void tableOfReservationsFollowsTheSettingsInForce() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        Hibernate.onH2(Parcel.class)
                .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                .with(AvailableSettings.HBM2DDL_AUTO, "update")
                .without(IdgenSettings.WORKER_ID)
                .atRunTime(IdgenSettings.WORKER_ID, "7")
                .start()
                .close();
        Hibernate validating = Hibernate.onH2(Parcel.class)
                .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                .with(AvailableSettings.HBM2DDL_AUTO, "validate");
        validating
                .without(IdgenSettings.WORKER_ID)
                .atRunTime(IdgenSettings.WORKER_ID, "7")
                .start()
                .close();
        assertThatThrownBy(() -> validating
                        .with(IdgenSettings.WORKER_ID, "7")
                        .atRunTime(IdgenSettings.WORKER_ID, null)
                        .start())
                .hasMessageContaining("if the table is missing, create it with\ncreate table");
        validating
                .with(AvailableSettings.HBM2DDL_AUTO, "update")
                .atRunTime(IdgenSettings.WORKER_JDBC_TABLE, "other_worker")
                .start()
                .close();
        validating.with(AvailableSettings.HBM2DDL_AUTO, "validate").start().close();
    }

    /** While an application is built there is no database; when it runs there is. */
    @Test
    void numberIsClaimedAtTheStartWhereTheFactoryHasADatabase() {
        try (SessionFactory factory = Hibernate.onH2(Parcel.class)
                .without(IdgenSettings.WORKER_ID)
                .with(AvailableSettings.DIALECT, H2Dialect.class.getName())
                .with("hibernate.boot.allow_jdbc_metadata_access", "false")
                .atRunTime("hibernate.boot.allow_jdbc_metadata_access", "true")
                .start()) {
            assertThat(Idgen.of(factory).workerSource())
                    .hasValueSatisfying(source -> assertThat(
                                    ((ReservedWorkerSource) source).status().reservation())
                            .isPresent());
        }
    }

    @ParameterizedTest
    @CsvSource({"hibernate.idgen.worker.idd, hidden", "hibernate.idgen.worker.id, seven"})
    void settingOfTheFactoryThatIsWrongStopsTheStart(String setting, String shown) {
        assertThatThrownBy(() ->
                        Hibernate.onH2(Parcel.class).atRunTime(setting, "seven").start())
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageStartingWith(setting + " [" + shown + "]: ");
    }

    @Test
    void sameSettingsAreReadOnce() {
        try (LogCapture log = new LogCapture();
                SessionFactory factory =
                        all().atRunTime("some.other.setting", "7").start()) {
            assertThat(workerOf(persist(factory, new Parcel()).id)).isEqualTo(5);
            assertThat(log.messages())
                    .filteredOn(message -> message.startsWith("Snowflake layout"))
                    .hasSize(1);
            assertThat(log.messages()).noneMatch(message -> message.contains("other settings"));
        }
    }

    private static SessionFactory factory(StandardServiceRegistry registry) {
        return new MetadataSources(registry)
                .addAnnotatedClass(Parcel.class)
                .buildMetadata()
                .buildSessionFactory();
    }

    @Test
    void eachFactoryOfARegistryHasSettingsOfItsOwn() {
        Map<String, Object> settings = new HashMap<>(Map.of(
                AvailableSettings.JAKARTA_JDBC_URL,
                "jdbc:h2:mem:" + UUID.randomUUID(),
                AvailableSettings.HBM2DDL_AUTO,
                "update",
                IdgenSettings.WORKER_ID,
                "5"));
        StandardServiceRegistry registry = new StandardServiceRegistryBuilder()
                .disableAutoClose()
                .applySettings(settings)
                .addInitiator(new Hibernate.FactorySettings(() -> Map.copyOf(settings)))
                .build();
        try (SessionFactory first = factory(registry)) {
            settings.put(IdgenSettings.WORKER_ID, "7");
            try (SessionFactory second = factory(registry)) {
                assertThat(workerOf(persist(first, new Parcel()).id)).isEqualTo(5);
                assertThat(workerOf(persist(second, new Parcel()).id)).isEqualTo(7);
            }
            assertThat(workerOf(persist(first, new Parcel()).id)).isEqualTo(5);
        } finally {
            StandardServiceRegistryBuilder.destroy(registry);
        }
    }

    /** No generator is made by the settings that the mapping was read with, so a source that reserves has none of those. */
    @Test
    void sourceOfTheUsersHasTheGeneratorsOfTheFactoryOnly() {
        try (ReservedWorkerSource source =
                        new ReservedWorkerSource(new InMemoryReservationStore(), ReservationTerms.DEFAULT);
                SessionFactory factory = Hibernate.onH2(Parcel.class)
                        .without(IdgenSettings.WORKER_ID)
                        .with(IdgenSettings.WORKER_SOURCE, source)
                        .atRunTime(IdgenSettings.SNOWFLAKE_MAX_WAIT, "1s")
                        .start()) {
            assertThat(persist(factory, new Parcel()).id).isPositive();
            assertThat(Idgen.of(factory).snowflakeGenerators())
                    .singleElement()
                    .satisfies(generator ->
                            assertThat(generator.limits().maxWait()).isEqualTo(Duration.ofSeconds(1)));
        }
    }

    @Test
    void nothingOfTheMappingsSettingsMakesIdsAnyMore() {
        InMemoryReservationStore store = new InMemoryReservationStore();
        try (SessionFactory factory = Hibernate.onH2(Parcel.class)
                .without(IdgenSettings.WORKER_ID)
                .with(IdgenSettings.WORKER_SOURCE, store)
                .with(IdgenSettings.WORKER_NAMESPACE, "build")
                .atRunTime(IdgenSettings.WORKER_NAMESPACE, "run")
                .start()) {
            persist(factory, new Parcel());
            assertThat(store.read("build", 0, Long.MAX_VALUE).slots()).isEmpty();
            assertThat(store.read("run", 0, Long.MAX_VALUE).slots()).hasSize(1);
        }
    }
}
