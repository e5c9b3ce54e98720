package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.java.Assertions.java;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openrewrite.test.RecipeSpec;

class SequenceToSegmentIdTest extends RecipeTest {

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
                @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "purchases")
                @SequenceGenerator(name = "purchases", sequenceName = "purchase_numbers", allocationSize = 20)
                private Long id;
            }
            """, """
            package com.acme.shop;

            import io.github.hibernateidgen.SegmentId;
            import jakarta.persistence.Entity;
            import jakarta.persistence.Id;

            @Entity
            public class Purchase {

                @Id
                @SegmentId(sequence = "purchase_numbers", size = 20)
                private Long id;
            }
            """);

    private static final Source REFUND = new Source("""
            package com.acme.shop;

            import jakarta.persistence.*;

            @SequenceGenerator(name = "refunds", sequenceName = "refund_numbers")
            @Entity
            public class Refund {

                @Id
                @GeneratedValue(generator = "refunds")
                private Long id;
            }
            """, """
            package com.acme.shop;

            import io.github.hibernateidgen.SegmentId;
            import jakarta.persistence.*;

            @Entity
            public class Refund {

                @Id
                @SegmentId(sequence = "refund_numbers")
                private Long id;
            }
            """);

    @Override
    public void defaults(RecipeSpec spec) {
        super.defaults(spec);
        spec.recipe(new SequenceToSegmentId());
    }

    private static Source number(String name, String before, String after) {
        String source = """
                package com.acme.shop;

                %simport jakarta.persistence.*;

                @Entity
                public class %s {

                    @Id
                    %s
                    private Long id;
                }
                """;
        return new Source(
                source.formatted("", name, before),
                source.formatted("import io.github.hibernateidgen.SegmentId;\n", name, after));
    }

    /** Each of the names is that which Hibernate gives to the sequence: else the numbers would begin anew. */
    @Test
    void keepsTheSequenceAndItsSize() throws Exception {
        Map<String, Rows> rows = changesAndRuns(
                PURCHASE,
                REFUND,
                number("Open", "@GeneratedValue", "@SegmentId"),
                number("Plain", "@GeneratedValue(strategy = GenerationType.SEQUENCE)", "@SegmentId"),
                number(
                        "Named",
                        "@GeneratedValue(strategy = GenerationType.SEQUENCE, generator = \"numbers\")",
                        "@SegmentId(sequence = \"numbers\")"),
                number(
                        "Short",
                        "@GeneratedValue(generator = \"shorts\") @SequenceGenerator(name = \"shorts\")",
                        "@SegmentId(sequence = \"shorts\")"),
                number(
                        "InSchema",
                        "@GeneratedValue(generator = \"n\") "
                                + "@SequenceGenerator(name = \"n\", sequenceName = \"s\", schema = \"PUBLIC\")",
                        "@SegmentId(sequence = \"PUBLIC.s\")"),
                number(
                        "Late",
                        "@GeneratedValue(generator = \"n\") "
                                + "@SequenceGenerator(name = \"n\", sequenceName = \"l\", initialValue = 1000, allocationSize = 10)",
                        "@SegmentId(sequence = \"l\", size = 10, initial = 1000)"));
        assertThat(rows).hasSize(8);
        rows.forEach(SequenceToSegmentIdTest::goOn);
    }

    /** The numbers of one sequence: the new ones stand above the old, and within two segments of them. */
    private static void goOn(String entity, Rows rows) {
        long start = entity.equals("Late") ? 1000 : 1;
        assertThat(rows.old()).as(entity).containsExactly(start, start + 1, start + 2);
        long first = (Long) rows.young().get(0);
        assertThat(first).as(entity).isBetween(start + 3, start + 100);
        assertThat(rows.young()).as(entity).containsExactly(first, first + 1, first + 2);
    }

    /** Without its definition, the other attribute might count in other steps. */
    @Test
    void keepsAGeneratorThatAnAttributeOfAnotherClassRefersTo() {
        String other = """
                package com.acme.shop;

                import jakarta.persistence.*;

                @Entity
                public class Credit {

                %s    @Id
                    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "refunds")
                    private Long id;
                }
                """;
        rewriteRun(
                java(
                        REFUND.before(),
                        REFUND.after()
                                .replace(
                                        "@Entity",
                                        "@SequenceGenerator(name = \"refunds\", sequenceName = \"refund_numbers\")\n@Entity")),
                java(
                        other.formatted(""),
                        other.formatted(
                                "    // hibernate-idgen: generator [refunds] is not declared exactly once in this class; "
                                        + "name the sequence in @SegmentId yourself\n")));
    }

    @Test
    void saysWhatItCannotKeep() {
        comments(
                """
                package com.acme.shop;

                import jakarta.persistence.*;

                @Entity
                public class Purchase {

                    static final String NUMBERS = "numbers";

                    @Id
                    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "n")
                    @SequenceGenerator(name = "n", sequenceName = NUMBERS)
                    private Long id;
                }
                """,
                "the @SequenceGenerator has a member that @SegmentId lacks, or a value that is not a literal; write @SegmentId yourself");
    }

    /** Without these comments, the name of the generator would become the name of the sequence. */
    @Test
    void saysThatItDoesNotFindTheGenerator() {
        String source = """
                package com.acme.shop;

                import jakarta.persistence.*;

                @Entity
                %spublic class Purchase {

                    static final String NAME = "n";

                    @Id
                    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "n")
                    %sprivate Long id;
                }
                """;
        comments(
                source.formatted("", "@SequenceGenerator(name = \"m\", sequenceName = \"numbers\")\n    "),
                "@GeneratedValue does not name the generator beside it; name the sequence in @SegmentId yourself");
        comments(
                source.formatted("@SequenceGenerator(name = Purchase.NAME, sequenceName = \"numbers\")\n", ""),
                "the name of a @SequenceGenerator is not a literal; name the sequence in @SegmentId yourself");
    }

    @Test
    void leavesTablesAndIdentity() {
        rewriteRun(java("""
                package com.acme.shop;

                import io.hypersistence.utils.hibernate.id.Tsid;
                import jakarta.persistence.*;

                @Entity
                public class Purchase {

                    @Id
                    @GeneratedValue(generator = "t")
                    @TableGenerator(name = "t")
                    private Long id;

                    @GeneratedValue
                    @Tsid
                    private Long tsid;

                    @GeneratedValue(strategy = GenerationType.IDENTITY)
                    private Long other;
                }
                """));
    }
}
