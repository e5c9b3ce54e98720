package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.java.Assertions.java;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openrewrite.test.RecipeSpec;

/** The recipe from {@code @GenericGenerator} to the annotations of this library, and what it leaves alone. */
class GenericGeneratorToIdgenTest extends RecipeTest {

    private static final Source VOUCHER = new Source("""
            package com.acme.shop;

            import jakarta.persistence.Entity;
            import jakarta.persistence.GeneratedValue;
            import jakarta.persistence.Id;
            import java.util.UUID;
            import org.hibernate.annotations.GenericGenerator;

            @Entity
            public class Voucher {

                @Id
                @GeneratedValue(generator = "uuid2")
                @GenericGenerator(name = "uuid2", strategy = "uuid2")
                private UUID id;
            }
            """, """
            package com.acme.shop;

            import io.github.hibernateidgen.CombGuid;
            import jakarta.persistence.Entity;
            import jakarta.persistence.Id;
            import java.util.UUID;

            @Entity
            public class Voucher {

                @Id
                @CombGuid
                private UUID id;
            }
            """);

    private static final Source COUPON = new Source("""
            package com.acme.shop;

            import jakarta.persistence.*;
            import org.hibernate.annotations.GenericGenerator;

            @Entity
            @GenericGenerator(name = "system-uuid", strategy = "uuid")
            public class Coupon {

                @Id
                @Column(length = 32)
                @GeneratedValue(generator = "system-uuid")
                private String id;
            }
            """, """
            package com.acme.shop;

            import io.github.hibernateidgen.CombGuid;
            import jakarta.persistence.*;

            @Entity
            public class Coupon {

                // hibernate-idgen: new ids sort before the ids of UUIDHexGenerator; sort by a column with the time, and delete this comment
                @Id
                @Column(length = 32)
                @CombGuid
                private String id;
            }
            """);

    private static final String OWN_GENERATOR = """
            package com.acme.ids;

            import java.util.concurrent.atomic.AtomicLong;
            import org.hibernate.engine.spi.SharedSessionContractImplementor;
            import org.hibernate.id.IdentifierGenerator;

            public class TimeIds implements IdentifierGenerator {

                private static final AtomicLong SEQUENCE = new AtomicLong();

                @Override
                public Object generate(SharedSessionContractImplementor session, Object entity) {
                    return (System.currentTimeMillis() - 1622505600000L) << 16 | 5 << 10 | SEQUENCE.incrementAndGet();
                }
            }
            """;

    private static final Source EVENT = new Source("""
            package com.acme.ids;

            import jakarta.persistence.*;
            import org.hibernate.annotations.GenericGenerator;

            @Entity
            public class Event {

                @Id
                @GeneratedValue(generator = "times")
                @GenericGenerator(name = "times", type = TimeIds.class)
                private Long id;
            }
            """, """
            package com.acme.ids;

            import io.github.hibernateidgen.SnowflakeId;
            import jakarta.persistence.*;

            @Entity
            public class Event {

                @Id
                @SnowflakeId(layout = "own")
                private Long id;
            }
            """);

    @Override
    public void defaults(RecipeSpec spec) {
        super.defaults(spec);
        spec.recipe(new GenericGeneratorToIdgen(null, null));
    }

    private static Source ticket(String name, String optimizer, String reading) {
        return new Source("""
                package com.acme.shop;

                import jakarta.persistence.Entity;
                import jakarta.persistence.GeneratedValue;
                import jakarta.persistence.Id;
                import org.hibernate.annotations.GenericGenerator;
                import org.hibernate.annotations.Parameter;
                import org.hibernate.id.enhanced.SequenceStyleGenerator;

                @Entity
                public class %1$s {

                    @Id
                    @GeneratedValue(generator = "tickets")
                    @GenericGenerator(
                            name = "tickets",
                            type = SequenceStyleGenerator.class,
                            parameters = {
                                @Parameter(name = "sequence_name", value = "%1$s_numbers"),
                                @Parameter(name = "increment_size", value = "20"),
                                @Parameter(name = "optimizer", value = "%2$s")
                            })
                    private Long id;
                }
                """.formatted(name, optimizer), """
                package com.acme.shop;

                import io.github.hibernateidgen.SegmentId;
                import jakarta.persistence.Entity;
                import jakarta.persistence.Id;

                @Entity
                public class %1$s {

                    @Id
                    @SegmentId(sequence = "%1$s_numbers", size = 20, optimizer = SegmentId.Optimizer.%2$s)
                    private Long id;
                }
                """.formatted(name, reading));
    }

    private static Source seat(String name, String strategy) {
        return new Source("""
                package com.acme.shop;

                import jakarta.persistence.*;
                import org.hibernate.annotations.GenericGenerator;

                @Entity
                public class %s {

                    @Id
                    @GeneratedValue(generator = "seats")
                    @GenericGenerator(name = "seats", strategy = "%s")
                    private Long id;
                }
                """.formatted(name, strategy), """
                package com.acme.shop;

                import io.github.hibernateidgen.SnowflakeId;
                import jakarta.persistence.*;

                @Entity
                public class %s {

                    @Id
                    @SnowflakeId
                    private Long id;
                }
                """.formatted(name));
    }

    @Test
    void movesWhatHibernateMakes() throws Exception {
        Map<String, Rows> rows = changesAndRuns(
                VOUCHER,
                COUPON,
                ticket("Pooled", "pooled", "POOLED"),
                ticket("Low", "pooled-lo", "POOLED_LO"),
                seat("Identified", "identity"),
                seat("Incremented", "increment"),
                seat("Natives", "native"));
        assertThat(rows).hasSize(7);
        assertThat(rows.get("Voucher").young()).map(id -> ((UUID) id).version()).containsOnly(7);
        assertThat(rows.get("Coupon").all())
                .allSatisfy(id -> assertThat((String) id).hasSize(32));
        for (String entity : List.of("Pooled", "Low")) {
            assertThat(rows.get(entity).old()).as(entity).containsExactly(1L, 2L, 3L);
            assertThat((Long) rows.get(entity).young().get(0)).as(entity).isBetween(4L, 41L);
        }
        for (String entity : List.of("Identified", "Incremented", "Natives")) {
            rows.get(entity).startWithTheOldOnes();
            assertThat(rows.get(entity).young())
                    .as(entity)
                    .allSatisfy(id -> assertThat((Long) id).isGreaterThan(1L << 40));
        }
    }

    @Test
    void aGeneratorOfTheApplicationBecomesTheLayoutThatItIsTold() throws Exception {
        rewriteRun(
                spec -> spec.recipe(new GenericGeneratorToIdgen("com.acme.ids.TimeIds", "own")),
                java(OWN_GENERATOR),
                EVENT.spec());

        String fields = "time:41, worker:6, sequence:10";
        Map<String, String> settings = Map.of(
                "hibernate.idgen.snowflake.layouts.own.fields",
                fields,
                "hibernate.idgen.snowflake.layouts.own.epoch",
                "2021-06-01T00:00:00Z");
        Rows rows = runs(settings, EVENT, Source.unchanged(OWN_GENERATOR)).get("Event");
        rows.startWithTheOldOnes();
        SnowflakeLayout own = SnowflakeLayout.named("own")
                .epoch(Instant.parse("2021-06-01T00:00:00Z"))
                .fields(fields)
                .build();
        assertThat(rows.all())
                .allSatisfy(id -> assertThat(own.instant((Long) id))
                        .isBetween(
                                Instant.now().minus(Duration.ofMinutes(5)),
                                Instant.now().plusSeconds(1)));
    }

    @Test
    void saysThatItDoesNotKnowAGenerator() {
        comments(
                EVENT.before().replace("TimeIds.class", "org.hibernate.id.Assigned.class"),
                "this recipe does not know generator org.hibernate.id.Assigned; if it makes Snowflake ids, declare "
                        + "their layout, and name both in the options of the recipe");
    }

    /** The names differ, or one of them is not a literal. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(generator = \"uuid4\") | generator [uuid4] is not declared in the sources",
                "(generator = NAME)      | the name of the generator is not a literal",
                "(strategy = GenerationType.SEQUENCE, generator = \"uuid4\") | generator [uuid4] is not declared in the sources",
                "''                      | @GeneratedValue does not name the generator beside it",
            })
    void saysThatItDoesNotFindTheGenerator(String generated, String reason) {
        comments(
                VOUCHER.before()
                        .replace("(generator = \"uuid2\")", generated)
                        .replace(
                                "import jakarta.persistence.Id;",
                                "import jakarta.persistence.GenerationType;\nimport jakarta.persistence.Id;")
                        .replace("Voucher {\n", "Voucher {\n\n    static final String NAME = \"uuid2\";\n"),
                reason + "; correct the name, and run the recipe again");
    }

    @Test
    void saysThatAStrategyIsNotALiteral() {
        comments(
                VOUCHER.before()
                        .replace("strategy = \"uuid2\"", "strategy = STRATEGY")
                        .replace("Voucher {\n", "Voucher {\n\n    static final String STRATEGY = \"uuid2\";\n"),
                "this recipe does not know generator [not a literal]; if it makes Snowflake ids, declare their layout, and"
                        + " name both in the options of the recipe");
    }

    /** Hibernate's TIME in its old notation. */
    @Test
    void saysThatNewIdsSortBeforeThoseOfAStrategyWithATime() {
        String parameters = "\"uuid2\", parameters = @org.hibernate.annotations.Parameter("
                + "name = \"uuid_gen_strategy_class\", value = \"org.hibernate.id.uuid.CustomVersionOneStrategy\"))";
        rewriteRun(java(
                VOUCHER.before().replace("strategy = \"uuid2\")", "strategy = " + parameters),
                VOUCHER.after()
                        .replace(
                                "    @Id\n",
                                "    // hibernate-idgen: new ids sort before the ids of a strategy with a time; sort by a"
                                        + " column with the time, and delete this comment\n    @Id\n")));
    }

    /** A composed annotation names the generator, and no @GenericGenerator does. */
    @Test
    void saysThatAnAnnotationOfTheApplicationChoosesTheGenerator() {
        String annotation = """
                package com.acme.ids;

                import java.lang.annotation.Retention;
                import java.lang.annotation.RetentionPolicy;
                import org.hibernate.annotations.IdGeneratorType;

                @IdGeneratorType(TimeIds.class)
                @Retention(RetentionPolicy.RUNTIME)
                public @interface TimeId {}
                """;
        String before = EVENT.before()
                .replace("    @GeneratedValue(generator = \"times\")\n", "")
                .replace("@GenericGenerator(name = \"times\", type = TimeIds.class)", "@TimeId");
        rewriteRun(
                spec -> spec.recipe(new GenericGeneratorToIdgen("com.acme.ids.TimeIds", "own")),
                java(OWN_GENERATOR),
                java(annotation),
                java(
                        before,
                        before.replace(
                                "    @Id\n",
                                "    // hibernate-idgen: @TimeId chooses the generator of these ids; replace it yourself\n"
                                        + "    @Id\n")));
    }

    @Test
    void saysThatHexTextWouldGrow() {
        comments(
                COUPON.before().replace("    @Column(length = 32)\n", ""),
                "these ids have 32 characters, and @CombGuid writes 36 unless the length of the column is 32; state "
                        + "@Column(length = 32), and run the recipe again");
    }
}
