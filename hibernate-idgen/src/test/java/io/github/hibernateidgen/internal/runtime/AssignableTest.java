package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityExistsException;
import jakarta.persistence.Id;
import java.math.BigInteger;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Identifiers that the application sets itself: refused by default, kept where the mapping says so. */
class AssignableTest {

    @Entity
    static class Boxed {
        @Id
        @SnowflakeId(assignable = true)
        Long id;
    }

    @Entity
    static class Primitive {
        @Id
        @SnowflakeId(assignable = true)
        long id;
    }

    @Entity
    static class Guid {
        @Id
        @CombGuid(assignable = true)
        UUID id;
    }

    @Entity
    static class Numbered {
        @Id
        @SegmentId(assignable = true)
        Integer id;
    }

    @Entity
    static class GenericallyNumbered {
        @Id
        @SegmentId(assignable = true)
        long id;
    }

    /** The next number comes from the sequence all the same. */
    @Test
    void numberOfNoSegmentIsKept() {
        try (SessionFactory factory =
                Hibernate.onH2(Numbered.class, GenericallyNumbered.class).start()) {
            factory.inTransaction(session -> {
                Numbered set = new Numbered();
                set.id = 1_000;
                session.persist(set);
                assertThat(set.id).isEqualTo(1_000);
                Numbered unset = new Numbered();
                session.persist(unset);
                assertThat(unset.id).isEqualTo(1);
                GenericallyNumbered generic = new GenericallyNumbered();
                generic.id = 2_000;
                session.persist(generic);
                assertThat(generic.id).isEqualTo(2_000);
                GenericallyNumbered zero = new GenericallyNumbered();
                session.persist(zero);
                assertThat(zero.id).isEqualTo(1);
            });
            factory.inTransaction(session -> {
                assertThat(session.find(Numbered.class, 1_000)).isNotNull();
                assertThat(session.find(GenericallyNumbered.class, 2_000L)).isNotNull();
            });
            assertThat(Idgen.of(factory).attributes()).allMatch(attribute -> attribute.issued() == 1);
        }
    }

    @Entity
    static class StrictNumber {
        @Id
        @SegmentId
        Long id;
    }

    @Test
    void numberThatIsSetIsRefusedByDefault() {
        try (SessionFactory factory = Hibernate.onH2(StrictNumber.class).start()) {
            assertThatThrownBy(() -> factory.inTransaction(session -> {
                        StrictNumber row = new StrictNumber();
                        row.id = 17L;
                        session.persist(row);
                    }))
                    .isInstanceOf(EntityExistsException.class);
        }
    }

    @Entity
    static class Strict {
        @Id
        @SnowflakeId
        Long id;
    }

    @Test
    void valueThatIsSetIsKept() {
        UUID guid = UUID.fromString("00112233-4455-4677-8899-aabbccddeeff");
        try (SessionFactory factory =
                Hibernate.onH2(Boxed.class, Primitive.class, Guid.class).start()) {
            factory.inTransaction(session -> {
                Boxed boxed = new Boxed();
                boxed.id = 17L;
                session.persist(boxed);
                assertThat(boxed.id).isEqualTo(17);
                Primitive primitive = new Primitive();
                primitive.id = 18;
                session.persist(primitive);
                assertThat(primitive.id).isEqualTo(18);
                Guid row = new Guid();
                row.id = guid;
                session.persist(row);
                assertThat(row.id).isEqualTo(guid);
            });
            factory.inTransaction(session -> {
                assertThat(session.find(Boxed.class, 17L)).isNotNull();
                assertThat(session.find(Primitive.class, 18L)).isNotNull();
                assertThat(session.find(Guid.class, guid)).isNotNull();
            });
        }
    }

    @Test
    void valueThatIsNotSetIsGenerated() {
        try (SessionFactory factory =
                Hibernate.onH2(Boxed.class, Primitive.class, Guid.class).start()) {
            factory.inTransaction(session -> {
                Boxed boxed = new Boxed();
                session.persist(boxed);
                assertThat(boxed.id).isPositive();
                Primitive primitive = new Primitive();
                session.persist(primitive);
                assertThat(primitive.id).isPositive();
                Guid guid = new Guid();
                session.persist(guid);
                assertThat(guid.id.version()).isEqualTo(7);
            });
        }
    }

    @Entity
    static class OtherAttributes {
        @Id
        Integer id;

        @SnowflakeId
        Long replaced;

        @SnowflakeId(assignable = true)
        Long kept;
    }

    @Test
    void otherAttributesAreKeptWhereTheMappingSaysSoAndReplacedElsewhere() {
        try (SessionFactory factory = Hibernate.onH2(OtherAttributes.class).start()) {
            OtherAttributes row = new OtherAttributes();
            row.id = 1;
            row.replaced = 17L;
            row.kept = 18L;
            factory.inTransaction(session -> session.persist(row));
            assertThat(row.replaced).isPositive().isNotEqualTo(17);
            assertThat(row.kept).isEqualTo(18);
        }
    }

    @Test
    void valueThatIsSetIsRefusedByDefault() {
        try (SessionFactory factory = Hibernate.onH2(Strict.class).start()) {
            assertThatThrownBy(() -> factory.inTransaction(session -> {
                        Strict row = new Strict();
                        row.id = 17L;
                        session.persist(row);
                    }))
                    .isInstanceOf(EntityExistsException.class);
        }
    }

    @Entity
    static class Big {
        @Id
        @SnowflakeId(assignable = true)
        BigInteger id;
    }

    @ParameterizedTest
    @ValueSource(strings = {"18446744073709551616", "18446744073709551621", "9223372036854775808"})
    void numberThatNoIdCanBeIsRefusedInsteadOfReplaced(BigInteger number) {
        try (SessionFactory factory = Hibernate.onH2(Big.class).start()) {
            Big row = new Big();
            row.id = number;
            assertThatThrownBy(() -> factory.inTransaction(session -> session.persist(row)))
                    .hasStackTraceContaining("AssignableTest$Big.id: [" + number + "] is set")
                    .hasStackTraceContaining("it does not fit into 64 bits");
            assertThat(row.id).isEqualTo(number);
            row.id = BigInteger.valueOf(Long.MAX_VALUE);
            factory.inTransaction(session -> session.persist(row));
            assertThat(row.id).isEqualTo(BigInteger.valueOf(Long.MAX_VALUE));
        }
    }
}
