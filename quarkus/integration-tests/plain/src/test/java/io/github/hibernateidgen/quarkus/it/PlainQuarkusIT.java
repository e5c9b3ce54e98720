package io.github.hibernateidgen.quarkus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An application of Quarkus without the extension, which was built with the worker number 5. What a process is
 * told when it runs holds: two processes of one build that are told apart so make other ids.
 */
@Timeout(120)
class PlainQuarkusIT {

    private static final String SETTING = "-Dquarkus.hibernate-orm.unsupported-properties.\"hibernate.idgen.%s\"=%s";

    private Database database;

    @BeforeEach
    void startDatabase() throws Exception {
        database = Database.start();
    }

    @AfterEach
    void stopDatabase() {
        database.close();
    }

    private Application start(String... properties) throws Exception {
        String[] all = new String[properties.length + 1];
        all[0] = database.property();
        System.arraycopy(properties, 0, all, 1, properties.length);
        return Application.start(Map.of(), all);
    }

    @Test
    void workerNumberAndLayoutOfTheRunAreObeyed() throws Exception {
        try (Application asBuilt = start();
                Application other = start(SETTING.formatted("worker.id", "7"));
                Application javascript = start(
                        SETTING.formatted("worker.id", "9"), SETTING.formatted("snowflake.layout", "javascript"))) {
            assertThat(SnowflakeLayout.STANDARD.split(asBuilt.id()).worker()).isEqualTo(5);
            assertThat(SnowflakeLayout.STANDARD.split(other.id()).worker()).isEqualTo(7);
            assertThat(SnowflakeLayout.JAVASCRIPT.split(javascript.id()).worker())
                    .isEqualTo(9);
        }
    }

    @Test
    void segmentsComeFromTheStoreThatTheSettingNames() throws Exception {
        try (Application application = start()) {
            application.id();
            assertThat(application.end()).containsPattern("ticket=\\d+000000\n");
        }
    }

    @Test
    void misspeltSettingOfTheRunStopsTheStart() throws Exception {
        try (Application application = start(SETTING.formatted("worker.idd", "7"))) {
            assertThat(application.end()).contains("hibernate.idgen.worker.idd [hidden]: no setting has this name");
            assertThat(application.exitCode()).isNotZero();
        }
    }
}
