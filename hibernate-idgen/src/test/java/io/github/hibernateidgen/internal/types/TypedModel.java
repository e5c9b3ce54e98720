package io.github.hibernateidgen.internal.types;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** Entities with ids of classes of their own, and the same with plain ids beside them. None of these classes is serializable. */
final class TypedModel {

    private TypedModel() {}

    // Classes of ids

    record LongId(long value) implements Comparable<LongId> {
        @Override
        public int compareTo(LongId other) {
            return Long.compare(value, other.value);
        }
    }

    record BoxedId(Long value) {}

    record BigId(BigInteger value) {}

    record TextId(String value) {}

    record GuidId(UUID value) {}

    record GuidTextId(String value) {}

    record BytesId(byte[] value) {}

    record IntId(int value) {}

    /** One class for the ids of all entities. */
    record Ref<E>(long value) {}

    /** As the compiler of Kotlin makes a value class, and without an equals of its own. */
    static final class PrivateId {
        private final long value;

        private PrivateId(long value) {
            this.value = value;
        }
    }

    abstract static class AnyId<T> {
        private final T value;

        AnyId(T value) {
            this.value = value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof AnyId<?> that && getClass() == that.getClass() && value.equals(that.value);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(value);
        }
    }

    static final class InheritedId extends AnyId<UUID> {
        InheritedId(UUID value) {
            super(value);
        }
    }

    // One entity for each kind of id

    interface Row {
        Object id();
    }

    @Entity(name = "TypedLong")
    static class TypedLong implements Row {
        @Id
        @SnowflakeId
        LongId id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "PlainLong")
    static class PlainLong implements Row {
        @Id
        @SnowflakeId
        Long id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "TypedBoxed")
    static class TypedBoxed implements Row {
        private BoxedId id;

        @Id
        @SnowflakeId
        BoxedId getId() {
            return id;
        }

        void setId(BoxedId id) {
            this.id = id;
        }

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "TypedBig")
    static class TypedBig implements Row {
        @Id
        @SnowflakeId
        BigId id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "PlainBig")
    static class PlainBig implements Row {
        @Id
        @SnowflakeId
        BigInteger id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "TypedText")
    static class TypedText implements Row {
        @Id
        @SnowflakeId
        @Column(length = 13)
        TextId id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "PlainText")
    static class PlainText implements Row {
        @Id
        @SnowflakeId
        @Column(length = 13)
        String id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "TypedPrivate")
    static class TypedPrivate implements Row {
        @Id
        @SnowflakeId
        PrivateId id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "TypedRef")
    static class TypedRef implements Row {
        @Id
        @SnowflakeId
        Ref<TypedRef> id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "TypedGuid")
    static class TypedGuid implements Row {
        @Id
        @CombGuid
        GuidId id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "PlainGuid")
    static class PlainGuid implements Row {
        @Id
        @CombGuid
        UUID id;

        @Override
        public Object id() {
            return id;
        }
    }

    @MappedSuperclass
    abstract static class Base<I> implements Row {
        @Id
        @CombGuid
        I id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "TypedInherited")
    static class TypedInherited extends Base<InheritedId> {}

    @Entity(name = "TypedGuidText")
    static class TypedGuidText implements Row {
        @Id
        @CombGuid
        @Column(length = 36)
        GuidTextId id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "PlainGuidText")
    static class PlainGuidText implements Row {
        @Id
        @CombGuid
        @Column(length = 36)
        String id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "TypedGuidChar")
    static class TypedGuidChar implements Row {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.CHAR)
        GuidId id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "PlainGuidChar")
    static class PlainGuidChar implements Row {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.CHAR)
        UUID id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "TypedBytes")
    static class TypedBytes implements Row {
        @Id
        @CombGuid
        @Column(length = 16)
        BytesId id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "PlainBytes")
    static class PlainBytes implements Row {
        @Id
        @CombGuid
        @Column(length = 16)
        byte[] id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "TypedInt")
    static class TypedInt implements Row {
        @Id
        @SegmentId
        IntId id;

        @Override
        public Object id() {
            return id;
        }
    }

    @Entity(name = "PlainInt")
    static class PlainInt implements Row {
        @Id
        @SegmentId
        Integer id;

        @Override
        public Object id() {
            return id;
        }
    }

    // What refers to ids

    record CustomerId(UUID value) {}

    record OrderId(long value) {}

    @Entity(name = "TypedCustomer")
    static class TypedCustomer {
        @Id
        @CombGuid
        CustomerId id;
    }

    @Entity(name = "TypedOrder")
    @Table(name = "typed_order")
    static class TypedOrder {
        @Id
        @SnowflakeId
        OrderId id;

        @ManyToOne(fetch = FetchType.LAZY)
        TypedCustomer customer;

        /** Of another aggregate, without an association. */
        CustomerId referrer;

        @ElementCollection
        Map<CustomerId, String> notes = new HashMap<>();

        @ElementCollection
        Set<OrderId> earlier = new HashSet<>();
    }

    @Entity(name = "PlainCustomer")
    static class PlainCustomer {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity(name = "PlainOrder")
    @Table(name = "plain_order")
    static class PlainOrder {
        @Id
        @SnowflakeId
        Long id;

        @ManyToOne(fetch = FetchType.LAZY)
        PlainCustomer customer;

        UUID referrer;

        @ElementCollection
        Map<UUID, String> notes = new HashMap<>();

        @ElementCollection
        Set<Long> earlier = new HashSet<>();
    }

    @Entity(name = "TypedInvoice")
    static class TypedInvoice {
        @Id
        OrderId id;

        @MapsId
        @OneToOne
        TypedOrder order;
    }

    @Entity(name = "TypedVehicle")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class TypedVehicle {
        @Id
        @SnowflakeId
        LongId id;

        String label;
    }

    @Entity(name = "TypedCar")
    static class TypedCar extends TypedVehicle {
        int doors;
    }

    static class LineKey implements Serializable {
        OrderId order;
        LongId number;

        @Override
        public boolean equals(Object other) {
            return other instanceof LineKey that
                    && Objects.equals(order, that.order)
                    && Objects.equals(number, that.number);
        }

        @Override
        public int hashCode() {
            return Objects.hash(order, number);
        }
    }

    @Entity(name = "TypedLine")
    @IdClass(LineKey.class)
    static class TypedLine {
        @Id
        @Column(name = "order_id")
        OrderId order;

        @Id
        @SnowflakeId
        @Column(name = "line_number")
        LongId number;
    }

    @Embeddable
    static class PartKey implements Serializable {
        @SnowflakeId
        PartId number;

        int region;

        @Override
        public boolean equals(Object other) {
            return other instanceof PartKey that && Objects.equals(number, that.number) && region == that.region;
        }

        @Override
        public int hashCode() {
            return Objects.hash(number, region);
        }
    }

    /** At no listed class, only in what is embedded. */
    record PartId(long value) {}

    @Entity(name = "TypedPart")
    static class TypedPart {
        @EmbeddedId
        PartKey key = new PartKey();
    }

    @Entity(name = "TypedGiven")
    static class TypedGiven {
        @Id
        @SnowflakeId(assignable = true)
        LongId id;
    }

    @Entity(name = "TypedGivenGuid")
    static class TypedGivenGuid {
        @Id
        @CombGuid(assignable = true)
        GuidId id;
    }

    /** An attribute that is not the id. */
    @Entity(name = "TypedTicket")
    static class TypedTicket {
        @Id
        @SnowflakeId
        LongId id;

        @CombGuid
        TicketCode code;
    }

    record TicketCode(UUID value) {}

    static List<Class<?>> entities() {
        return List.of(
                TypedLong.class,
                PlainLong.class,
                TypedBoxed.class,
                TypedBig.class,
                PlainBig.class,
                TypedText.class,
                PlainText.class,
                TypedPrivate.class,
                TypedRef.class,
                TypedGuid.class,
                PlainGuid.class,
                Base.class,
                TypedInherited.class,
                TypedGuidText.class,
                PlainGuidText.class,
                TypedGuidChar.class,
                PlainGuidChar.class,
                TypedBytes.class,
                PlainBytes.class,
                TypedInt.class,
                PlainInt.class,
                TypedCustomer.class,
                TypedOrder.class,
                PlainCustomer.class,
                PlainOrder.class,
                TypedInvoice.class,
                TypedVehicle.class,
                TypedCar.class,
                TypedLine.class,
                TypedPart.class,
                TypedGiven.class,
                TypedGivenGuid.class,
                TypedTicket.class);
    }
}
