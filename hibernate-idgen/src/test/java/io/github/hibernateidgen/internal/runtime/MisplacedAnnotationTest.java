package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import org.hibernate.AnnotationException;
import org.hibernate.HibernateException;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** Annotations at places where they have no effect, or the wrong effect. */
class MisplacedAnnotationTest {

    @Entity(name = "One")
    static class One {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Many")
    static class Many {
        @Id
        @SnowflakeId
        Long id;

        @ManyToOne
        @SnowflakeId
        One one;
    }

    @Test
    void anAssociationIsRejectedAsAnAssociation() {
        assertThatExceptionOfType(HibernateException.class)
                .isThrownBy(() -> Hibernate.onH2(One.class, Many.class).start().close())
                .havingRootCause() // Hibernate wraps what a binder throws.
                .isInstanceOf(IdgenConfigurationException.class)
                .withMessage(
                        "Many.one [" + One.class.getName() + "]: the attribute is an association, and has the id of"
                                + " the other entity; annotate the @Id of that entity, and remove the annotation here");
    }

    @MappedSuperclass
    abstract static class Base {
        Long id;

        @Id
        @SnowflakeId
        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }
    }

    @Entity(name = "Special")
    static class Special extends Base {
        @Override
        @Id
        @SnowflakeId(layout = "javascript")
        public Long getId() {
            return super.getId();
        }
    }

    /** Hibernate 6.6 would use the default layout without a word. Later versions reject the annotation, or use it. */
    @Test
    void anAnnotationOfASubclassIsUsedOrRejected() {
        try (SessionFactory factory = Hibernate.onH2(Special.class).start()) {
            assertThat(Idgen.of(factory).attributes())
                    .singleElement()
                    .satisfies(attribute ->
                            assertThat(attribute.layout().orElseThrow().name()).isEqualTo("javascript"));
        } catch (IdgenConfigurationException rejected) {
            assertThat(rejected)
                    .hasMessageStartingWith("Special.id [" + Special.class.getName()
                            + ".getId]: this version of Hibernate ignores the annotation here");
        } catch (AnnotationException rejected) {
            assertThat(rejected).hasMessageContaining("may not respecify the generation strategy");
        }
    }

    record TypedId(long value) {}

    @Entity(name = "AtAttribute")
    static class AtAttribute {
        @Id
        @SnowflakeId
        @PublicId(prefix = "a_", sealed = true)
        TypedId id;
    }

    /** Code that has a TypedId elsewhere would write the plain id. */
    @Test
    void theTextOfATypedIdBelongsToItsClass() {
        assertThatExceptionOfType(IdgenConfigurationException.class)
                .isThrownBy(() -> Hibernate.onH2(AtAttribute.class).start().close())
                .withMessage(
                        "AtAttribute.id [@PublicId]: [AtAttribute.id] is of the typed id " + TypedId.class.getName()
                                + ", but @PublicId stands at the attribute, where other code that has such an id does not find it;"
                                + " annotate the class");
    }
}
