package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.openrewrite.java.Assertions.java;
import static org.openrewrite.properties.Assertions.properties;
import static org.openrewrite.yaml.Assertions.yaml;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.SourceSpecs;

class TsidToSnowflakeIdTest extends RecipeTest {

    private static final String POST = """
            package com.acme.blog;

            import io.hypersistence.utils.hibernate.id.Tsid;
            import jakarta.persistence.Entity;
            import jakarta.persistence.Id;

            @Entity
            public class Post {

                @Id
                @Tsid
                private Long id;

                private String title = "Hello";
            }
            """;

    private static final String NEW_POST = """
            package com.acme.blog;

            import io.github.hibernateidgen.SnowflakeId;
            import jakarta.persistence.Entity;
            import jakarta.persistence.Id;

            @Entity
            public class Post {

                @Id
                @SnowflakeId(layout = "tsid")
                private Long id;

                private String title = "Hello";
            }
            """;

    @Override
    public void defaults(RecipeSpec spec) {
        super.defaults(spec);
        spec.recipe(new TsidToSnowflakeId());
    }

    private static SourceSpecs hibernate(String before, String after) {
        return properties(before, after, spec -> spec.path("src/main/resources/hibernate.properties"));
    }

    private static Map<String, String> read(String settings) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(settings));
        return properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, properties::getProperty));
    }

    private static SnowflakeLayout layout(Map<String, String> settings, String name) {
        String prefix = "hibernate.idgen.snowflake.layouts." + name + ".";
        return SnowflakeLayout.named(name)
                .epoch(Instant.parse(settings.get(prefix + "epoch")))
                .fields(settings.get(prefix + "fields"))
                .build();
    }

    @Test
    void newIdsGoOnInTheOrderOfTheOldOnes() throws Exception {
        String settings = """
                hibernate.show_sql=false
                hibernate.idgen.snowflake.layouts.tsid.fields=time:41, worker:10, sequence:12
                hibernate.idgen.snowflake.layouts.tsid.epoch=2020-01-01T00:00:00Z
                """;
        rewriteRun(java(POST, NEW_POST), hibernate("hibernate.show_sql=false\n", settings));

        Rows rows = runs(read(settings), new Source(POST, NEW_POST)).get("Post");
        rows.startWithTheOldOnes();
        SnowflakeLayout layout = layout(read(settings), "tsid");
        assertThat(rows.all())
                .allSatisfy(id -> assertThat(layout.instant((Long) id))
                        .isBetween(
                                Instant.now().minus(Duration.ofMinutes(5)),
                                Instant.now().plusSeconds(1)));
    }

    /** A forgotten layout is no other one: nothing starts without it. */
    @Test
    void withoutTheSettingsNothingStarts() {
        assertThatThrownBy(() -> runs(Map.of(), new Source(POST, NEW_POST)))
                .hasStackTraceContaining("Post.id")
                .hasStackTraceContaining("[tsid]");
    }

    @Test
    void keepsNodeBitsAndEpochOfAFactoryAndTheTextOfAString() throws Exception {
        String factory = """
                package com.acme.blog;

                import io.hypersistence.tsid.TSID;
                import java.time.Instant;
                import java.util.function.Supplier;

                public class BlogTsids implements Supplier<TSID.Factory> {

                    @Override
                    public TSID.Factory get() {
                        return TSID.Factory.builder()
                                .withNodeBits(5)
                                .withCustomEpoch(Instant.parse("2022-02-01T00:00:00Z"))
                                .build();
                    }
                }
                """;
        String before = """
                package com.acme.blog;

                import io.hypersistence.utils.hibernate.id.Tsid;
                import jakarta.persistence.Entity;
                import jakarta.persistence.GeneratedValue;
                import jakarta.persistence.Id;

                @Entity
                public class Comment {

                    @Id @GeneratedValue @Tsid(BlogTsids.class)
                    private String id;
                }
                """;
        String after = """
                package com.acme.blog;

                import io.github.hibernateidgen.SnowflakeId;
                import jakarta.persistence.Entity;
                import jakarta.persistence.Id;

                @Entity
                public class Comment {

                    @Id @SnowflakeId(layout = "blog-tsids")
                    private String id;
                }
                """;
        String settings = """
                hibernate.idgen.snowflake.layouts.blog-tsids.fields=time:41, worker:5, sequence:17
                hibernate.idgen.snowflake.layouts.blog-tsids.epoch=2022-02-01T00:00:00Z
                """;
        rewriteRun(java(before, after), java(factory), hibernate("# Hibernate\n", "# Hibernate\n" + settings));

        Rows rows = runs(read(settings), new Source(before, after), Source.unchanged(factory))
                .get("Comment");
        rows.startWithTheOldOnes();
        SnowflakeLayout layout = layout(read(settings), "blog-tsids");
        assertThat(rows.all())
                .allSatisfy(id -> assertThat(layout.instant(SnowflakeText.CROCKFORD_BASE32.parse((String) id)))
                        .isBetween(
                                Instant.now().minus(Duration.ofMinutes(5)),
                                Instant.now().plusSeconds(1)));
    }

    @Test
    void declaresTheLayoutWhereSpringBootAndQuarkusReadIt() {
        rewriteRun(
                java(POST, NEW_POST),
                properties(
                        "spring.application.name=blog",
                        """
                        spring.application.name=blog
                        idgen.snowflake.layouts.tsid.fields=time:41, worker:10, sequence:12
                        idgen.snowflake.layouts.tsid.epoch=2020-01-01T00:00:00Z""",
                        spec -> spec.path("blog/src/main/resources/application.properties")),
                properties(
                        "quarkus.datasource.db-kind=h2",
                        """
                        quarkus.datasource.db-kind=h2
                        quarkus.hibernate-idgen.snowflake.layouts.tsid.fields=time:41, worker:10, sequence:12
                        quarkus.hibernate-idgen.snowflake.layouts.tsid.epoch=2020-01-01T00:00:00Z""",
                        spec -> spec.path("shop/src/main/resources/application.properties")),
                yaml("""
                        spring:
                          application:
                            name: news
                        idgen:
                          column-check: fail
                        """, """
                        spring:
                          application:
                            name: news
                        idgen:
                          column-check: fail
                        idgen.snowflake.layouts.tsid.fields: "time:41, worker:10, sequence:12"
                        idgen.snowflake.layouts.tsid.epoch: "2020-01-01T00:00:00Z"
                        """, spec -> spec.path("news/src/main/resources/application.yml")),
                properties(
                        "spring.application.name=test",
                        spec -> spec.path("src/test/resources/application.properties")));
    }

    @Test
    void declaresTheLayoutInTheFirstDocumentWithoutACondition() {
        String layout = """
                idgen.snowflake.layouts.tsid.fields: "time:41, worker:10, sequence:12"
                idgen.snowflake.layouts.tsid.epoch: "2020-01-01T00:00:00Z"
                """;
        String nested = """
                spring:
                  config:
                    activate:
                      on-profile: prod
                """;
        String flat = "spring.config.activate.on-cloud-platform: kubernetes\n";
        String name = "spring.application.name: blog\n";
        rewriteRun(
                java(POST, NEW_POST),
                yaml(
                        name + "---\n" + nested + "---\n" + flat,
                        name + layout + "---\n" + nested + "---\n" + flat,
                        spec -> spec.path("a/src/main/resources/application.yml")),
                yaml(
                        nested + "---\n" + flat + "---\n" + name + "---\nidgen.column-check: fail\n",
                        nested + "---\n" + flat + "---\n" + name + layout + "---\nidgen.column-check: fail\n",
                        spec -> spec.path("b/src/main/resources/application.yml")),
                yaml(
                        nested + "---\n" + flat,
                        nested + layout + "---\n" + flat + layout,
                        spec -> spec.path("c/src/main/resources/application.yml")));
    }

    /** The last document of the file belongs to a profile. */
    @Test
    void declaresTheLayoutInTheFirstPropertiesWithoutACondition() {
        String layout = """
                idgen.snowflake.layouts.tsid.fields=time:41, worker:10, sequence:12
                idgen.snowflake.layouts.tsid.epoch=2020-01-01T00:00:00Z
                """;
        String name = "spring.application.name=blog\n";
        String profile = "#---\nspring.config.activate.on-profile=prod\nidgen.column-check=fail\n";
        rewriteRun(
                java(POST, NEW_POST),
                properties(
                        name + profile,
                        name + layout + profile,
                        spec -> spec.path("a/src/main/resources/application.properties")),
                properties(
                        profile + "#---\n" + name,
                        profile + "#---\n" + name + layout,
                        spec -> spec.path("b/src/main/resources/application.properties")));
    }

    @Test
    void aProjectWithoutTsidsGetsNoSettings() {
        rewriteRun(properties(
                "spring.application.name=blog", spec -> spec.path("src/main/resources/application.properties")));
    }

    @Test
    void saysWhatItCannotRead() {
        comments(
                """
                package com.acme.blog;

                import io.hypersistence.tsid.TSID;
                import io.hypersistence.utils.hibernate.id.Tsid;
                import jakarta.persistence.Entity;
                import jakarta.persistence.Id;
                import java.util.function.Supplier;

                @Entity
                public class Draft {

                    @Id
                    @Tsid(NodeTsids.class)
                    private Long id;

                    public static class NodeTsids implements Supplier<TSID.Factory> {

                        @Override
                        public TSID.Factory get() {
                            return TSID.Factory.builder().withNodeBits(Integer.getInteger("bits")).build();
                        }
                    }
                }
                """,
                "the bits and the epoch of com.acme.blog.Draft$NodeTsids can't be read; declare a layout with them, and "
                        + "name it in @SnowflakeId(layout = ...)");
    }

    @Test
    void saysThatATsidIsNoNumber() {
        comments(
                """
                package com.acme.blog;

                import io.hypersistence.tsid.TSID;
                import io.hypersistence.utils.hibernate.id.Tsid;
                import jakarta.persistence.Entity;
                import jakarta.persistence.Id;

                @Entity
                public class Draft {

                    @Id
                    @Tsid
                    private TSID id;
                }
                """,
                "@SnowflakeId does not serve the type io.hypersistence.tsid.TSID; make it a Long, and run the recipe again");
    }
}
