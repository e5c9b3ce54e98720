package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hibernate ignores {@link SegmentId} on an attribute that is not the id, so the start refuses it by name. */
class SegmentIdElsewhereTest {

    @Entity(name = "OnAttribute")
    static class OnAttribute {
        @Id
        @SnowflakeId
        Long id;

        @SegmentId
        Long number;
    }

    @Entity(name = "OnGetter")
    static class OnGetter {
        private Long id;
        private Integer number;

        @Id
        @SegmentId
        Long getId() {
            return id;
        }

        void setId(Long id) {
            this.id = id;
        }

        @SegmentId
        Integer getNumber() {
            return number;
        }

        void setNumber(Integer number) {
            this.number = number;
        }
    }

    @MappedSuperclass
    static class Numbered {
        @SegmentId
        Long number;
    }

    @Entity(name = "OnSuperclass")
    static class OnSuperclass extends Numbered {
        @Id
        @SnowflakeId
        Long id;
    }

    @Embeddable
    static class Invoice {
        @SegmentId
        Long number;
    }

    @Entity(name = "OnEmbeddable")
    static class OnEmbeddable {
        @Id
        @SnowflakeId
        Long id;

        @Embedded
        Invoice invoice;
    }

    @ParameterizedTest
    @CsvSource({
        "OnAttribute, OnAttribute.number, java.lang.Long",
        "OnGetter, OnGetter.number, java.lang.Integer",
        "OnSuperclass, OnSuperclass.number, java.lang.Long",
        "OnEmbeddable, OnEmbeddable.invoice.number, java.lang.Long"
    })
    void attributeThatIsNotTheIdIsRefusedByName(String entity, String attribute, String type) throws Exception {
        Class<?> mapped = Class.forName(SegmentIdElsewhereTest.class.getName() + "$" + entity);
        Throwable error = catchThrowable(() -> Hibernate.onH2(mapped).start().close());
        assertThat(error)
                .hasRootCauseInstanceOf(IdgenConfigurationException.class)
                .rootCause()
                .hasMessage(
                        "%s [%s]: Hibernate generates values of @SegmentId only for an entity's @Id; use @SnowflakeId"
                                + " or @CombGuid, or remove the annotation",
                        attribute, type);
    }

    @MappedSuperclass
    static class Row {
        @Id
        @SegmentId
        Long id;
    }

    @Entity(name = "Child")
    static class Child extends Row {
        @SnowflakeId
        Long number;
    }

    @Test
    void idThatASuperclassDeclaresIsServed() {
        try (SessionFactory factory = Hibernate.onH2(Child.class).start()) {
            Child child = new Child();
            factory.inTransaction(session -> session.persist(child));
            assertThat(child.id).isEqualTo(1);
            assertThat(child.number).isPositive();
        }
    }
}
