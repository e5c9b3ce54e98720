package io.github.hibernateidgen.spring.boot;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** Runs the test that docs/testing.md links for copying, on a PostgreSQL. */
class InsertionOrderSampleIT {

    private static final String SAMPLE = "InsertionOrderSample";

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
