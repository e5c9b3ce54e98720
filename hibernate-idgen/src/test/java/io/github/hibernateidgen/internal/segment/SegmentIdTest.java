package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link SegmentId} in Hibernate, on H2. */
class SegmentIdTest {

    /** What a test asks of its entities. */
    interface Numbered {
        Object number();
    }

    @Entity(name = "LongRow")
    static class LongRow implements Numbered {
        @Id
        @SegmentId
        Long id;

        @Override
        public Object number() {
            return id;
        }
    }

    @Entity(name = "PrimitiveRow")
    static class PrimitiveRow implements Numbered {
        @Id
        @SegmentId(size = 3, optimizer = SegmentId.Optimizer.POOLED_LO)
        long id;

        @Override
        public Object number() {
            return id;
        }
    }

    @Entity(name = "IntegerRow")
    static class IntegerRow implements Numbered {
        @Id
        @SegmentId(size = 1)
        Integer id;

        @Override
        public Object number() {
            return id;
        }
    }

    @Entity(name = "IntRow")
    static class IntRow implements Numbered {
        private int id;

        @Id
        @SegmentId(table = true)
        int getId() {
            return id;
        }

        void setId(int id) {
            this.id = id;
        }

        @Override
        public Object number() {
            return id;
        }
    }

    @Entity(name = "BigRow")
    static class BigRow implements Numbered {
        @Id
        @SegmentId(sequence = "big_numbers", initial = 5)
        BigInteger id;

        @Override
        public Object number() {
            return id;
        }
    }

    @Entity(name = "TextRow")
    static class TextRow implements Numbered {
        @Id
        @SegmentId(offset = 2, step = 3, size = 30)
        @Column(length = 20)
        String id;

        @Override
        public Object number() {
            return id;
        }
    }

    @Entity(name = "GenericRow")
    static class GenericRow implements Numbered {
        @Id
        @SegmentId(sequence = "generic_numbers", size = 20, offset = 1, step = 2)
        Long id;

        @Override
        public Object number() {
            return id;
        }
    }

    private static List<Object> persist(SessionFactory factory, Supplier<? extends Numbered> rows, int count) {
        List<Object> ids = new ArrayList<>();
        factory.inTransaction(session -> {
            for (int i = 0; i < count; i++) {
                Numbered row = rows.get();
                session.persist(row);
                ids.add(row.number());
            }
        });
        return ids;
    }

    private static List<Object> numbers(long first, long step, int count, Class<?> type) {
        List<Object> numbers = new ArrayList<>();
        for (long number = first; numbers.size() < count; number += step) {
            numbers.add(
                    type == Integer.class
                            ? (Object) (int) number
                            : type == BigInteger.class
                                    ? BigInteger.valueOf(number)
                                    : type == String.class ? Long.toString(number) : (Object) number);
        }
        return numbers;
    }

    @Test
    void numbersEachTypeOfAttribute() {
        try (SessionFactory factory = Hibernate.onH2(
                        LongRow.class,
                        PrimitiveRow.class,
                        IntegerRow.class,
                        IntRow.class,
                        BigRow.class,
                        TextRow.class,
                        GenericRow.class)
                .start()) {
            assertThat(persist(factory, LongRow::new, 120)).isEqualTo(numbers(1, 1, 120, Long.class));
            assertThat(persist(factory, PrimitiveRow::new, 20)).isEqualTo(numbers(1, 1, 20, Long.class));
            // Of segments that came out of order some were dropped.
            assertThat(persist(factory, IntegerRow::new, 20).stream().map(id -> (Integer) id))
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .startsWith(1);
            assertThat(persist(factory, IntRow::new, 120)).isEqualTo(numbers(1, 1, 120, Integer.class));
            assertThat(persist(factory, BigRow::new, 120)).isEqualTo(numbers(5, 1, 120, BigInteger.class));
            assertThat(persist(factory, TextRow::new, 120)).isEqualTo(numbers(2, 3, 120, String.class));
            assertThat(persist(factory, GenericRow::new, 60)).isEqualTo(numbers(1, 2, 60, Long.class));
        }
    }

    /** The schema tools make what validate wants, update leaves it, and the next start goes on above. */
    @Test
    void schemaToolsSeeToSequencesAndTables() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        Hibernate hibernate =
                Hibernate.onH2(LongRow.class, IntRow.class, BigRow.class).with(AvailableSettings.JAKARTA_JDBC_URL, url);
        List<Object> ids = new ArrayList<>();
        for (String action : List.of("create", "validate", "update", "none")) {
            try (SessionFactory factory =
                    hibernate.with(AvailableSettings.HBM2DDL_AUTO, action).start()) {
                ids.addAll(persist(factory, LongRow::new, 10));
                persist(factory, IntRow::new, 10);
                persist(factory, BigRow::new, 10);
            }
        }
        assertThat(ids).doesNotHaveDuplicates().isSorted();
        assertThatThrownBy(() -> Hibernate.onH2(LongRow.class)
                        .with(
                                AvailableSettings.JAKARTA_JDBC_URL,
                                "jdbc:h2:mem:" + UUID.randomUUID()
                                        + ";INIT=create table LongRow (id bigint primary key)")
                        .with(AvailableSettings.HBM2DDL_AUTO, "validate")
                        .start())
                .hasMessageContaining("LongRow_SEQ");
    }

    @Test
    void noThreadBeforeTheFirstIdAndNoneAfterTheClose() throws InterruptedException {
        List<Thread> ofOtherTests = threads();
        List<Thread> made;
        try (SessionFactory factory = Hibernate.onH2(LongRow.class).start()) {
            assertThat(ofOtherTests).containsAll(threads());
            persist(factory, LongRow::new, 1);
            made = new ArrayList<>(threads());
            made.removeAll(ofOtherTests);
            assertThat(made).isNotEmpty();
        }
        for (Thread thread : made) {
            // It has nothing left to do but to end: an idle one would stay for 10 s.
            thread.join(5_000);
            assertThat(thread.isAlive()).isFalse();
        }
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("idgen-segments"))
                .toList();
    }

    @Test
    void aRollbackReturnsNothing() {
        try (SessionFactory factory = Hibernate.onH2(LongRow.class).start()) {
            List<Long> ids = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                try (var session = factory.openSession()) {
                    session.beginTransaction();
                    LongRow row = new LongRow();
                    session.persist(row);
                    session.flush();
                    ids.add(row.id);
                    session.getTransaction().rollback();
                }
            }
            assertThat(ids).containsExactly(1L, 2L, 3L);
        }
    }

    @Entity(name = "LargeSegments")
    static class LargeSegments implements Numbered {
        @Id
        @SegmentId(size = 1_000, optimizer = SegmentId.Optimizer.POOLED_LO)
        Long id;

        @Override
        public Object number() {
            return id;
        }
    }

    @Test
    void persistSendsNothingAndInsertsGoInBatches() {
        try (SessionFactory factory = Hibernate.onH2(LargeSegments.class).start()) {
            persist(factory, LargeSegments::new, 60);
            factory.inTransaction(session -> {
                long before = Hibernate.statements(factory);
                for (int i = 0; i < 10; i++) {
                    session.persist(new LargeSegments());
                }
                assertThat(Hibernate.statements(factory)).isEqualTo(before);
                session.flush();
                assertThat(Hibernate.statements(factory)).isEqualTo(before + 1);
            });
        }
    }

    @Test
    void tellsWhatItDoes() {
        try (SessionFactory factory = Hibernate.onH2(LargeSegments.class).start()) {
            GeneratedAttribute attribute =
                    Idgen.of(factory).attributes().stream().findFirst().orElseThrow();
            assertThat(attribute)
                    .hasToString("LargeSegments.id: segments for column id of type bigint, 1000 at a time, optimizer"
                            + " pooled-lo, offset 1, step 1");
            assertThat(attribute.segments()).isEmpty();
            persist(factory, LargeSegments::new, 60);
            assertThat(attribute.issued()).isEqualTo(60);
            assertThat(attribute.segments()).singleElement().satisfies(statistics -> {
                assertThat(statistics.size()).isEqualTo(1_000);
                assertThat(statistics.buffered()).isEqualTo(940);
                assertThat(statistics.fetches()).isEqualTo(1);
                assertThat(statistics.waits()).isEqualTo(1);
                assertThat(statistics.lastFetch()).isPositive();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void settingsGiveAllAttributesAnOffset(int offset) {
        try (SessionFactory factory = Hibernate.onH2(LongRow.class)
                .with(IdgenSettings.SEGMENT_OFFSET, offset)
                .with(IdgenSettings.SEGMENT_STEP, "3")
                .start()) {
            assertThat(persist(factory, LongRow::new, 100)).isEqualTo(numbers(offset, 3, 100, Long.class));
        }
    }

    @Entity(name = "NoSize")
    static class NoSize {
        @Id
        @SegmentId(size = 0)
        Long id;
    }

    @Entity(name = "NoOffset")
    static class NoOffset {
        @Id
        @SegmentId(offset = 4, step = 3)
        Long id;
    }

    @Entity(name = "SmallSegment")
    static class SmallSegment {
        @Id
        @SegmentId(size = 2, offset = 1, step = 3)
        Long id;
    }

    @Entity(name = "Wrong")
    static class Wrong {
        @Id
        @SegmentId
        UUID id;
    }

    @Embeddable
    record Key(@SegmentId Long number, String name) implements Serializable {}

    @Entity(name = "Composite")
    static class Composite {
        @EmbeddedId
        Key id;
    }

    @Test
    void refusesWhatCannotBe() {
        assertRefused(
                NoSize.class,
                "NoSize.id [size 0]: a segment has 1 number or more; give the increment of the sequence, which is 50"
                        + " if Hibernate created it");
        assertRefused(
                NoOffset.class,
                "NoOffset.id [offset 4, step 3]: offsets of step [3] are from 1 to 3; give each writer one of them");
        assertRefused(
                SmallSegment.class,
                "SmallSegment.id [size 2]: a segment of this size has no number for some of the [3] offsets; give a"
                        + " size of 3 or more");
        assertRefused(
                Wrong.class,
                "Wrong.id [java.util.UUID]: @SegmentId can't fill this type; use Long, long, Integer, int, BigInteger"
                        + " or String, or a class with one of these as its only component");
    }

    @Test
    void refusesAPartOfAnId() {
        assertThatThrownBy(() -> Hibernate.onH2(Composite.class).start())
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContaining(
                        "@SegmentId is for an entity's whole @Id, but this attribute is a part of the @Id; use"
                                + " @SnowflakeId");
    }

    private static void assertRefused(Class<?> entity, String message) {
        assertThatThrownBy(() -> Hibernate.onH2(entity).start())
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessage(message);
    }

    @Entity(name = "NearEnd")
    static class NearEnd implements Numbered {
        @Id
        @SegmentId(initial = Integer.MAX_VALUE - 1_001, optimizer = SegmentId.Optimizer.POOLED_LO, size = 500)
        int id;

        @Override
        public Object number() {
            return id;
        }
    }

    @Entity(name = "ShortText")
    static class ShortText implements Numbered {
        @Id
        @SegmentId(initial = 98)
        @Column(length = 2)
        String id;

        @Override
        public Object number() {
            return id;
        }
    }

    @Test
    void warnsBeforeTheEndOfAColumnAndStopsThere() {
        try (LogCapture log = new LogCapture();
                SessionFactory factory =
                        Hibernate.onH2(NearEnd.class, ShortText.class).start()) {
            assertThat(persist(factory, NearEnd::new, 2)).endsWith(Integer.MAX_VALUE - 1_000);
            assertThat(log.warnings()).isEmpty();
            persist(factory, NearEnd::new, 1);
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .startsWith("NearEnd.id has reached [2147482648], and an int holds at most [2147483647]; before");
            assertThat(persist(factory, NearEnd::new, 999)).endsWith(Integer.MAX_VALUE);
            assertThatThrownBy(() -> persist(factory, NearEnd::new, 1))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessage(
                            "NearEnd.id: the next number is [2147483648], but an int holds at most [2147483647]; give"
                                    + " the attribute and its column a wider type, such as Long and bigint");
            assertThat(log.warnings()).hasSize(1);
            assertThat(persist(factory, ShortText::new, 2)).containsExactly("98", "99");
            assertThatThrownBy(() -> persist(factory, ShortText::new, 1))
                    .hasMessageStartingWith(
                            "ShortText.id: the next number is [100], but column id of [2] characters holds at most"
                                    + " [99]");
        }
    }
}
