package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A misspelt parameter of {@code @GenericGenerator} stops the start; those that Hibernate adds or reads itself do not. */
class GeneratorParametersTest {

    @Entity(name = "Offset")
    static class Offset {
        @Id
        @GeneratedValue(generator = "offset")
        @GenericGenerator(
                name = "offset",
                type = SegmentIdGenerator.class,
                parameters = @Parameter(name = "ofset", value = "2"))
        Long id;
    }

    @Entity(name = "Increment")
    static class Increment {
        @Id
        @GeneratedValue(generator = "numbers")
        @GenericGenerator(
                name = "numbers",
                type = SegmentIdGenerator.class,
                parameters = @Parameter(name = "increment_sise", value = "20"))
        Long id;
    }

    @Entity(name = "Layout")
    static class Layout {
        @Id
        @GeneratedValue(generator = "layout")
        @GenericGenerator(
                name = "layout",
                type = SnowflakeIdGenerator.class,
                parameters = @Parameter(name = "layot", value = "short"))
        Long id;
    }

    @Entity(name = "Shard")
    static class Shard {
        @Id
        @GeneratedValue(generator = "shard")
        @GenericGenerator(
                name = "shard",
                type = SnowflakeIdGenerator.class,
                parameters = @Parameter(name = "shard_by", value = "customer"))
        Long id;

        Long customer;
    }

    @Entity(name = "Field")
    static class Field {
        @Id
        @GeneratedValue(generator = "field")
        @GenericGenerator(
                name = "field",
                type = SnowflakeIdGenerator.class,
                parameters = @Parameter(name = "fields.businessLine", value = "2"))
        Long id;
    }

    @Entity(name = "Guid")
    static class Guid {
        @Id
        @GeneratedValue(generator = "guid")
        @GenericGenerator(
                name = "guid",
                type = CombGuidGenerator.class,
                parameters = @Parameter(name = "notation", value = "ULID"))
        UUID id;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Offset    | ofset               | did you mean offset? Those of this generator are [assignable, catalog,
            Increment | increment_sise      | did you mean increment_size? Those
            Layout    | layot               | did you mean layout? Those of this generator are [assignable, field.NAME,
            Shard     | shard_by            | did you mean shardBy? Those
            Field     | fields.businessLine | did you mean field.businessLine? Those
            Guid      | notation            | no parameter has this name; those of this generator are [assignable, format, order, prefix, sealed, text]
            """)
    void misspeltParameterStopsTheStart(String entity, String parameter, String rule) throws Exception {
        Class<?> mapped = Class.forName(GeneratorParametersTest.class.getName() + "$" + entity);
        Throwable thrown = catchThrowable(() -> Hibernate.onH2(mapped).start().close());
        while (thrown != null && !(thrown instanceof IdgenConfigurationException)) {
            thrown = thrown.getCause();
        }
        assertThat(thrown)
                .isNotNull()
                .hasMessageStartingWith(entity + ".id [" + parameter + "]: no parameter has this name; ")
                .hasMessageContaining(rule);
    }

    @Entity(name = "AllOfHibernate")
    static class AllOfHibernate {
        @Id
        @GeneratedValue(generator = "all")
        @GenericGenerator(
                name = "all",
                type = SegmentIdGenerator.class,
                parameters = {
                    @Parameter(name = "sequence_name", value = "all_numbers"),
                    @Parameter(name = "schema", value = "PUBLIC"),
                    @Parameter(name = "initial_value", value = "7"),
                    @Parameter(name = "increment_size", value = "20"),
                    @Parameter(name = "optimizer", value = "pooled-lo"),
                    @Parameter(name = "force_table_use", value = "true"),
                    @Parameter(name = "value_column", value = "next_number"),
                    @Parameter(name = "options", value = ""),
                    @Parameter(name = "source", value = "database"),
                    @Parameter(name = "assignable", value = "false"),
                    @Parameter(name = "prefix", value = "a_"),
                    @Parameter(name = "sealed", value = "false")
                })
        Long id;
    }

    @Entity(name = "Plain")
    static class Plain {
        @Id
        @GeneratedValue(generator = "plain")
        @GenericGenerator(
                name = "plain",
                type = SnowflakeIdGenerator.class,
                parameters = {
                    @Parameter(name = "layout", value = "business-line"),
                    @Parameter(name = "field.businessLine", value = "2"),
                    @Parameter(name = "a_later_hibernate_may", value = "add this")
                })
        Long id;
    }

    @Test
    void parametersOfHibernatePass() {
        try (SessionFactory factory = Hibernate.onH2(AllOfHibernate.class, Plain.class)
                .with("hibernate.id.db_structure_naming_strategy", "legacy")
                .with("hibernate.id.optimizer.pooled.preferred", "pooled-lo")
                .start()) {
            AllOfHibernate row = new AllOfHibernate();
            factory.inTransaction(session -> session.persist(row));
            assertThat(row.id).isEqualTo(7);
            assertThat(Hibernate.nextId(factory, Plain.class)).isInstanceOf(Long.class);
        }
    }
}
