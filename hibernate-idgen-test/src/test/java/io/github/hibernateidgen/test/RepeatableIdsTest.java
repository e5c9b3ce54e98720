package io.github.hibernateidgen.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.settings.RepeatableSources;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same ids in each run, on a clock that stands still. */
class RepeatableIdsTest {

    @RegisterExtension
    static final RepeatableIds IDS = RepeatableIds.create();

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;

        @SnowflakeId(layout = "short")
        String code;

        @CombGuid
        UUID reference;

        @CombGuid(order = CombGuid.Order.SQL_SERVER)
        UUID other;
    }

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SegmentId
        Long id;
    }

    /** Those of a run: written down here, so those of each run. */
    private static final List<List<Object>> FIRST_THREE = List.of(
            List.of(
                    794354201395200000L,
                    "002R63KR00000",
                    UUID.fromString("01b8dac5-b400-70af-9ee7-bbe10c45c028"),
                    UUID.fromString("28c0450c-e1bb-87ee-82bd-01b8dac5b400"),
                    1L),
            List.of(
                    794354201395200001L,
                    "002R63KR00001",
                    UUID.fromString("01b8dac5-b400-70af-a308-3ce3f12bbb4b"),
                    UUID.fromString("4bbb2bf1-e33c-8830-82be-01b8dac5b400"),
                    2L),
            List.of(
                    794354201395200002L,
                    "002R63KR00002",
                    UUID.fromString("01b8dac5-b400-70af-a6ee-9d82b52c856d"),
                    UUID.fromString("6d852cb5-829d-8e6e-82be-01b8dac5b400"),
                    3L));

    private static SessionFactory start(RepeatableIds ids) {
        return Factories.onH2(ids, Ticket.class, Parcel.class);
    }

    private static List<Object> save(SessionFactory factory) {
        Ticket ticket = new Ticket();
        Parcel parcel = new Parcel();
        factory.inTransaction(session -> {
            session.persist(ticket);
            session.persist(parcel);
        });
        return List.of(ticket.id, ticket.code, ticket.reference, ticket.other, parcel.id);
    }

    private static List<List<Object>> saveThree(SessionFactory factory) {
        return Stream.generate(() -> save(factory)).limit(3).toList();
    }

    @Test
    void firstThreeIdsOfEachKindAreTheSameInEachRun() {
        try (SessionFactory factory = start(IDS)) {
            assertThat(saveThree(factory)).isEqualTo(FIRST_THREE);
        }
        try (SessionFactory another = start(RepeatableIds.create())) {
            assertThat(saveThree(another)).isEqualTo(FIRST_THREE);
        }
    }

    /** The application's properties may have a range of worker numbers; the test's number is its own. */
    @Test
    void aShareOfTheWorkerNumbersChangesNothing() {
        StandardServiceRegistryBuilder registry = new StandardServiceRegistryBuilder()
                .applySettings(RepeatableIds.create().settings())
                .applySetting(IdgenSettings.WORKER_RANGE, "512-1023");
        try (SessionFactory factory = Factories.start(registry, Ticket.class, Parcel.class)) {
            assertThat(saveThree(factory)).isEqualTo(FIRST_THREE);
        }
    }

    @Test
    void idsAreThoseOfTheClockAndTheWorker() {
        RepeatableIds ids = RepeatableIds.at("2031-02-03T04:05:06.007Z").withWorker(7);
        try (SessionFactory factory = start(ids)) {
            long id = Idgen.of(factory).next(Ticket.class, Long.class);
            UUID reference = Idgen.of(factory).next(Ticket.class, "reference", UUID.class);
            assertThat(SnowflakeLayout.STANDARD.instant(id)).isEqualTo("2031-02-03T04:05:06.007Z");
            assertThat(SnowflakeLayout.STANDARD.split(id).worker()).isEqualTo(7);
            assertThat(SnowflakeLayout.STANDARD.split(id).sequence()).isZero();
            assertThat(GuidOrder.BYTES.instant(reference)).isEqualTo("2031-02-03T04:05:06.007Z");
            ids.advance(Duration.ofHours(3));
            assertThat(SnowflakeLayout.STANDARD.instant(Idgen.of(factory).next(Ticket.class, Long.class)))
                    .isEqualTo("2031-02-03T07:05:06.007Z");
        }
    }

    @Test
    void aClockThatStandsStillHasIdsEnough() {
        try (SessionFactory factory = start(IDS)) {
            Idgen idgen = Idgen.of(factory);
            Set<Object> all = new HashSet<>();
            int count = 20_000; // 5 ticks of the layout standard, 20 of the layout short
            for (int i = 0; i < count; i++) {
                all.add(idgen.next(Ticket.class));
                all.add(idgen.next(Ticket.class, "code", String.class));
                all.add(idgen.next(Ticket.class, "reference", UUID.class));
            }
            assertThat(all).hasSize(3 * count);
        }
    }

    @Test
    void clockThatIsSetBackMakesNoIdTwice() {
        try (SessionFactory factory = start(IDS)) {
            List<Long> ids = new ArrayList<>();
            List<UUID> references = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                ids.add(Idgen.of(factory).next(Ticket.class, Long.class));
                references.add(Idgen.of(factory).next(Ticket.class, "reference", UUID.class));
                IDS.advance(Duration.ofSeconds(-1));
            }
            IdAssertions.assertAscend(ids);
            IdAssertions.assertAscend(GuidOrder.BYTES, references);
        }
    }

    @Test
    void eachTestBeginsAnewInASessionFactoryThatLives() {
        try (SessionFactory factory = start(IDS)) {
            Idgen idgen = Idgen.of(factory);
            List<List<Object>> first = saveThree(factory);
            factory.inTransaction(session -> {
                session.createMutationQuery("delete from Ticket").executeUpdate();
                session.createMutationQuery("delete from Parcel").executeUpdate();
            });
            IDS.advance(Duration.ofDays(1));
            IDS.restart();

            assertThat(idgen.next(Ticket.class))
                    .as("in code")
                    .isEqualTo(first.get(0).get(0));
            IDS.restart();
            List<List<Object>> second = saveThree(factory);
            assertThat(second)
                    .extracting(row -> row.subList(0, 4))
                    .isEqualTo(first.stream().map(row -> row.subList(0, 4)).toList());
            assertThat(second)
                    .as("numbers of the sequence go on")
                    .extracting(row -> row.get(4))
                    .containsExactly(4L, 5L, 6L);
            assertThat(idgen.attributes())
                    .filteredOn(attribute -> attribute.path().equals("Ticket.id"))
                    .singleElement()
                    .satisfies(ticket -> assertThat(ticket.issued()).isEqualTo(7));
        }
    }

    @Test
    void idsOfAnotherWorkerShareTheClockAndBeginAnewToo() {
        RepeatableIds ids = RepeatableIds.create();
        RepeatableIds others = ids.withWorker(1);
        try (SessionFactory mine = start(ids);
                SessionFactory theirs = start(others)) {
            Object first = Idgen.of(mine).next(Ticket.class);
            long other = Idgen.of(theirs).next(Ticket.class, Long.class);
            assertThat(other).isNotEqualTo(first);

            ids.advance(Duration.ofHours(1));
            assertThat(others.clock().instant()).isEqualTo(ids.clock().instant());
            assertThat(SnowflakeLayout.STANDARD.instant(Idgen.of(theirs).next(Ticket.class, Long.class)))
                    .isEqualTo(RepeatableIds.START.plus(Duration.ofHours(1)));

            ids.restart();
            assertThat(Idgen.of(theirs).next(Ticket.class)).isEqualTo(other);
            others.restart();
            assertThat(Idgen.of(mine).next(Ticket.class)).isEqualTo(first);
        }
    }

    @Test
    void closedSessionFactoryIsForgotten() {
        RepeatableIds ids = RepeatableIds.create();
        RepeatableSources sources = (RepeatableSources) ids.settings().get(RepeatableSources.SETTING);
        SessionFactory factory = start(ids);
        assertThat(sources.restarts()).hasSize(1);
        factory.close();
        assertThat(sources.restarts()).isEmpty();
        ids.restart();
    }

    @Test
    void generatorsWithoutHibernateAreRepeatableToo() {
        assertThat(withoutHibernate(RepeatableIds.create())).isEqualTo(withoutHibernate(RepeatableIds.create()));
        assertThat(withoutHibernate(RepeatableIds.create()).get(0))
                .isEqualTo(SnowflakeLayout.STANDARD.firstId(RepeatableIds.START));
    }

    private static List<Object> withoutHibernate(RepeatableIds ids) {
        var snowflakes = ids.snowflakeGenerator(SnowflakeLayout.STANDARD);
        var guids = ids.guidGenerator(GuidOrder.SQL_SERVER);
        return List.of(snowflakes.nextId(), snowflakes.nextId(), guids.nextGuid(), guids.nextGuid());
    }

    @Test
    void settingsOfTheApplicationAreCheckedAndNotUsed() {
        StandardServiceRegistryBuilder registry = new StandardServiceRegistryBuilder()
                .applySetting(IdgenSettings.WORKER_ID, 9)
                .applySetting(IdgenSettings.SNOWFLAKE_MAX_AHEAD, "0ms")
                .applySettings(IDS.settings());
        try (SessionFactory factory = Factories.start(registry, Ticket.class)) {
            assertThat(Idgen.of(factory).next(Ticket.class))
                    .isEqualTo(FIRST_THREE.get(0).get(0));
        }
        StandardServiceRegistryBuilder misspelt = new StandardServiceRegistryBuilder()
                .applySetting("hibernate.idgen.worker.idd", 9)
                .applySettings(IDS.settings());
        assertThatThrownBy(() -> Factories.start(misspelt, Ticket.class))
                .hasMessageContaining("hibernate.idgen.worker.idd");
    }

    @Test
    void noTextAsksForRepeatableIds() {
        StandardServiceRegistryBuilder registry =
                new StandardServiceRegistryBuilder().applySettings(Map.of(RepeatableSources.SETTING, "true"));
        assertThatThrownBy(() -> Factories.start(registry, Ticket.class))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessage("hibernate.idgen.repeatable [true]: only hibernate-idgen-test may set this, to make ids"
                        + " repeatable in tests; remove the setting");
    }

    @Test
    void startWithThemIsWarnedOf() {
        List<String> warnings = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (entry.getLevel().equals(Level.WARNING)) {
                    warnings.add(entry.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("io.github.hibernateidgen");
        logger.addHandler(handler);
        try (SessionFactory factory = start(IDS)) {
            assertThat(warnings)
                    .filteredOn(warning -> warning.startsWith("Ids are repeatable: each process makes the same ids."))
                    .hasSize(1);
            IDS.restart();
            assertThat(save(factory)).isNotEmpty();
        } finally {
            logger.removeHandler(handler);
        }
    }

    @Test
    void instantsBefore1970AreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RepeatableIds.at(Instant.EPOCH.minusMillis(1)))
                .withMessage("[1969-12-31T23:59:59.999Z] is before 1970; use a later time");
        RepeatableIds ids = RepeatableIds.at("1970-01-01T00:00:00Z");
        assertThatIllegalArgumentException().isThrownBy(() -> ids.advance(Duration.ofMillis(-1)));
    }
}
