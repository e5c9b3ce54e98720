package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.text.IdForm;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.IdTextException;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No sealed text of one attribute opens as a value of another one: they share no prefix, unless they share their values. */
class SealedPrefixTest {

    private static final String KEYS = "a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    private static SessionFactory start(Class<?>... entities) {
        return Hibernate.onH2(entities).with(IdgenSettings.SEAL_KEYS, KEYS).start();
    }

    // The way of the PetClinic

    @MappedSuperclass
    abstract static class BaseEntity {
        @Id
        @SnowflakeId
        @PublicId(prefix = "p_", sealed = true)
        Long id;
    }

    @Entity(name = "Owner")
    static class Owner extends BaseEntity {}

    @Entity(name = "Vet")
    static class Vet extends BaseEntity {}

    @PublicId(prefix = "t_", sealed = true)
    record BaseId(long value) {}

    @MappedSuperclass
    abstract static class TypedEntity {
        @Id
        @SnowflakeId
        BaseId id;
    }

    @Entity(name = "TypedOwner")
    static class TypedOwner extends TypedEntity {}

    @Entity(name = "TypedVet")
    static class TypedVet extends TypedEntity {}

    // Other attributes with one prefix

    @Entity(name = "Order")
    @Table(name = "orders")
    static class Order {
        @Id
        @SnowflakeId
        @PublicId(prefix = "o_", sealed = true)
        Long id;
    }

    @Entity(name = "Guid")
    static class Guid {
        @Id
        @CombGuid
        @PublicId(prefix = "o_", sealed = true)
        UUID id;
    }

    @Entity(name = "Count")
    @Table(name = "counts")
    static class Count {
        @Id
        @SegmentId
        @PublicId(prefix = "o_", sealed = true, form = IdForm.DIGITS)
        Long id;
    }

    @Entity(name = "TwoValues")
    static class TwoValues {
        @Id
        Long id;

        @SnowflakeId
        @PublicId(prefix = "v_", sealed = true)
        Long one;

        @SnowflakeId
        @PublicId(prefix = "v_", sealed = true)
        Long two;
    }

    @Embeddable
    static class Reference {
        @SnowflakeId
        @PublicId(prefix = "r_", sealed = true)
        @Column(name = "reference_number")
        Long number;
    }

    @Entity(name = "Letter")
    static class Letter {
        @Id
        Long id;

        @Embedded
        Reference reference;
    }

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        Long id;

        @Embedded
        Reference reference;
    }

    /** Both are assignable, and nothing is what they could refer to. */
    @MappedSuperclass
    abstract static class Numbered {
        @Id
        Long id;

        @SnowflakeId(assignable = true)
        @PublicId(prefix = "n_", sealed = true)
        Long number;
    }

    @Entity(name = "NumberedOwner")
    static class NumberedOwner extends Numbered {}

    @Entity(name = "NumberedVet")
    static class NumberedVet extends Numbered {}

    static Stream<Arguments> interchangeable() {
        return Stream.of(
                Arguments.of("Owner.id", "Vet.id", "p_", List.of(Owner.class, Vet.class)),
                Arguments.of("TypedOwner.id", "TypedVet.id", "t_", List.of(TypedOwner.class, TypedVet.class)),
                Arguments.of("Order.id", "Guid.id", "o_", List.of(Order.class, Guid.class)),
                Arguments.of("Order.id", "Count.id", "o_", List.of(Order.class, Count.class)),
                Arguments.of("TwoValues.one", "TwoValues.two", "v_", List.of(TwoValues.class)),
                Arguments.of("Letter.number", "Parcel.number", "r_", List.of(Letter.class, Parcel.class)),
                Arguments.of(
                        "NumberedOwner.number",
                        "NumberedVet.number",
                        "n_",
                        List.of(NumberedOwner.class, NumberedVet.class)));
    }

    @ParameterizedTest
    @MethodSource("interchangeable")
    void twoAttributesWithOnePrefixStopTheStart(String one, String other, String prefix, List<Class<?>> entities) {
        assertThatExceptionOfType(IdgenConfigurationException.class)
                .isThrownBy(() -> start(entities.toArray(Class<?>[]::new)).close())
                .satisfies(refusal -> assertThat(List.of(
                                message(one, prefix, other),
                                message(other, prefix, one))) // Hibernate decides which one comes first.
                        .contains(refusal.getMessage()));
    }

    private static String message(String later, String prefix, String first) {
        return later + " [" + prefix + "]: " + first
                + " is also sealed with this prefix, so the text of each would open as an id of the other; give each"
                + " attribute a different prefix, and each typed id a separate class. If both come from one"
                + " superclass, declare the attribute in each entity instead";
    }

    // What shares its values may share its prefix

    @Entity(name = "SingleOwner")
    @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
    static class Single extends BaseEntity {
        @SnowflakeId
        @PublicId(prefix = "s_", sealed = true)
        Long number;
    }

    @Entity(name = "SingleOne")
    static class SingleOne extends Single {}

    @Entity(name = "SingleTwo")
    static class SingleTwo extends Single {}

    @Entity(name = "Joined")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Joined extends BaseEntity {
        @SnowflakeId
        @PublicId(prefix = "s_", sealed = true)
        Long number;
    }

    @Entity(name = "JoinedOne")
    static class JoinedOne extends Joined {}

    @Entity(name = "JoinedTwo")
    static class JoinedTwo extends Joined {}

    @Entity(name = "Union")
    @Table(name = "unions")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    abstract static class Union extends BaseEntity {
        @SnowflakeId
        @PublicId(prefix = "s_", sealed = true)
        Long number;
    }

    @Entity(name = "UnionOne")
    static class UnionOne extends Union {}

    @Entity(name = "UnionTwo")
    static class UnionTwo extends Union {}

    @PublicId(prefix = "i_", sealed = true)
    record InvoiceId(long value) {}

    @Entity(name = "Invoice")
    static class Invoice {
        @Id
        @SnowflakeId
        InvoiceId id;
    }

    @Entity(name = "Reminder")
    static class Reminder {
        @Id
        @SnowflakeId
        @PublicId(prefix = "rem_", sealed = true)
        Long id;

        InvoiceId invoice;

        @ManyToOne
        Invoice association;

        @ElementCollection
        Set<InvoiceId> others;
    }

    @Entity(name = "Receipt")
    static class Receipt {
        @Id
        Long id;

        @MapsId
        @OneToOne
        Order order;

        @SnowflakeId(assignable = true)
        @PublicId(prefix = "p_", sealed = true)
        @Column(name = "owner_id")
        Long ownerId;

        @ManyToOne
        @JoinColumn(name = "owner_id", insertable = false, updatable = false)
        Owner owner;
    }

    @Entity(name = "Payment")
    static class Payment {
        @Id
        Long id;

        @SnowflakeId(assignable = true)
        @PublicId(prefix = "p_", sealed = true)
        Long owner;
    }

    @Entity(name = "OwnerSummary")
    @Table(name = "Owner")
    static class OwnerSummary {
        @Id
        @SnowflakeId
        @PublicId(prefix = "p_", sealed = true)
        Long id;
    }

    static class LineKey implements Serializable {
        Long orderId;
        Long number;

        @Override
        public boolean equals(Object other) {
            return other instanceof LineKey that && Objects.equals(orderId, that.orderId);
        }

        @Override
        public int hashCode() {
            return Objects.hash(orderId, number);
        }
    }

    @Entity(name = "Line")
    @IdClass(LineKey.class)
    static class Line {
        @Id
        @SnowflakeId(assignable = true)
        @PublicId(prefix = "o_", sealed = true)
        Long orderId;

        @Id
        @SnowflakeId
        @PublicId(prefix = "lin_", sealed = true)
        Long number;
    }

    @Embeddable
    static class PartKey implements Serializable {
        @SnowflakeId
        @PublicId(prefix = "par_", sealed = true)
        Long number;

        Integer place;

        @Override
        public boolean equals(Object other) {
            return other instanceof PartKey that && Objects.equals(number, that.number);
        }

        @Override
        public int hashCode() {
            return Objects.hash(number);
        }
    }

    @Entity(name = "Part")
    @SecondaryTable(name = "part_texts")
    static class Part {
        @EmbeddedId
        PartKey key;

        @Column(table = "part_texts")
        String text;
    }

    @MappedSuperclass
    abstract static class Plain {
        @Id
        @SnowflakeId
        @PublicId(prefix = "p_")
        Long id;
    }

    @Entity(name = "PlainOne")
    static class PlainOne extends Plain {}

    @Entity(name = "PlainTwo")
    static class PlainTwo extends Plain {}

    @MappedSuperclass
    abstract static class Person {
        abstract Long getId();

        boolean isNew() {
            return getId() == null;
        }
    }

    @Entity(name = "PersonOwner")
    static class PersonOwner extends Person {
        @Id
        @SnowflakeId
        @PublicId(prefix = "own_", sealed = true)
        Long id;

        @Override
        Long getId() {
            return id;
        }
    }

    @Entity(name = "PersonVet")
    static class PersonVet extends Person {
        @Id
        @SnowflakeId
        @PublicId(prefix = "vet_", sealed = true)
        Long id;

        @Override
        Long getId() {
            return id;
        }
    }

    /** As docs/typed-ids.md has it. */
    @Test
    void theIdIsDeclaredInEachEntityInstead() {
        try (SessionFactory factory = start(PersonOwner.class, PersonVet.class)) {
            PersonOwner owner = new PersonOwner();
            factory.inTransaction(session -> session.persist(owner));
            assertThat(owner.isNew()).isFalse();
            String text = Idgen.of(factory).idText(PersonOwner.class).write(owner.id);
            assertThatExceptionOfType(IdTextException.class)
                    .isThrownBy(() -> Idgen.of(factory).idText(PersonVet.class).read(text.replace("own_", "vet_")));
        }
    }

    static Stream<List<Class<?>>> sharing() {
        return Stream.of(
                List.of(Single.class, SingleOne.class, SingleTwo.class),
                List.of(Joined.class, JoinedOne.class, JoinedTwo.class),
                List.of(Union.class, UnionOne.class, UnionTwo.class),
                List.of(Invoice.class, Reminder.class),
                List.of(Receipt.class, Payment.class, Owner.class, Order.class),
                List.of(Owner.class, OwnerSummary.class),
                List.of(Order.class, Line.class),
                List.of(Part.class),
                List.of(PlainOne.class, PlainTwo.class));
    }

    @ParameterizedTest
    @MethodSource("sharing")
    void attributesThatShareTheirValuesMayShareThePrefix(List<Class<?>> entities) {
        try (SessionFactory factory = start(entities.toArray(Class<?>[]::new))) {
            assertThat(Idgen.of(factory).attributes()).isNotEmpty();
        }
    }

    @Test
    void aSubclassHasTheTextOfItsRoot() {
        try (SessionFactory factory = start(Joined.class, JoinedOne.class, JoinedTwo.class)) {
            JoinedOne one = new JoinedOne();
            factory.inTransaction(session -> session.persist(one));
            IdText text = Idgen.of(factory).idText(Joined.class);
            assertThat(text.read(text.write(one.id))).isEqualTo(one.id);
        }
    }

    @Test
    void sessionFactoriesAreNotCompared() {
        try (SessionFactory owners = start(Owner.class);
                SessionFactory vets = start(Vet.class);
                SessionFactory again = start(Owner.class)) {
            assertThat(Stream.of(owners, vets, again).flatMap(factory -> Idgen.of(factory).attributes().stream()))
                    .hasSize(3);
        }
    }

    @Test
    void severalKeysAreOnePurpose() {
        Map<String, String> rotated =
                Map.of("before", KEYS, "during", "b:" + KEYS.substring(2).replace('A', 'Q') + ", " + KEYS);
        rotated.values().forEach(keys -> {
            try (SessionFactory factory = Hibernate.onH2(Owner.class, Order.class)
                    .with(IdgenSettings.SEAL_KEYS, keys)
                    .start()) {
                assertThat(Idgen.of(factory).attributes()).hasSize(2);
            }
        });
    }
}
