package io.github.hibernateidgen.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.TimeRanges;
import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.types.TypedModel.LongId;
import io.github.hibernateidgen.internal.types.TypedModel.TypedBoxed;
import io.github.hibernateidgen.internal.types.TypedModel.TypedLong;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.criteria.CriteriaBuilder;
import java.io.Serializable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.JavaType;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.AbstractClassJavaType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcTypeIndicators;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Ids of classes of their own, on H2, and what is refused of them. */
class TypedIdTest extends TypedIdContract {

    @Override
    Hibernate on(Class<?>... entities) {
        return Hibernate.onH2(entities);
    }

    // Classes that are none of ids

    record Two(long value, int other) {}

    record None() {}

    static class NoConstructor {
        long value;
    }

    abstract static class Abstract {
        long value;

        Abstract(long value) {
            this.value = value;
        }
    }

    record OfInstant(Instant value) {}

    record OfLong(LongId value) {}

    record Picky(long value) {
        Picky {
            if (value > 0) {
                throw new IllegalArgumentException("too large");
            }
        }
    }

    @Entity(name = "TwoRow")
    static class TwoRow {
        @Id
        @SnowflakeId
        Two id;
    }

    @Entity(name = "NoneRow")
    static class NoneRow {
        @Id
        @SnowflakeId
        None id;
    }

    @Entity(name = "NoConstructorRow")
    static class NoConstructorRow {
        @Id
        @CombGuid
        NoConstructor id;
    }

    @Entity(name = "AbstractRow")
    static class AbstractRow {
        @Id
        @SnowflakeId
        Abstract id;
    }

    @Entity(name = "OfInstantRow")
    static class OfInstantRow {
        @Id
        @SnowflakeId
        OfInstant id;
    }

    @Entity(name = "OfInstantGuidRow")
    static class OfInstantGuidRow {
        @Id
        @CombGuid
        OfInstant id;
    }

    @Entity(name = "OfInstantSegmentRow")
    static class OfInstantSegmentRow {
        @Id
        @SegmentId
        OfInstant id;
    }

    @Entity(name = "OfLongRow")
    static class OfLongRow {
        private OfLong id;

        @Id
        @SnowflakeId
        OfLong getId() {
            return id;
        }

        void setId(OfLong id) {
            this.id = id;
        }
    }

    record Serial(long value) implements Serializable {}

    @Entity(name = "OwnRow")
    static class OwnRow {
        @Id
        @SnowflakeId
        @JavaType(OwnJavaType.class)
        Serial id;
    }

    static final class OwnJavaType extends AbstractClassJavaType<Serial> {

        OwnJavaType() {
            super(Serial.class);
        }

        @Override
        public JdbcType getRecommendedJdbcType(JdbcTypeIndicators indicators) {
            return indicators.getJdbcType(SqlTypes.BIGINT);
        }

        @Override
        public <X> X unwrap(Serial id, Class<X> type, WrapperOptions options) {
            return id == null ? null : type.cast(id.value());
        }

        @Override
        public <X> Serial wrap(X value, WrapperOptions options) {
            return value == null ? null : new Serial((Long) value);
        }
    }

    @Entity(name = "PickyRow")
    static class PickyRow {
        @Id
        @SnowflakeId
        Picky id;
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(
                        TwoRow.class,
                        "TwoRow.id [" + Two.class.getName() + "]: the class has components value and other; a typed id"
                                + " has one component, such as record OrderId(long value), and a composite id is an"
                                + " @Embeddable"),
                Arguments.of(
                        NoneRow.class,
                        "NoneRow.id [" + None.class.getName() + "]: the class has no component; a typed id has one"),
                Arguments.of(
                        NoConstructorRow.class,
                        "NoConstructorRow.id [" + NoConstructor.class.getName() + "]: the class has no constructor that"
                                + " takes its component alone; add NoConstructor(long value)"),
                Arguments.of(
                        AbstractRow.class,
                        "AbstractRow.id [" + Abstract.class.getName() + "]: the class can't be instantiated"),
                Arguments.of(
                        OfInstantRow.class,
                        "OfInstantRow.id [" + OfInstant.class.getName()
                                + "(java.time.Instant)]: @SnowflakeId can't fill"
                                + " this type; use Long, long, BigInteger or String, or a class with one"),
                Arguments.of(
                        OfInstantGuidRow.class,
                        "OfInstantGuidRow.id [" + OfInstant.class.getName()
                                + "(java.time.Instant)]: @CombGuid can't fill"
                                + " this type; use UUID, String or byte[], or a class with one"),
                Arguments.of(
                        OfInstantSegmentRow.class,
                        "OfInstantSegmentRow.id [" + OfInstant.class.getName()
                                + "(java.time.Instant)]: @SegmentId can't" + " fill this type"),
                Arguments.of(
                        OwnRow.class,
                        "OwnRow.id [" + Serial.class.getName()
                                + "]: @SnowflakeId can't fill this class, because it has a mapping of its own, such as"
                                + " @JavaType, @Type or a converter; remove that mapping"),
                Arguments.of(
                        OfLongRow.class,
                        "OfLongRow.id [" + OfLong.class.getName() + "(" + LongId.class.getName()
                                + ")]: the component of a typed id is a Long"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsNoClassOfIdsIsRefusedAtStart(Class<?> entity, String message) {
        assertThatExceptionOfType(IdgenConfigurationException.class)
                .isThrownBy(() -> Hibernate.onH2(entity).start().close())
                .withMessageStartingWith(message);
    }

    record Cut(long value) {
        Cut {
            value %= 1_000;
        }
    }

    @Entity(name = "CutRow")
    static class CutRow {
        @Id
        @SnowflakeId
        Cut id;
    }

    @Test
    void aClassThatChangesItsValueCouldMakeOneIdOfTwo() {
        try (SessionFactory factory = Hibernate.onH2(CutRow.class).start()) {
            assertThatExceptionOfType(RuntimeException.class)
                    .isThrownBy(() -> factory.inTransaction(session -> session.persist(new CutRow())))
                    .withMessageContaining("CutRow.id: " + Cut.class.getName() + " holds [")
                    .withMessageContaining("] was given; let its constructor keep the value as it is");
        }
    }

    @Test
    void whatTheClassRefusesIsNamed() {
        try (SessionFactory factory = Hibernate.onH2(PickyRow.class).start()) {
            assertThatExceptionOfType(RuntimeException.class)
                    .isThrownBy(() -> factory.inTransaction(session -> session.persist(new PickyRow())))
                    .withMessageContaining("PickyRow.id: " + Picky.class.getName() + " can't be made from [")
                    .withMessageContaining("too large");
        }
    }

    // What else knows ids

    record ShopId(long value) {}

    @Entity(name = "Chain")
    static class Chain {
        @Id
        @SnowflakeId
        ShopId id;
    }

    @Entity(name = "ByChain")
    static class ByChain {
        @Id
        @SnowflakeId(layout = "tenants", shardBy = "chain")
        LongId id;

        ShopId chain = new ShopId(77);
    }

    @Entity(name = "ByOwner")
    static class ByOwner {
        @Id
        @SnowflakeId(layout = "tenants", shardBy = "owner")
        LongId id;

        @ManyToOne
        Chain owner;
    }

    @Test
    void decidesTheShardAsItsComponentDoes() {
        try (SessionFactory factory = Hibernate.onH2(Chain.class, ByChain.class, ByOwner.class)
                .with(IdgenSettings.SNOWFLAKE_LAYOUTS + "tenants.fields", "time:41, shard:6, worker:6, sequence:10")
                .start()) {
            GeneratedAttribute byChain = attribute(factory, "ByChain.id");
            long shard = byChain.shardOf(77L);
            assertThat(byChain.shardOf(new ShopId(77))).isEqualTo(shard);
            ByChain row = new ByChain();
            Chain chain = new Chain();
            ByOwner owned = new ByOwner();
            owned.owner = chain;
            factory.inTransaction(session -> {
                session.persist(row);
                session.persist(chain);
                session.persist(owned);
            });
            assertThat(byChain.layout().orElseThrow().shard(row.id.value())).isEqualTo(shard);
            assertThat(byChain.layout().orElseThrow().shard(owned.id.value()))
                    .isEqualTo(byChain.shardOf(chain.id.value()));
        }
    }

    private static GeneratedAttribute attribute(SessionFactory factory, String path) {
        return Idgen.of(factory).attributes().stream()
                .filter(attribute -> attribute.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    /** Ids in code are of the same class, and of the same sequence. */
    @Test
    void isMadeWithoutAnEntity() {
        try (SessionFactory factory =
                Hibernate.onH2(TypedLong.class, TypedModel.TypedGuid.class).start()) {
            Idgen idgen = Idgen.of(factory);
            LongId before = idgen.next(TypedLong.class, LongId.class);
            TypedLong row = new TypedLong();
            factory.inTransaction(session -> session.persist(row));
            assertThat(row.id).isGreaterThan(before);
            assertThat(idgen.next(TypedLong.class, LongId.class)).isGreaterThan(row.id);
            assertThat(idgen.next(TypedModel.TypedGuid.class)).isInstanceOf(TypedModel.GuidId.class);
        }
    }

    @Test
    void isFoundByItsTime() {
        try (SessionFactory factory =
                Hibernate.onH2(TypedLong.class, TypedBoxed.class).start()) {
            TypedLong row = new TypedLong();
            factory.inTransaction(session -> session.persist(row));
            Instant now = Instant.now();
            TimeRanges<TypedLong> times = Idgen.of(factory).timeRanges(TypedLong.class, "id");
            Instant from = now.minus(1, ChronoUnit.HOURS);
            Instant to = now.plus(1, ChronoUnit.HOURS);
            assertThat(times.range(from, to).first()).isInstanceOf(LongId.class);
            factory.inTransaction(session -> {
                CriteriaBuilder builder = session.getCriteriaBuilder();
                var query = builder.createQuery(TypedLong.class);
                var root = query.from(TypedLong.class);
                query.where(times.predicate(root, builder, from, to));
                assertThat(session.createSelectionQuery(query).getResultList())
                        .extracting(found -> found.id)
                        .containsExactly(row.id);
                var later = builder.createQuery(TypedLong.class);
                later.where(times.predicate(later.from(TypedLong.class), builder, to, to.plusSeconds(1)));
                assertThat(session.createSelectionQuery(later).getResultList()).isEmpty();
            });
            TimeRanges<TypedBoxed> withoutOrder = Idgen.of(factory).timeRanges(TypedBoxed.class, "id");
            factory.inTransaction(session -> {
                CriteriaBuilder builder = session.getCriteriaBuilder();
                var root = builder.createQuery(TypedBoxed.class).from(TypedBoxed.class);
                assertThatIllegalStateException()
                        .isThrownBy(() -> withoutOrder.predicate(root, builder, from, to))
                        .withMessage(
                                "TypedBoxed.id holds [BoxedId], which has no order in Java; use range() in HQL or SQL,"
                                        + " or make the class Comparable");
                assertThat(session.createSelectionQuery(
                                        "from TypedBoxed b where b.id between :first and :last", TypedBoxed.class)
                                .setParameter(
                                        "first", withoutOrder.range(from, to).first())
                                .setParameter(
                                        "last", withoutOrder.range(from, to).last())
                                .getResultList())
                        .isEmpty();
            });
        }
    }

    /** Hibernate sorts by the ids, and asks their type for the order. */
    @Test
    void updatesAreSortedThoughTheClassHasNoOrder() {
        try (SessionFactory factory = Hibernate.onH2(Renamed.class)
                .with(AvailableSettings.ORDER_UPDATES, true)
                .with(AvailableSettings.ORDER_INSERTS, true)
                .start()) {
            factory.inTransaction(session -> List.of(1, 2, 3).forEach(i -> session.persist(new Renamed())));
            factory.inTransaction(session -> session.createSelectionQuery("from Renamed", Renamed.class)
                    .getResultList()
                    .forEach(row -> row.name = "new"));
            factory.inTransaction(session -> assertThat(session.createSelectionQuery("from Renamed", Renamed.class)
                            .getResultList())
                    .hasSize(3)
                    .allMatch(row -> row.name.equals("new")));
        }
    }

    @Entity(name = "Renamed")
    static class Renamed {
        @Id
        @SnowflakeId
        ShopId id;

        String name = "old";
    }
}
