package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.java.Assertions.java;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openrewrite.test.RecipeSpec;

class IdentityToSnowflakeIdTest extends RecipeTest {

    @Override
    public void defaults(RecipeSpec spec) {
        super.defaults(spec);
        spec.recipe(new IdentityToSnowflakeId());
    }

    private static final Source FIELD = new Source("""
            package com.acme.shop;

            import jakarta.persistence.Column;
            import jakarta.persistence.Entity;
            import jakarta.persistence.GeneratedValue;
            import jakarta.persistence.GenerationType;
            import jakarta.persistence.Id;
            import jakarta.persistence.Table;

            /** Somebody who buys. */
            @Entity
            @Table(name = "customers")
            public class Customer {

                @Id
                @GeneratedValue(strategy = GenerationType.IDENTITY)
                @Column(name = "customer_id")
                private Long id;

                private String name = "Ada"; // said at the till

                public Long getId() {
                    return id;
                }
            }
            """, """
            package com.acme.shop;

            import io.github.hibernateidgen.SnowflakeId;
            import jakarta.persistence.Column;
            import jakarta.persistence.Entity;
            import jakarta.persistence.Id;
            import jakarta.persistence.Table;

            /** Somebody who buys. */
            @Entity
            @Table(name = "customers")
            public class Customer {

                @Id
                @SnowflakeId
                @Column(name = "customer_id")
                private Long id;

                private String name = "Ada"; // said at the till

                public Long getId() {
                    return id;
                }
            }
            """);

    private static final Source GETTER = new Source("""
            package com.acme.shop;

            import static jakarta.persistence.GenerationType.IDENTITY;

            import jakarta.persistence.Entity;
            import jakarta.persistence.GeneratedValue;
            import jakarta.persistence.Id;

            @Entity
            public class Receipt {

                private long id;

                @GeneratedValue(strategy = IDENTITY)
                @Id
                public long getId() {
                    return id;
                }

                public void setId(long id) {
                    this.id = id;
                }
            }
            """, """
            package com.acme.shop;

            import io.github.hibernateidgen.SnowflakeId;
            import jakarta.persistence.Entity;
            import jakarta.persistence.Id;

            @Entity
            public class Receipt {

                private long id;

                @SnowflakeId
                @Id
                public long getId() {
                    return id;
                }

                public void setId(long id) {
                    this.id = id;
                }
            }
            """);

    @Test
    void movesFieldsAndGettersAndLeavesTheRestAsItIs() throws Exception {
        Map<String, Rows> rows = changesAndRuns(FIELD, GETTER);
        assertThat(rows).hasSize(2);
        rows.values().forEach(each -> {
            assertThat(each.old()).containsExactly(1L, 2L, 3L);
            assertThat(each.young()).allSatisfy(id -> assertThat((Long) id).isGreaterThan(1L << 40));
            each.startWithTheOldOnes();
        });
    }

    @Test
    void saysThatAnIntegerIsTooNarrow() {
        comments(
                """
                package com.acme.shop;

                import jakarta.persistence.*;

                @Entity
                public class Owner {

                    @Id
                    @GeneratedValue(strategy = GenerationType.IDENTITY)
                    private Integer id;
                }
                """,
                "@SnowflakeId does not serve the type java.lang.Integer; make it a Long, and run the recipe again");
    }

    @Test
    void leavesOtherStrategiesAlone() {
        rewriteRun(java("""
                package com.acme.shop;

                import jakarta.persistence.Entity;
                import jakarta.persistence.GeneratedValue;
                import jakarta.persistence.GenerationType;
                import jakarta.persistence.Id;

                @Entity
                public class Basket {

                    @Id
                    @GeneratedValue(strategy = GenerationType.SEQUENCE)
                    private Long id;
                }
                """));
    }
}
