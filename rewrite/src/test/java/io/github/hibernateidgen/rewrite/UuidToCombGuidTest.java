package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.java.Assertions.java;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.openrewrite.test.RecipeSpec;

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
                invoice("Timed", hibernates, "@UuidGenerator(style = UuidGenerator.Style.TIME)", "UUID"),
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

                    @GeneratedValue(generator = "crates")
                    private UUID number;

                    @GeneratedValue
                    @Tsid
                    private UUID other;

                    private UUID plain;
                }
                """));
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
