package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.java.Assertions.java;

import org.junit.jupiter.api.Test;
import org.openrewrite.test.RecipeSpec;

class IdentityToSnowflakeIdTest extends RecipeTest {

    @Override
    public void defaults(RecipeSpec spec) {
        super.defaults(spec);
        spec.recipe(new IdentityToSnowflakeId());
    }

    @Test
    void movesAFieldAndLeavesTheRestAsItIs() throws Exception {
        Rows rows = changesAndRuns("com.acme.shop.Customer", """
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
        assertThat(rows.old()).containsExactly(1L, 2L, 3L);
        assertThat(rows.young()).allSatisfy(id -> assertThat((Long) id).isGreaterThan(1L << 40));
        assertThat(rows.all().subList(0, 3)).as("old rows stand first").isEqualTo(rows.old());
    }

    @Test
    void movesAGetterWithAStaticImport() throws Exception {
        Rows rows = changesAndRuns("com.acme.shop.Receipt", """
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
        assertThat(rows.young()).allSatisfy(id -> assertThat((Long) id).isGreaterThan(1L << 40));
    }

    @Test
    void saysThatAnIntegerIsTooNarrow() {
        comments("""
                package com.acme.shop;

                import jakarta.persistence.*;

                @Entity
                public class Owner {

                    @Id
                    @GeneratedValue(strategy = GenerationType.IDENTITY)
                    private Integer id;
                }
                """, """
                package com.acme.shop;

                import jakarta.persistence.*;

                @Entity
                public class Owner {

                    // hibernate-idgen: a java.lang.Integer can't be @SnowflakeId; make it a Long, and run the recipe again
                    @Id
                    @GeneratedValue(strategy = GenerationType.IDENTITY)
                    private Integer id;
                }
                """);
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
