package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import java.io.Serializable;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.Version;
import org.hibernate.query.restriction.Restriction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spans of time as ranges of ids, for both kinds and all types that an attribute may have. */
class TimeRangesTest {

    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
    private static final AtomicReference<Instant> NOW = new AtomicReference<>(NOON.minusSeconds(60));

    /** A span for each use: the generators' clock does not go back. */
    private static final AtomicReference<Instant> START = new AtomicReference<>(NOON);

    private static SessionFactory factory;

    @Entity(name = "Boxed")
    static class Boxed {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Primitive")
    static class Primitive {
        @Id
        @SnowflakeId
        long id;
    }

    @Entity(name = "Big")
    static class Big {
        @Id
        @SnowflakeId
        BigInteger id;
    }

    @Entity(name = "Text")
    static class Text {
        @Id
        @SnowflakeId
        String id;
    }

    @Entity(name = "Scattered")
    static class Scattered {
        @Id
        @SnowflakeId(layout = "scattered")
        Long id;
    }

    @Entity(name = "Turns")
    static class Turns {
        @Id
        @SnowflakeId(layout = "innodb")
        Long id;
    }

    @Entity(name = "PrimitiveTurns")
    static class PrimitiveTurns {
        @Id
        @SnowflakeId(layout = "innodb")
        long id;
    }

    @Entity(name = "BigTurns")
    static class BigTurns {
        @Id
        @SnowflakeId(layout = "turns")
        BigInteger id;
    }

    @Entity(name = "TextTurns")
    static class TextTurns {
        @Id
        @SnowflakeId(layout = "turns", text = SnowflakeText.READABLE)
        String id;
    }

    record TurnId(long value) implements Comparable<TurnId> {
        @Override
        public int compareTo(TurnId other) {
            return Long.compare(value, other.value);
        }
    }

    @Entity(name = "TypedTurns")
    static class TypedTurns {
        @Id
        @SnowflakeId(layout = "turns")
        TurnId id;
    }

    @Entity(name = "GuidTurns")
    static class GuidTurns {
        @Id
        @CombGuid(format = GuidFormat.INNODB)
        UUID id;
    }

    @Entity(name = "Guid")
    static class Guid {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity(name = "GuidText")
    static class GuidTexts {
        @Id
        @CombGuid
        @Column(length = 32)
        String id;
    }

    @Embeddable
    static class Key implements Serializable {
        private static final long serialVersionUID = 1L;

        int device;

        @SnowflakeId
        Long number;

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.device == device && key.number.equals(number);
        }

        @Override
        public int hashCode() {
            return device;
        }
    }

    @Entity(name = "Reading")
    static class Reading {
        @EmbeddedId
        Key id = new Key();
    }

    @Entity(name = "Animal")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Animal {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Dog")
    static class Dog extends Animal {}

    @Entity(name = "Bytes")
    static class Bytes {
        @Id
        @CombGuid
        byte[] id;
    }

    @Entity(name = "PlainText")
    static class PlainText {
        @Id
        @SnowflakeId(text = SnowflakeText.PLAIN_DECIMAL)
        String id;

        String name;
    }

    @Entity(name = "Numbered")
    static class Numbered {
        @Id
        @SegmentId
        Long id;
    }

    @BeforeAll
    static void start() {
        factory = Hibernate.onH2(
                        Boxed.class,
                        Primitive.class,
                        Big.class,
                        Text.class,
                        Scattered.class,
                        Turns.class,
                        PrimitiveTurns.class,
                        BigTurns.class,
                        TextTurns.class,
                        TypedTurns.class,
                        GuidTurns.class,
                        Guid.class,
                        GuidTexts.class,
                        Reading.class,
                        Animal.class,
                        Dog.class,
                        Bytes.class,
                        PlainText.class,
                        Numbered.class)
                .with(IdgenSettings.CLOCK, (InstantSource) NOW::get)
                .with(
                        IdgenSettings.SNOWFLAKE_LAYOUTS + "scattered.fields",
                        "scatter:2, time:41, worker:10, sequence:10")
                .with(IdgenSettings.SNOWFLAKE_LAYOUTS + "turns.fields", "time:25, worker:10, time:16, sequence:12")
                .start();
    }

    @AfterAll
    static void stop() {
        factory.close();
    }

    private static Class<?> entity(String name) throws ClassNotFoundException {
        return Class.forName(TimeRangesTest.class.getName() + "$" + name);
    }

    private static String attribute(String entity) {
        return entity.equals("Reading") ? "id.number" : "id";
    }

    /** Saves 3 before a span of 10 ms, 4 in it and 3 after; returns its start. */
    private static Instant save(Class<?> entity) {
        Instant start = START.getAndUpdate(used -> used.plusSeconds(60));
        for (int i = 0; i < 10; i++) {
            NOW.set(start.plusMillis(i < 3 ? i - 3 : i < 7 ? (i - 3) * 3L : 10 + i - 7));
            factory.inTransaction(session -> session.persist(instance(entity)));
        }
        return start;
    }

    private static Object instance(Class<?> entity) {
        try {
            return entity.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static <E> List<E> byPredicate(Session session, Class<E> entity, TimeRanges<E> times, Instant from) {
        CriteriaBuilder builder = session.getCriteriaBuilder();
        CriteriaQuery<E> query = builder.createQuery(entity);
        Root<E> root = query.from(entity);
        query.where(times.predicate(root, builder, from, from.plusMillis(10)));
        return session.createSelectionQuery(query).getResultList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Boxed",
                "Primitive",
                "Big",
                "Text",
                "Scattered",
                "Turns",
                "PrimitiveTurns",
                "BigTurns",
                "TextTurns",
                "TypedTurns",
                "Guid",
                "GuidTexts",
                "Reading",
                "Dog"
            })
    <E> void predicateFindsWhatWasMadeInTheSpan(String name) throws ClassNotFoundException {
        @SuppressWarnings("unchecked")
        Class<E> entity = (Class<E>) entity(name);
        Instant start = save(entity);
        TimeRanges<E> times = Idgen.of(factory).timeRanges(entity, attribute(name));
        factory.inTransaction(session -> {
            assertThat(byPredicate(session, entity, times, start)).hasSize(4);
            if (!Version.getVersionString().startsWith("6.")) {
                assertThat(Restricted.find(session, entity, times, start)).hasSize(4);
                assertThat(Restricted.findOthers(session, entity, times, start)).hasSize(6);
            }
            session.createMutationQuery("delete from " + entity.getName()).executeUpdate();
        });
    }

    /** Hibernate 6.6 has no restrictions, and never loads this. */
    private static final class Restricted {

        static <E> List<E> find(Session session, Class<E> entity, TimeRanges<E> times, Instant from) {
            return find(session, entity, TimeRestriction.of(times, from, from.plusMillis(10)));
        }

        static <E> List<E> findOthers(Session session, Class<E> entity, TimeRanges<E> times, Instant from) {
            return find(
                    session,
                    entity,
                    TimeRestriction.of(times, from, from.plusMillis(10)).negated());
        }

        private static <E> List<E> find(Session session, Class<E> entity, Restriction<E> restriction) {
            CriteriaBuilder builder = session.getCriteriaBuilder();
            CriteriaQuery<E> query = builder.createQuery(entity);
            Root<E> root = query.from(entity);
            query.where(restriction.toPredicate(root, builder));
            return session.createSelectionQuery(query).getResultList();
        }

        static Object range(TimeRanges<?> times) {
            return TimeRestriction.range(times, NOON, NOON.plusMillis(10));
        }

        static Object closed(Long first, Long last) {
            return org.hibernate.query.range.Range.closed(first, last);
        }
    }

    @Test
    void rangeHasTheEndsThatTheLayoutSays() {
        TimeRanges<Boxed> times = Idgen.of(factory).timeRanges(Boxed.class, "id");
        TimeRanges.Range range = times.range(NOON, NOON.plusMillis(10));
        long first = SnowflakeLayout.STANDARD.firstId(NOON);
        long last = SnowflakeLayout.STANDARD.lastId(NOON.plusMillis(9));
        assertThat(range).isEqualTo(new TimeRanges.Range(first, last));
        assertThat(times.entity()).isEqualTo(Boxed.class);
        assertThat(times).hasToString("time ranges of Boxed.id");
        assumeThat(Version.getVersionString()).as("Hibernate with ranges").doesNotStartWith("6.");
        assertThat(Restricted.range(times)).isEqualTo(Restricted.closed(first, last));
    }

    @Test
    void rangeOfGuidsIsThatOfTheirOrder() {
        assertThat(Idgen.of(factory).timeRanges(Guid.class, "id").range(NOON, NOON.plusMillis(10)))
                .isEqualTo(new TimeRanges.Range(GuidOrder.BYTES.first(NOON), GuidOrder.BYTES.last(NOON.plusMillis(9))));
    }

    @Test
    void severalRangesAreNotTakenForOne() {
        TimeRanges<Scattered> times = Idgen.of(factory).timeRanges(Scattered.class, "id");
        assertThat(times.ranges(NOON, NOON.plusMillis(1))).hasSize(4);
        assertThatIllegalStateException()
                .isThrownBy(() -> times.range(NOON, NOON.plusMillis(1)))
                .withMessage("Scattered.id has a field above the time, so a span of time is [4] ranges; use ranges() or"
                        + " predicate()");
    }

    @Test
    void aTurnIsOneRangeAndACutTurnARangeForEachWorker() {
        Duration turn = SnowflakeLayout.INNODB.turn();
        Instant start = SnowflakeLayout.INNODB.epoch().plus(turn.multipliedBy(1_400_000));
        TimeRanges<BigTurns> times = Idgen.of(factory).timeRanges(BigTurns.class, "id");
        assertThat(times.range(start, start.plus(turn)))
                .isEqualTo(new TimeRanges.Range(
                        BigInteger.valueOf(1_400_000L << 38), BigInteger.valueOf((1_400_001L << 38) - 1)));
        assertThat(times.ranges(start.plusMillis(1), start.plus(turn))).hasSize(1024);
        assertThatIllegalStateException()
                .isThrownBy(() -> times.range(start.plusMillis(1), start.plus(turn)))
                .withMessage("BigTurns.id has a time of two parts, and the span cuts a turn, so a span of time"
                        + " is [1024] ranges; use ranges() or"
                        + " predicate()");
    }

    @Test
    void aTurnOfLanesIsOneRangeAndACutOneIsRefused() {
        Duration turn = SnowflakeLayout.INNODB.turn();
        Instant start = SnowflakeLayout.INNODB.epoch().plus(turn.multipliedBy(1_400_000));
        TimeRanges<Turns> times = Idgen.of(factory).timeRanges(Turns.class, "id");
        assertThat(times.range(start, start.plus(turn)))
                .isEqualTo(new TimeRanges.Range(1_400_000L << 38, (1_400_001L << 38) - 1));
        assertThatIllegalStateException()
                .isThrownBy(() -> times.ranges(start.plusMillis(1), start.plus(turn)))
                .withMessage("Turns.id: layout [innodb] has [16384] ranges of ids in a turn that the span cuts; ask for"
                        + " slices(from, to), which are fewer, or for a span of whole turns, which is one range"
                        + " for each value of the fields above the time");
    }

    @Test
    void guidsOfTurnsHaveARangeForWholeTurnsOnly() {
        Instant turn = Instant.ofEpochMilli(NOON.toEpochMilli() >> 16 << 16);
        NOW.set(turn.plusMillis(70_000));
        TimeRanges<GuidTurns> times = Idgen.of(factory).timeRanges(GuidTurns.class, "id");
        GuidTurns row = new GuidTurns();
        factory.inTransaction(session -> session.persist(row));
        Instant from = turn.plusMillis(65_536);
        factory.inTransaction(session -> {
            CriteriaBuilder builder = session.getCriteriaBuilder();
            CriteriaQuery<GuidTurns> query = builder.createQuery(GuidTurns.class);
            query.where(times.predicate(query.from(GuidTurns.class), builder, from, from.plusMillis(65_536)));
            assertThat(session.createSelectionQuery(query).getResultList())
                    .extracting(found -> found.id)
                    .containsExactly(row.id);
        });
        assertThatIllegalArgumentException()
                .isThrownBy(() -> times.ranges(from, from.plusSeconds(1)))
                .withMessageContaining("lies inside a turn, in which GUIDs of format INNODB sort by lane first; give a"
                        + " span that begins and ends between turns, such as at " + from + " or "
                        + from.plusMillis(65_536));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Boxed", "Guid"})
    void emptySpanIsRefused(String name) throws ClassNotFoundException {
        TimeRanges<?> times = Idgen.of(factory).timeRanges(entity(name), "id");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> times.ranges(NOON, NOON))
                .withMessageContaining("is empty; give a later end");
    }

    @Test
    void valuesThatDoNotSortByTimeAreRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        Idgen.of(factory).timeRanges(PlainText.class, "id").range(NOON, NOON.plusMillis(1)))
                .withMessageContaining("PlainText.id is text of form [PLAIN_DECIMAL], which does not sort");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Idgen.of(factory).timeRanges(Numbered.class, "id"))
                .withMessageContaining("Numbered.id has numbers from segments, which contain no time");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Idgen.of(factory).timeRanges(PlainText.class, "name"))
                .withMessageContaining("attribute [name] of [PlainText] has no generator of this library");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Idgen.of(factory).timeRanges(Boxed.class, "id.number"))
                .withMessageContaining("attribute [id.number] of [" + Boxed.class.getName() + "] has more parts than"
                        + " the entity's mapping");
    }

    @Test
    void bytesHaveARangeButNoPredicate() {
        TimeRanges<Bytes> times = Idgen.of(factory).timeRanges(Bytes.class, "id");
        assertThat(times.range(NOON, NOON.plusMillis(1)).first()).isInstanceOf(byte[].class);
        factory.inTransaction(session -> assertThatIllegalStateException()
                .isThrownBy(() -> byPredicate(session, Bytes.class, times, NOON))
                .withMessageContaining("Bytes.id holds [byte[]], which has no order in Java; use range()"));
    }
}
