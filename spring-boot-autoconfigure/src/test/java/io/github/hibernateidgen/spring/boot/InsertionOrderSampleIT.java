package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Runs the test that docs/testing.md has for copying, on a PostgreSQL. */
class InsertionOrderSampleIT {

    private static final String SAMPLE = "InsertionOrderSample";

    @Test
    void pageHasTheSample() throws Exception {
        String sample = Files.readString(Path.of("src", "test", "java", "shop", SAMPLE + ".java"));
        assertThat(Files.readString(Path.of("..", "docs", "testing.md")))
                .contains("```java\n" + sample.replace(SAMPLE, "InsertionOrderTest") + "```\n");
    }

    @Test
    void sampleRunsOnAServer() throws Exception {
        Constructor<?> constructor = Class.forName("shop." + SAMPLE).getDeclaredConstructor();
        constructor.setAccessible(true);
        Object sample = constructor.newInstance();
        Method test = sample.getClass().getDeclaredMethod("orderOfIdsIsOrderOfInserts");
        test.setAccessible(true);
        try (EmbeddedPostgres postgres = TestServers.startPostgreSql()) {
            System.setProperty("server.url", postgres.getJdbcUrl("postgres", "postgres"));
            test.invoke(sample);
        } finally {
            System.clearProperty("server.url");
        }
    }
}
