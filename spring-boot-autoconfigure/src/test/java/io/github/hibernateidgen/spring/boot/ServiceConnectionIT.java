package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** A PostgreSQL from Testcontainers, connected by {@code @ServiceConnection}; needs a Docker engine. */
class ServiceConnectionIT {

    @Test
    void savesInAContainer() {
        assumeThat(DockerClientFactory.instance().isDockerAvailable())
                .as("a Docker engine, which starts the container")
                .isTrue();
        try (var context = new SpringApplicationBuilder(NoteApplication.class, Container.class)
                .web(WebApplicationType.NONE)
                .run("--idgen.worker.id=5", "--spring.jpa.hibernate.ddl-auto=create-drop")) {
            assertThat(Applications.saveAndSplit(context, SnowflakeLayout.STANDARD)
                            .worker())
                    .isEqualTo(5);
        }
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
