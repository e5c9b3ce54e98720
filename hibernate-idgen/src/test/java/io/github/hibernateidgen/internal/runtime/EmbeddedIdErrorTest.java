package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.io.Serializable;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An annotation on the whole of an embedded id says where it belongs. */
class EmbeddedIdErrorTest {

    @Embeddable
    static class OrderId implements Serializable {
        private static final long serialVersionUID = 1L;

        Long value;

        @Override
        public boolean equals(Object other) {
            return other instanceof OrderId id && Objects.equals(id.value, value);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(value);
        }
    }

    /** Its part is called as the whole. */
    @Embeddable
    static class SameName implements Serializable {
        private static final long serialVersionUID = 1L;

        Long id;

        @Override
        public boolean equals(Object other) {
            return other instanceof SameName name && Objects.equals(name.id, id);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(id);
        }
    }

    @Embeddable
    static class GuidId implements Serializable {
        private static final long serialVersionUID = 1L;

        UUID value;

        @Override
        public boolean equals(Object other) {
            return other instanceof GuidId id && Objects.equals(id.value, value);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(value);
        }
    }

    @Embeddable
    static class GetterId implements Serializable {
        private static final long serialVersionUID = 1L;

        private Long value;

        Long getValue() {
            return value;
        }

        void setValue(Long value) {
            this.value = value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof GetterId id && Objects.equals(id.value, value);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(value);
        }
    }

    @Entity(name = "OnField")
    static class OnField {
        @EmbeddedId
        @SnowflakeId
        OrderId id;
    }

    @Entity(name = "OnGetter")
    static class OnGetter {
        private GetterId id;

        @EmbeddedId
        @SnowflakeId
        GetterId getId() {
            return id;
        }

        void setId(GetterId id) {
            this.id = id;
        }
    }

    @Entity(name = "OnSameName")
    static class OnSameName {
        @EmbeddedId
        @SnowflakeId
        SameName id;
    }

    @Entity(name = "OnGuid")
    static class OnGuid {
        @EmbeddedId
        @CombGuid
        GuidId id;
    }

    @Entity(name = "OnSegment")
    static class OnSegment {
        @EmbeddedId
        @SegmentId
        OrderId id;
    }

    @Entity(name = "OnEmbedded")
    static class OnEmbedded {
        @Id
        Integer id;

        @Embedded
        @SnowflakeId
        OrderId other;
    }

    @ParameterizedTest
    @CsvSource({
        "OnField, OnField.id, OrderId",
        "OnGetter, OnGetter.id, GetterId",
        "OnSameName, OnSameName.id, SameName",
        "OnGuid, OnGuid.id, GuidId",
        "OnSegment, OnSegment.id, OrderId",
        "OnEmbedded, OnEmbedded.other, OrderId"
    })
    void annotationOnTheWholeBelongsOnThePart(String entity, String attribute, String type) throws Exception {
        Class<?> mapped = Class.forName(EmbeddedIdErrorTest.class.getName() + "$" + entity);
        Throwable error = catchThrowable(() -> Hibernate.onH2(mapped).start().close());
        Throwable thrown = error;
        while (thrown != null && !(thrown instanceof IdgenConfigurationException)) {
            thrown = thrown.getCause();
        }
        assertThat(thrown)
                .as(() -> String.valueOf(error))
                .isNotNull()
                .hasMessage("%s [%s]: the attribute is embedded, but a generated value fills one column; annotate the"
                                .formatted(attribute, EmbeddedIdErrorTest.class.getName() + "$" + type)
                        + " component inside the @Embeddable");
    }
}
