package io.github.hibernateidgen.internal.guid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.Locale;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.dialect.CockroachDialect;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.HSQLDialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.dialect.SQLServerDialect;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * GUIDs as text: what is in memory must be what the driver gives back, or one session holds one row twice.
 */
class CombGuidTextTest {

    @Entity(name = "InUniqueidentifier")
    static class InUniqueidentifier {
        @Id
        @CombGuid(assignable = true)
        @Column(columnDefinition = "uniqueidentifier")
        String id;
    }

    @Entity(name = "InUuid")
    static class InUuid {
        @Id
        @CombGuid(assignable = true)
        @Column(columnDefinition = "uuid")
        String id;
    }

    @Entity(name = "InText")
    static class InText {
        @Id
        @CombGuid(assignable = true)
        @Column(length = 40)
        String id;
    }

    private static Object generate(SessionFactory factory, Class<?> entity, Object current) {
        var generator = factory.unwrap(SessionFactoryImplementor.class)
                .getMappingMetamodel()
                .getEntityDescriptor(entity.getName())
                .getGenerator();
        return ((BeforeExecutionGenerator) generator).generate(null, null, current, EventType.INSERT);
    }

    private static final String LOWER = "0a1b2c3d-4e5f-8a7b-9c8d-0e1f2a3b4c5d";
    private static final String UPPER = "0A1B2C3D-4E5F-8A7B-9C8D-0E1F2A3B4C5D";

    @Test
    void uniqueidentifierIsUpperCaseAsTheDriverOfSqlServerFormatsIt() {
        try (SessionFactory factory = Hibernate.offline(SQLServerDialect.class, InUniqueidentifier.class)
                .start()) {
            String id = (String) generate(factory, InUniqueidentifier.class, null);
            assertThat(id).isEqualTo(UUID.fromString(id).toString().toUpperCase(Locale.ROOT));
            assertThat(generate(factory, InUniqueidentifier.class, LOWER)).isEqualTo(UPPER);
            assertThat(generate(factory, InUniqueidentifier.class, UPPER)).isEqualTo(UPPER);
            assertThat(generate(factory, InUniqueidentifier.class, LOWER.replace("-", "")))
                    .isEqualTo(UPPER);
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                PostgreSQLDialect.class,
                CockroachDialect.class,
                MariaDBDialect.class,
                H2Dialect.class,
                HSQLDialect.class
            })
    void uuidIsLowerCase(Class<? extends Dialect> dialect) {
        try (SessionFactory factory = Hibernate.offline(dialect, InUuid.class).start()) {
            String id = (String) generate(factory, InUuid.class, null);
            assertThat(id).isEqualTo(UUID.fromString(id).toString());
            assertThat(generate(factory, InUuid.class, LOWER)).isEqualTo(LOWER);
            assertThat(generate(factory, InUuid.class, UPPER)).isEqualTo(LOWER);
            assertThat(generate(factory, InUuid.class, UPPER.replace("-", ""))).isEqualTo(LOWER);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"order-17", "1-1-1-1-1", "{0a1b2c3d-4e5f-8a7b-9c8d-0e1f2a3b4c5d}", ""})
    void textThatIsNoGuidIsRefusedInAGuidColumn(String text) {
        try (SessionFactory factory = Hibernate.offline(SQLServerDialect.class, InUniqueidentifier.class)
                .start()) {
            assertThatThrownBy(() -> generate(factory, InUniqueidentifier.class, text))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageStartingWith("InUniqueidentifier.id: [" + text + "] is set")
                    .hasMessageContaining("uniqueidentifier");
        }
    }

    @Test
    void textThatIsSetIsKeptAsItIsInATextColumn() {
        try (SessionFactory factory =
                Hibernate.offline(SQLServerDialect.class, InText.class).start()) {
            assertThat(generate(factory, InText.class, UPPER)).isEqualTo(UPPER);
            assertThat(generate(factory, InText.class, "order-17")).isEqualTo("order-17");
            assertThat((String) generate(factory, InText.class, null)).isLowerCase();
        }
    }
}
