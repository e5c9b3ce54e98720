package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openrewrite.test.RecipeSpec;

class SequenceToSnowflakeIdTest extends RecipeTest {

    private static final Source PURCHASE = new Source("""
            package com.acme.shop;

            import jakarta.persistence.Entity;
            import jakarta.persistence.GeneratedValue;
            import jakarta.persistence.GenerationType;
            import jakarta.persistence.Id;
            import jakarta.persistence.SequenceGenerator;

            @Entity
            public class Purchase {

                @Id
                @SequenceGenerator(name = "orders", sequenceName = "orders_seq", allocationSize = 50)
                @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "orders")
                private Long id;
            }
            """, """
            package com.acme.shop;

            import io.github.hibernateidgen.SnowflakeId;
            import jakarta.persistence.Entity;
            import jakarta.persistence.Id;

            @Entity
            public class Purchase {

                @Id
                @SnowflakeId
                private Long id;
            }
            """);

    @Override
    public void defaults(RecipeSpec spec) {
        super.defaults(spec);
        spec.recipe(new SequenceToSnowflakeId());
    }

    @Test
    void newIdsStandBehindTheOldOnes() throws Exception {
        Rows rows = changesAndRuns(PURCHASE).get("Purchase");
        assertThat(rows.old()).containsExactly(1L, 2L, 3L);
        rows.startWithTheOldOnes();
        assertThat(rows.young()).allSatisfy(id -> assertThat((Long) id).isGreaterThan(1L << 40));
    }

    /** AUTO with an unknown generator may be any generator, and AUTO of another type is a sequence, too. */
    @ParameterizedTest
    @CsvSource({
        "'@GeneratedValue(generator = \"orders\")', Long, 'generator [orders] is not declared in the sources; correct the name, and run the recipe again'",
        "@GeneratedValue(generator = NAME), Long, 'the name of the generator is not a literal; correct the name, and run the recipe again'",
        "@GeneratedValue, short, '@SnowflakeId does not serve the type short; make it a Long, and run the recipe again'",
        "@GeneratedValue, T, '@SnowflakeId does not serve the type variable T; make it a Long, and run the recipe again'",
    })
    void saysWhyItStops(String generated, String type, String reason) {
        comments("""
                package com.acme.shop;

                import jakarta.persistence.*;

                @MappedSuperclass
                public class Purchase<T> {

                    static final String NAME = "orders";

                    @Id
                    %s
                    private %s id;
                }
                """.formatted(generated, type), reason);
    }

    @Test
    void saysThatAnIntIsTooNarrow() {
        comments("""
                package com.acme.shop;

                import jakarta.persistence.*;

                @Entity
                public class Purchase {

                    @Id
                    @GeneratedValue
                    private int id;
                }
                """, "@SnowflakeId does not serve the type int; make it a Long, and run the recipe again");
    }
}
