package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import io.github.hibernateidgen.spring.boot.app.PostgreSqlDetails;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * A PostgreSQL of which a bean tells, not properties: by {@code @ServiceConnection} on a container, which needs a Docker
 * engine, or by {@code JdbcConnectionDetails} alone.
 */
class ServiceConnectionIT {

    @Test
    void reservesInAContainer() {
        assumeThat(DockerClientFactory.instance().isDockerAvailable())
                .as("a Docker engine, which starts the container")
                .isTrue();
        assertReservesOnlyInATableThatIsAskedFor(
                () -> new SpringApplicationBuilder(NoteApplication.class, Container.class));
    }

    @Test
    void reservesInAServerThatConnectionDetailsTellOf() throws Exception {
        try (EmbeddedPostgres postgres = TestServers.startPostgreSql()) {
            PostgreSqlDetails details =
                    new PostgreSqlDetails("jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres");
            assertReservesOnlyInATableThatIsAskedFor(() -> new SpringApplicationBuilder(NoteApplication.class)
                    .initializers((GenericApplicationContext context) ->
                            context.registerBean(PostgreSqlDetails.class, () -> details)));
        }
    }

    /** Hibernate creates the table of the notes, and is told to leave that of the reservations to others. */
    private static void assertReservesOnlyInATableThatIsAskedFor(Supplier<SpringApplicationBuilder> application) {
        assertThatThrownBy(() -> start(application.get(), "none").close()).hasStackTraceContaining("idgen_worker");
        try (var context = start(application.get(), "create")) {
            long worker =
                    Applications.saveAndSplit(context, SnowflakeLayout.STANDARD).worker();
            assertThat(context.getBean(JdbcTemplate.class)
                            .queryForObject(
                                    "select reserved_until from idgen_worker where worker_id = ?", Long.class, worker))
                    .isGreaterThan(System.currentTimeMillis());
        }
    }

    private static ConfigurableApplicationContext start(SpringApplicationBuilder application, String maker) {
        return application
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.jpa.hibernate.ddl-auto=create-drop",
                        "--idgen.worker.jdbc.schema-management=" + maker,
                        "--idgen.worker.timeout=1s");
    }

    @Configuration(proxyBeanMethods = false)
    static class Container {

        @Bean
        @ServiceConnection
        PostgreSQLContainer postgres() {
            return new PostgreSQLContainer("postgres:18-alpine");
        }
    }
}
