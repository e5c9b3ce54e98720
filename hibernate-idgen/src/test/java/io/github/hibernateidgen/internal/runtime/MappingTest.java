package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.SecondaryTable;
import java.io.Serializable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every place where the annotations may stand, on a real H2: the id is there before any SQL, and comes back. */
class MappingTest {

    // Snowflake attributes

    @Entity
    static class BoxedLong {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity
    static class PrimitiveLong {
        @Id
        @SnowflakeId
        long id;
    }

    @Entity
    static class Base32Text {
        @Id
        @SnowflakeId
        @Column(length = 13)
        String id;
    }

    @Entity
    static class DecimalText {
        @Id
        @SnowflakeId(text = SnowflakeText.DECIMAL)
        @Column(length = 19)
        String id;
    }

    @Entity
    static class PlainDecimalText {
        @Id
        @SnowflakeId(text = SnowflakeText.PLAIN_DECIMAL)
        @Column(length = 19)
        String id;
    }

    @Entity
    static class ReadableText {
        @Id
        @SnowflakeId(text = SnowflakeText.READABLE)
        @Column(length = 28)
        String id;
    }

    @Entity
    static class BigNumber {
        @Id
        @SnowflakeId
        BigInteger id;
    }

    @Entity
    static class WithGeneratedValue {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;
    }

    @Entity
    static class OnGetter {
        private Long id;

        @Id
        @SnowflakeId
        Long getId() {
            return id;
        }

        void setId(Long id) {
            this.id = id;
        }
    }

    @Entity
    static class FilledField {
        @Id
        @SnowflakeId(layout = "business-line", fields = @SnowflakeId.Field(name = "businessLine", value = 9))
        Long id;
    }

    // GUID attributes

    @Entity
    static class NativeGuid {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity
    static class CanonicalText {
        @Id
        @CombGuid
        @Column(length = 36)
        String id;
    }

    @Entity
    static class CompactText {
        @Id
        @CombGuid
        @Column(length = 32)
        String id;
    }

    @Entity
    static class Bytes {
        @Id
        @CombGuid
        @Column(length = 16)
        byte[] id;
    }

    @Entity
    static class GuidWithGeneratedValue {
        @Id
        @GeneratedValue
        @CombGuid
        UUID id;
    }

    @Entity
    static class PlainGuid {
        @Id
        @CombGuid
        UUID id;
    }

    static Stream<Arguments> identifiers() {
        return Stream.of(
                kind(BoxedLong.class, BoxedLong::new, e -> e.id, Function.identity()),
                kind(PrimitiveLong.class, PrimitiveLong::new, e -> e.id, Function.identity()),
                kind(Base32Text.class, Base32Text::new, e -> e.id, SnowflakeText.CROCKFORD_BASE32::parse),
                kind(DecimalText.class, DecimalText::new, e -> e.id, SnowflakeText.DECIMAL::parse),
                kind(PlainDecimalText.class, PlainDecimalText::new, e -> e.id, SnowflakeText.PLAIN_DECIMAL::parse),
                kind(
                        ReadableText.class,
                        ReadableText::new,
                        e -> e.id,
                        id -> SnowflakeText.READABLE.parse(SnowflakeLayout.STANDARD, id)),
                kind(BigNumber.class, BigNumber::new, e -> e.id, BigInteger::longValueExact),
                kind(WithGeneratedValue.class, WithGeneratedValue::new, e -> e.id, Function.identity()),
                kind(OnGetter.class, OnGetter::new, OnGetter::getId, Function.identity()),
                kind(FilledField.class, FilledField::new, e -> e.id, Function.identity()),
                kind(NativeGuid.class, NativeGuid::new, e -> e.id, Function.identity()),
                kind(CanonicalText.class, CanonicalText::new, e -> e.id, MappingTest::canonical),
                kind(CompactText.class, CompactText::new, e -> e.id, MappingTest::compact),
                kind(Bytes.class, Bytes::new, e -> e.id, MappingTest::guid),
                kind(GuidWithGeneratedValue.class, GuidWithGeneratedValue::new, e -> e.id, Function.identity()),
                kind(PlainGuid.class, PlainGuid::new, e -> e.id, Function.identity()));
    }

    private static <E, I> Arguments kind(
            Class<E> entity, Supplier<E> constructor, Function<E, I> id, Function<I, ? extends Object> parse) {
        return Arguments.of(entity.getSimpleName(), entity, constructor, id, parse);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("identifiers")
    void idIsThereWhenPersistReturnsAndComesBackInOrder(
            String name,
            Class<?> entity,
            Supplier<Object> constructor,
            Function<Object, Object> id,
            Function<Object, Object> parse) {
        try (SessionFactory factory = Hibernate.onH2(entity).start()) {
            List<Object> parsed = new ArrayList<>();
            List<Object> ids = new ArrayList<>();
            factory.inTransaction(session -> {
                long before = Hibernate.statements(factory);
                for (int i = 0; i < 20; i++) {
                    Object row = constructor.get();
                    session.persist(row);
                    ids.add(id.apply(row));
                    parsed.add(parse.apply(id.apply(row)));
                }
                assertThat(Hibernate.statements(factory))
                        .as("statements sent before the flush")
                        .isEqualTo(before);
                session.flush();
                assertThat(Hibernate.statements(factory) - before)
                        .as("statements prepared for one batch")
                        .isEqualTo(1);
            });
            assertStrictlyAscending(parsed);
            factory.inTransaction(session -> {
                List<?> read = session.createSelectionQuery("from " + entity.getName() + " e order by e.id", entity)
                        .list();
                assertThat(read).hasSize(20);
                for (int i = 0; i < 20; i++) {
                    assertThat(id.apply(read.get(i)))
                            .as("row " + i + " in the database's order")
                            .isEqualTo(ids.get(i));
                    assertThat(session.find(entity, ids.get(i))).isNotNull();
                }
            });
        }
    }

    @Test
    void warnsOfTextThatDoesNotSort() {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = Hibernate.onH2(PlainDecimalText.class, DecimalText.class)
                        .start()) {
            assertThat(factory.isOpen()).isTrue();
            assertThat(log.warnings())
                    .singleElement(STRING)
                    .startsWith("MappingTest$PlainDecimalText.id: text PLAIN_DECIMAL does not sort");
        }
    }

    private static void assertStrictlyAscending(List<Object> ids) {
        if (ids.get(0) instanceof UUID) {
            for (int i = 1; i < ids.size(); i++) {
                assertThat(GuidOrder.BYTES.comparator().compare((UUID) ids.get(i - 1), (UUID) ids.get(i)))
                        .isNegative();
            }
        } else {
            for (int i = 1; i < ids.size(); i++) {
                assertThat((Long) ids.get(i)).isGreaterThan((Long) ids.get(i - 1));
            }
        }
    }

    private static UUID canonical(String text) {
        assertThat(text).hasSize(36);
        return UUID.fromString(text);
    }

    private static UUID compact(String text) {
        assertThat(text).matches("[0-9a-f]{32}");
        return UUID.fromString(text.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5"));
    }

    private static UUID guid(byte[] bytes) {
        assertThat(bytes).hasSize(16);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    @Test
    void genericGeneratorReadsItsParameters() {
        try (SessionFactory factory = Hibernate.onH2(FilledField.class).start()) {
            Object id = Hibernate.nextId(factory, FilledField.class);
            assertThat(SnowflakeLayout.BUSINESS_LINE.split((Long) id).entityFields())
                    .containsEntry("businessLine", 9L);
        }
    }

    @Entity
    static class SetGuidOfSqlServer {
        @Id
        @CombGuid(order = CombGuid.Order.SQL_SERVER, format = GuidFormat.NHIBERNATE, assignable = true)
        UUID id;
    }

    @Entity
    static class SetDecimal {
        @Id
        @SnowflakeId(text = SnowflakeText.DECIMAL, assignable = true)
        String id;
    }

    @Test
    void formsApplyToWhatIsGeneratedAndNotToWhatIsSet() {
        try (SessionFactory factory =
                Hibernate.onH2(SetGuidOfSqlServer.class, SetDecimal.class).start()) {
            UUID guid = (UUID) Hibernate.nextId(factory, SetGuidOfSqlServer.class);
            assertThat(guid.version()).isEqualTo(4);
            assertThat(GuidFormat.NHIBERNATE.instant(GuidOrder.SQL_SERVER, guid))
                    .isCloseTo(Instant.now(), within(1, ChronoUnit.HOURS));
            assertThat((String) Hibernate.nextId(factory, SetDecimal.class)).matches("[0-9]{19}");
            factory.inTransaction(session -> {
                SetGuidOfSqlServer set = new SetGuidOfSqlServer();
                set.id = new UUID(1, 2);
                session.persist(set);
                assertThat(set.id).isEqualTo(new UUID(1, 2));
                SetDecimal text = new SetDecimal();
                text.id = "17";
                session.persist(text);
                assertThat(text.id).isEqualTo("17");
            });
        }
    }

    @Test
    void workerNumberOfTheSettingsIsInTheIds() {
        try (SessionFactory factory = Hibernate.onH2(BoxedLong.class).start()) {
            Object id = Hibernate.nextId(factory, BoxedLong.class);
            assertThat(SnowflakeLayout.STANDARD.split((Long) id).worker()).isEqualTo(5);
        }
    }

    // Composite identifiers

    @Embeddable
    static class OrderKey implements Serializable {
        private static final long serialVersionUID = 1L;

        @SnowflakeId
        @Column(name = "number_")
        Long number;

        @CombGuid
        @Column(name = "guid_")
        UUID guid;

        @Override
        public boolean equals(Object other) {
            return other instanceof OrderKey that
                    && Objects.equals(number, that.number)
                    && Objects.equals(guid, that.guid);
        }

        @Override
        public int hashCode() {
            return Objects.hash(number, guid);
        }
    }

    @Entity
    static class EmbeddedKey {
        @EmbeddedId
        OrderKey id = new OrderKey();
    }

    static class LineKey implements Serializable {
        private static final long serialVersionUID = 1L;

        Long number;
        UUID guid;

        @Override
        public boolean equals(Object other) {
            return other instanceof LineKey that
                    && Objects.equals(number, that.number)
                    && Objects.equals(guid, that.guid);
        }

        @Override
        public int hashCode() {
            return Objects.hash(number, guid);
        }
    }

    @Entity
    @IdClass(LineKey.class)
    static class KeyOfAClass {
        @Id
        @SnowflakeId
        @Column(name = "number_")
        Long number;

        @Id
        @CombGuid
        @Column(name = "guid_")
        UUID guid;
    }

    @Test
    void bothPartsOfAnEmbeddedIdAreGenerated() {
        try (SessionFactory factory = Hibernate.onH2(EmbeddedKey.class).start()) {
            EmbeddedKey row = new EmbeddedKey();
            factory.inTransaction(session -> {
                session.persist(row);
                assertThat(row.id.number).isPositive();
                assertThat(row.id.guid.version()).isEqualTo(7);
            });
            factory.inTransaction(session ->
                    assertThat(session.find(EmbeddedKey.class, row.id)).isNotNull());
        }
    }

    @Test
    void bothPartsOfAnIdClassAreGenerated() {
        try (SessionFactory factory = Hibernate.onH2(KeyOfAClass.class).start()) {
            KeyOfAClass row = new KeyOfAClass();
            LineKey key = new LineKey();
            factory.inTransaction(session -> {
                session.persist(row);
                assertThat(row.number).isPositive();
                assertThat(row.guid.version()).isEqualTo(7);
                key.number = row.number;
                key.guid = row.guid;
            });
            assertThat(row.number).as("number after the flush").isEqualTo(key.number);
            assertThat(row.guid).as("guid after the flush").isEqualTo(key.guid);
            factory.inTransaction(
                    session -> assertThat(session.find(KeyOfAClass.class, key)).isNotNull());
        }
    }

    @Embeddable
    static class InnerPart implements Serializable {
        private static final long serialVersionUID = 1L;

        @Column(name = "inner_number")
        Integer number = 1;

        @Override
        public boolean equals(Object other) {
            return other instanceof InnerPart that && Objects.equals(number, that.number);
        }

        @Override
        public int hashCode() {
            return Objects.hash(number);
        }
    }

    @Embeddable
    static class KeyWithInnerPart implements Serializable {
        private static final long serialVersionUID = 1L;

        @Embedded
        InnerPart inner = new InnerPart();

        @SnowflakeId
        @Column(name = "outer_number")
        Long number;

        @Override
        public boolean equals(Object other) {
            return other instanceof KeyWithInnerPart that
                    && Objects.equals(inner, that.inner)
                    && Objects.equals(number, that.number);
        }

        @Override
        public int hashCode() {
            return Objects.hash(inner, number);
        }
    }

    @Entity
    static class NestedKey {
        @EmbeddedId
        KeyWithInnerPart id = new KeyWithInnerPart();
    }

    @Test
    void attributeOfTheSameNameInsideAnInnerEmbeddableIsNotTakenForTheId() {
        try (SessionFactory factory = Hibernate.onH2(NestedKey.class).start()) {
            NestedKey row = new NestedKey();
            factory.inTransaction(session -> session.persist(row));
            assertThat(row.id.number).isPositive();
            assertThat(row.id.inner.number).isEqualTo(1);
        }
    }

    @Embeddable
    static class LineOfOrder implements Serializable {
        private static final long serialVersionUID = 1L;

        Long orderId;

        @SnowflakeId
        @Column(name = "line_")
        Long line;

        @Override
        public boolean equals(Object other) {
            return other instanceof LineOfOrder that
                    && Objects.equals(orderId, that.orderId)
                    && Objects.equals(line, that.line);
        }

        @Override
        public int hashCode() {
            return Objects.hash(orderId, line);
        }
    }

    @Entity
    static class OrderLine {
        @EmbeddedId
        LineOfOrder id = new LineOfOrder();

        @ManyToOne
        @MapsId("orderId")
        BoxedLong order;
    }

    @Test
    void mapsIdFillsOnePartOfAnEmbeddedIdAndTheGeneratorTheOther() {
        try (SessionFactory factory =
                Hibernate.onH2(BoxedLong.class, OrderLine.class).start()) {
            OrderLine line = new OrderLine();
            factory.inTransaction(session -> {
                line.order = new BoxedLong();
                session.persist(line.order);
                session.persist(line);
            });
            assertThat(line.id.orderId).isEqualTo(line.order.id);
            assertThat(line.id.line).isPositive();
            factory.inTransaction(session ->
                    assertThat(session.find(OrderLine.class, line.id)).isNotNull());
        }
    }

    @Entity
    @SecondaryTable(name = "extra")
    static class InTwoTables {
        @Id
        @CombGuid
        UUID id;

        @SnowflakeId
        @Column(table = "extra", name = "number_")
        Long number;
    }

    @Test
    void attributeInASecondaryTableIsGenerated() {
        try (SessionFactory factory = Hibernate.onH2(InTwoTables.class).start()) {
            InTwoTables row = new InTwoTables();
            factory.inTransaction(session -> session.persist(row));
            assertThat(row.number).isPositive();
        }
    }

    // Inheritance

    @MappedSuperclass
    abstract static class Base<I> {
        @Id
        @SnowflakeId
        I id;
    }

    @Entity
    static class FromSuperclass extends Base<Long> {}

    @Entity
    static class TextFromSuperclass extends Base<String> {}

    @Test
    void mappedSuperclassGivesEachEntityAnIdOfItsOwnType() {
        try (SessionFactory factory =
                Hibernate.onH2(FromSuperclass.class, TextFromSuperclass.class).start()) {
            factory.inTransaction(session -> {
                FromSuperclass number = new FromSuperclass();
                TextFromSuperclass text = new TextFromSuperclass();
                session.persist(number);
                session.persist(text);
                assertThat(number.id).isPositive();
                assertThat(SnowflakeText.CROCKFORD_BASE32.parse(text.id)).isGreaterThan(number.id);
            });
        }
    }

    @Entity
    @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
    @DiscriminatorColumn(name = "kind")
    static class SingleTable {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity
    static class SingleTableChild extends SingleTable {}

    @Entity
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Joined {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity
    static class JoinedChild extends Joined {
        String name = "child";
    }

    @Entity
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    static class TablePerClass {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity
    static class TablePerClassChild extends TablePerClass {
        String name = "child";
    }

    @Test
    void childrenOfAllInheritanceStrategiesGetTheParentsIds() {
        try (SessionFactory factory = Hibernate.onH2(
                        SingleTable.class,
                        SingleTableChild.class,
                        Joined.class,
                        JoinedChild.class,
                        TablePerClass.class,
                        TablePerClassChild.class)
                .start()) {
            List<UUID> ids = new ArrayList<>();
            factory.inTransaction(session -> {
                for (SingleTable row : List.of(new SingleTable(), new SingleTableChild())) {
                    session.persist(row);
                    ids.add(row.id);
                }
                for (Joined row : List.of(new Joined(), new JoinedChild())) {
                    session.persist(row);
                    ids.add(row.id);
                }
                for (TablePerClass row : List.of(new TablePerClass(), new TablePerClassChild())) {
                    session.persist(row);
                    ids.add(row.id);
                }
            });
            assertThat(ids).isSortedAccordingTo(GuidOrder.BYTES.comparator()).doesNotHaveDuplicates();
            factory.inTransaction(session -> {
                assertThat(session.find(SingleTable.class, ids.get(1))).isInstanceOf(SingleTableChild.class);
                assertThat(session.find(Joined.class, ids.get(3))).isInstanceOf(JoinedChild.class);
                assertThat(session.find(TablePerClass.class, ids.get(5))).isInstanceOf(TablePerClassChild.class);
            });
        }
    }

    @Entity
    static class Details {
        @Id
        Long id;

        @OneToOne
        @MapsId
        BoxedLong owner;
    }

    @Test
    void mapsIdTakesTheGeneratedIdOfItsParent() {
        try (SessionFactory factory =
                Hibernate.onH2(BoxedLong.class, Details.class).start()) {
            Details details = new Details();
            factory.inTransaction(session -> {
                details.owner = new BoxedLong();
                session.persist(details.owner);
                session.persist(details);
            });
            assertThat(details.id).isEqualTo(details.owner.id);
        }
    }

    // Other attributes

    @Embeddable
    static class Reference {
        @SnowflakeId
        Long tracking;
    }

    @Entity
    static class WithOtherAttributes {
        @Id
        Integer id;

        @SnowflakeId
        Long number;

        @CombGuid
        @Column(length = 32)
        String token;

        @Embedded
        Reference reference = new Reference();
    }

    @Test
    void attributesThatAreNotTheIdAreGeneratedByTheFlush() {
        try (SessionFactory factory = Hibernate.onH2(WithOtherAttributes.class).start()) {
            WithOtherAttributes row = new WithOtherAttributes();
            row.id = 1;
            factory.inTransaction(session -> {
                session.persist(row);
                session.flush();
                assertThat(row.number).isPositive();
                assertThat(row.token).hasSize(32);
                assertThat(row.reference.tracking).isPositive();
            });
            factory.inTransaction(session -> {
                WithOtherAttributes read = session.find(WithOtherAttributes.class, 1);
                assertThat(read.number).isEqualTo(row.number);
                assertThat(read.token).isEqualTo(row.token);
                assertThat(read.reference.tracking).isEqualTo(row.reference.tracking);
            });
        }
    }

    @Test
    void statelessSessionGeneratesToo() throws Exception {
        try (SessionFactory factory =
                Hibernate.onH2(BoxedLong.class, NativeGuid.class).start()) {
            BoxedLong number = new BoxedLong();
            NativeGuid guid = new NativeGuid();
            try (StatelessSession session = factory.openStatelessSession()) {
                session.beginTransaction();
                insert(session, number);
                insert(session, guid);
                session.getTransaction().commit();
            }
            assertThat(number.id).isPositive();
            assertThat(guid.id.version()).isEqualTo(7);
            factory.inTransaction(session -> {
                assertThat(session.find(BoxedLong.class, number.id)).isNotNull();
                assertThat(session.find(NativeGuid.class, guid.id)).isNotNull();
            });
        }
    }

    /** Called by reflection, because the return type of {@code insert} differs between the versions of Hibernate. */
    private static void insert(StatelessSession session, Object row) throws ReflectiveOperationException {
        StatelessSession.class.getMethod("insert", Object.class).invoke(session, row);
    }

    @Test
    void entitiesWithOneLayoutShareOneSequence() {
        try (SessionFactory factory =
                Hibernate.onH2(BoxedLong.class, PrimitiveLong.class).start()) {
            long last = 0;
            for (int i = 0; i < 1000; i++) {
                long id = (Long) Hibernate.nextId(factory, i % 2 == 0 ? BoxedLong.class : PrimitiveLong.class);
                assertThat(id).isGreaterThan(last);
                last = id;
            }
        }
    }
}
