package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.java.Assertions.java;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openrewrite.test.RecipeSpec;

/** The recipe from identity columns to {@code @SnowflakeId}, and what it leaves alone. */
class IdentityToSnowflakeIdTest extends RecipeTest {

    @Override
    public void defaults(RecipeSpec spec) {
        super.defaults(spec);
        spec.recipe(new IdentityToSnowflakeId());
    }

    private static final String FIELD_ID = """
                @Id
                @GeneratedValue(strategy = GenerationType.IDENTITY)
                @Column(name = "customer_id")
                private Long id;""".indent(4).stripTrailing();
    private static final String NEW_FIELD_ID =
            FIELD_ID.replace("GeneratedValue(strategy = GenerationType.IDENTITY)", "SnowflakeId");
    private static final String GETTER_ID = """
                @GeneratedValue(strategy = IDENTITY)
                @Id
                public long getId() {""".indent(4).stripTrailing();
    private static final String NEW_GETTER_ID = GETTER_ID.replace("GeneratedValue(strategy = IDENTITY)", "SnowflakeId");

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
    void movesAnnotationsBehindModifiers() throws Exception {
        Source field = new Source(
                FIELD.before()
                        .replace(
                                FIELD_ID,
                                "    private @Id @GeneratedValue(strategy = GenerationType.IDENTITY) @Column(name = \"customer_id\") Long id;"),
                FIELD.after()
                        .replace(
                                NEW_FIELD_ID, "    private @Id @SnowflakeId @Column(name = \"customer_id\") Long id;"));
        Source getter = new Source(
                GETTER.before()
                        .replace(GETTER_ID, "    public final @GeneratedValue(strategy = IDENTITY) @Id long getId() {"),
                GETTER.after().replace(NEW_GETTER_ID, "    public final @SnowflakeId @Id long getId() {"));
        changesAndRuns(field, getter).values().forEach(Rows::startWithTheOldOnes);
        Source split = new Source(
                GETTER.before()
                        .replace(GETTER_ID, "    @Id public @GeneratedValue(strategy = IDENTITY) final long getId() {"),
                GETTER.after().replace(NEW_GETTER_ID, "    @Id public @SnowflakeId final long getId() {"));
        changesAndRuns(split).values().forEach(Rows::startWithTheOldOnes);
    }

    /** Hibernate takes the other annotation. */
    @Test
    void leavesWhatAnotherAnnotationMakes() {
        rewriteRun(java("""
                package com.acme.shop;

                import io.hypersistence.utils.hibernate.id.Tsid;
                import jakarta.persistence.*;

                @Entity
                public class Basket {

                    @Id
                    @Tsid
                    @GeneratedValue(strategy = GenerationType.IDENTITY)
                    private Long id;
                }
                """));
    }

    /** The type is known in the subclasses only. */
    @Test
    void saysThatTheTypeIsAVariable() {
        comments("""
                package com.acme.shop;

                import jakarta.persistence.*;
                import java.io.Serializable;

                @MappedSuperclass
                public abstract class Base<T extends Serializable> {

                    @Id
                    @GeneratedValue(strategy = GenerationType.IDENTITY)
                    private T id;
                }
                """, "@SnowflakeId does not serve the type variable T; make it a Long, and run the recipe again");
    }

    /** Components of a record are attributes of an @Embeddable. */
    @Test
    void movesComponentsOfRecords() {
        rewriteRun(java("""
                package com.acme.shop;

                import jakarta.persistence.*;

                @Embeddable
                public record Line(
                        @GeneratedValue(strategy = GenerationType.IDENTITY) Long order,
                        @GeneratedValue(strategy = GenerationType.IDENTITY) Integer number) {}
                """, """
                package com.acme.shop;

                import io.github.hibernateidgen.SnowflakeId;
                import jakarta.persistence.*;

                @Embeddable
                public record Line(
                        @SnowflakeId Long order,
                        // hibernate-idgen: @SnowflakeId does not serve the type java.lang.Integer; make it a Long, and run the recipe again
                        @GeneratedValue(strategy = GenerationType.IDENTITY) Integer number) {}
                """));
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
