package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.java.Assertions.java;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openrewrite.test.RecipeSpec;

/** The recipe from Hibernate's UUIDs to {@code @CombGuid}, and what it leaves alone. */
class UuidToCombGuidTest extends RecipeTest {

    @Override
    public void defaults(RecipeSpec spec) {
        super.defaults(spec);
        spec.recipe(new UuidToCombGuid());
    }

    private static Source invoice(String name, String imported, String generator, String type) {
        String source = """
                package com.acme.shop;

                import %s;
                import jakarta.persistence.Entity;
                import jakarta.persistence.Id;
                import java.util.UUID;

                @Entity
                public class %s {

                    @Id
                    %s
                    private %s id;
                }
                """;
        return new Source(
                source.formatted(imported, name, generator, type),
                source.formatted("io.github.hibernateidgen.CombGuid", name, "@CombGuid", type));
    }

    private static final Source PARCEL = new Source("""
            package com.acme.shop;

            import jakarta.persistence.*;
            import java.util.UUID;
            import org.hibernate.annotations.UuidGenerator;

            @Entity
            public class Parcel {

                @GeneratedValue
                @Id
                @UuidGenerator
                @Column(columnDefinition = "uuid", updatable = false)
                private UUID id;

                @UuidGenerator
                private UUID label;
            }
            """, """
            package com.acme.shop;

            import io.github.hibernateidgen.CombGuid;
            import jakarta.persistence.*;
            import java.util.UUID;

            @Entity
            public class Parcel {

                @Id
                @CombGuid
                @Column(columnDefinition = "uuid", updatable = false)
                private UUID id;

                @CombGuid
                private UUID label;
            }
            """);

    @Test
    void movesEachWayToAskForAUuid() throws Exception {
        String hibernates = "org.hibernate.annotations.UuidGenerator";
        String generated = "jakarta.persistence.GeneratedValue";
        String strategy = "jakarta.persistence.GenerationType;\nimport " + generated;
        Map<String, Rows> rows = changesAndRuns(
                PARCEL,
                invoice("Plain", hibernates, "@UuidGenerator", "UUID"),
                invoice("Seventh", hibernates, "@UuidGenerator(style = UuidGenerator.Style.VERSION_7)", "UUID"),
                invoice("Uuid", strategy, "@GeneratedValue(strategy = GenerationType.UUID)", "UUID"),
                invoice("Text", strategy, "@GeneratedValue(strategy = GenerationType.UUID)", "String"),
                invoice("Open", generated, "@GeneratedValue", "UUID"));
        assertThat(rows).hasSize(6);
        rows.forEach((entity, each) -> assertThat(each.young())
                .as(entity)
                .map(id -> UUID.fromString(id.toString()).version())
                .containsOnly(7));
    }

    @Test
    void leavesWhatAnotherGeneratorMakes() {
        rewriteRun(java("""
                package com.acme.shop;

                import io.hypersistence.utils.hibernate.id.Tsid;
                import jakarta.persistence.Entity;
                import jakarta.persistence.GeneratedValue;
                import jakarta.persistence.Id;
                import java.util.UUID;

                @Entity
                public class Crate {

                    @Id
                    @GeneratedValue
                    private Long id;

                    @GeneratedValue
                    @Tsid
                    private UUID other;

                    private UUID plain;
                }
                """));
    }

    /** The style of Spring's tutorials, and its variants. */
    @Test
    void movesAnnotationsBehindModifiers() throws Exception {
        String uuid = "@GeneratedValue(strategy = GenerationType.UUID)";
        Map<String, Rows> rows = changesAndRuns(
                label("Tutorial", "private @Id " + uuid + " UUID id;", "private @Id @CombGuid UUID id;"),
                label(
                        "Split",
                        "@Id private " + uuid + " @Column(name = \"i\") UUID id;",
                        "@Id private @CombGuid @Column(name = \"i\") UUID id;"),
                label(
                        "Volatile",
                        "private " + uuid + " @Id volatile UUID id;",
                        "private @CombGuid @Id volatile UUID id;"),
                label(
                        "Removed",
                        "private @GeneratedValue @Id @UuidGenerator UUID id;",
                        "private @Id @CombGuid UUID id;"),
                label(
                        "Qualified",
                        "private @Id " + uuid + " java.util.UUID id;",
                        "private @Id @CombGuid java.util.UUID id;"),
                label(
                        "Getter",
                        "UUID id;\n\n    public @Id " + uuid + " UUID getId() {\n        return id;\n    }\n\n"
                                + "    public void setId(UUID id) {\n        this.id = id;\n    }",
                        "UUID id;\n\n    public @Id @CombGuid UUID getId() {\n        return id;\n    }\n\n"
                                + "    public void setId(UUID id) {\n        this.id = id;\n    }"));
        assertThat(rows).hasSize(6);
        rows.forEach((entity, each) -> assertThat(each.young())
                .as(entity)
                .map(id -> ((UUID) id).version())
                .containsOnly(7));
    }

    /** Comments of annotations that go are in front of the attribute. */
    @Test
    void keepsTheCommentsOfRemovedAnnotations() throws Exception {
        changesAndRuns(
                label(
                        "First",
                        "@GeneratedValue // on insert\n    @Id\n    @UuidGenerator\n    private UUID id;",
                        "// on insert\n    @Id\n    @CombGuid\n    private UUID id;"),
                label(
                        "Middle",
                        "@Id // the key\n    @GeneratedValue // on insert\n    @UuidGenerator\n    private UUID id;",
                        "// the key\n    @Id // on insert\n    @CombGuid\n    private UUID id;"),
                label(
                        "Inside",
                        "/** The key. */\n    @Id\n    @GeneratedValue(/* not a counter */ strategy = GenerationType.UUID)\n"
                                + "    private UUID id;",
                        "/** The key. */\n    /* not a counter */\n    @Id\n    @CombGuid\n    private UUID id;"),
                label(
                        "Behind",
                        "@Id\n    private @GeneratedValue // on insert\n    @UuidGenerator UUID id;",
                        "// on insert\n    @Id\n    private @CombGuid UUID id;"));
    }

    private static Source label(String name, String before, String after) {
        String source = """
                package com.acme.shop;
                %s
                import jakarta.persistence.*;
                import java.util.UUID;
                %s
                @Entity
                public class %s {

                    %s
                }
                """;
        boolean isHibernates = before.contains("UuidGenerator");
        String hibernates = isHibernates ? "import org.hibernate.annotations.UuidGenerator;\n" : "";
        return new Source(
                source.formatted("", hibernates, name, before),
                source.formatted("\nimport io.github.hibernateidgen.CombGuid;", "", name, after));
    }

    /** The ids of these styles begin with an address, or with a higher part of the time. */
    @ParameterizedTest
    @ValueSource(strings = {"TIME", "VERSION_6"})
    void saysThatNewIdsSortBeforeThoseOfAStyle(String style) throws Exception {
        String comment = "// hibernate-idgen: new ids sort before the ids of " + style
                + "; sort by a column with the time, and delete this comment\n    ";
        Rows rows = changesAndRuns(label(
                        "Timed",
                        "@Id @UuidGenerator(style = UuidGenerator.Style." + style + ")\n    private UUID id;",
                        comment + "@Id @CombGuid\n    private UUID id;"))
                .get("Timed");
        assertThat(rows.all().subList(0, 3)).containsExactlyElementsOf(rows.young());
    }

    @ParameterizedTest
    @CsvSource({
        "'@GeneratedValue(generator = \"uuid4\")', UUID, 'generator [uuid4] is not declared in the sources; correct the name, and run the recipe again'",
        "'@GeneratedValue(generator = NAME, strategy = GenerationType.UUID)', UUID, 'the name of the generator is not a literal; correct the name, and run the recipe again'",
        "@GeneratedValue, T, '@CombGuid does not serve the type variable T; make it a UUID, and run the recipe again'",
    })
    void saysThatItDoesNotKnowTheGeneratorOrTheType(String generated, String type, String reason) {
        comments("""
                package com.acme.shop;

                import jakarta.persistence.*;
                import java.util.UUID;

                @MappedSuperclass
                public class Pallet<T> {

                    static final String NAME = "uuid4";

                    @Id
                    %s
                    private %s id;
                }
                """.formatted(generated, type), reason);
    }

    @Test
    void saysThatAnAlgorithmIsTheApplications() {
        comments("""
                package com.acme.shop;

                import jakarta.persistence.Entity;
                import jakarta.persistence.Id;
                import java.util.UUID;
                import org.hibernate.annotations.UuidGenerator;
                import org.hibernate.id.uuid.UuidVersion7Strategy;

                @Entity
                public class Pallet {

                    @Id
                    @UuidGenerator(algorithm = UuidVersion7Strategy.class)
                    private UUID id;
                }
                """, "a custom algorithm makes these ids; replace it yourself if @CombGuid fits");
    }
}
