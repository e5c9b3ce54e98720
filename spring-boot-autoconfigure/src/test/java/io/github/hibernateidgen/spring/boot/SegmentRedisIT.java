package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.spring.boot.parcels.Parcel;
import io.github.hibernateidgen.spring.boot.parcels.ParcelApplication;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import redis.embedded.RedisServer;

/** Segments of a counter in Redis, by properties and by the application's own connections. */
@ExtendWith(OutputCaptureExtension.class)
class SegmentRedisIT {

    private RedisServer server;
    private int port;

    @BeforeEach
    void startRedis() throws Exception {
        server = TestServers.startRedis();
        port = server.ports().get(0);
        // It has a name of its own, so the library does not make it.
        set("0");
    }

    private void set(String value) {
        try (RedisClient client = RedisClient.create("redis://127.0.0.1:" + port);
                StatefulRedisConnection<String, String> connection = client.connect()) {
            connection.sync().hset("idgen:segment:parcel_numbers", Map.of("value", value, "token", "by hand"));
        }
    }

    @AfterEach
    void stopRedis() throws Exception {
        if (server != null) {
            server.stop();
        }
    }

    private static long number(ApplicationContext context) {
        Parcel parcel = new Parcel();
        Applications.save(context.getBean(EntityManagerFactory.class), parcel);
        return parcel.getId();
    }

    private Map<String, String> counter() {
        try (RedisClient client = RedisClient.create("redis://127.0.0.1:" + port);
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return connection.sync().hgetall("idgen:segment:parcel_numbers");
        }
    }

    @Test
    void takesSegmentsOverTheApplicationsConnections() {
        new ApplicationContextRunner()
                .withUserConfiguration(ParcelApplication.class)
                .withPropertyValues(
                        "spring.datasource.generate-unique-name=true",
                        "spring.data.redis.host=127.0.0.1",
                        "spring.data.redis.port=" + port,
                        "idgen.segment.source=redis")
                .run(context -> {
                    assertThat(number(context)).isEqualTo(1);
                    assertThat(counter()).containsEntry("value", "10").containsKey("token");
                    context.getSourceApplicationContext().stop();
                    context.getSourceApplicationContext().start();
                    for (int i = 0; i < 20; i++) {
                        number(context);
                    }
                    assertThat(number(context))
                            .as("after Redis was connected again")
                            .isPositive();
                });
    }

    @Test
    void saysWhatToDoAboutACounterThatIsBehind(CapturedOutput output) {
        // The second application has its rows, and another Redis: that has lost its memory.
        String[] arguments = {
            "--spring.datasource.url=jdbc:h2:mem:behind;DB_CLOSE_DELAY=-1",
            "--spring.jpa.hibernate.ddl-auto=update",
            "--idgen.segment.source=redis",
            "--spring.data.redis.host=127.0.0.1",
            "--spring.data.redis.port=" + port
        };
        try (var context = start(arguments)) {
            assertThat(number(context)).isEqualTo(1);
        }
        set("0");
        assertThatThrownBy(() -> start(arguments).close()).isInstanceOf(RuntimeException.class);
        assertThat(output)
                .contains(
                        "FAILED TO START",
                        "\nParcel.id [STORE]: Redis counter idgen:segment:parcel_numbers is at [0], but numbers up to"
                                + " [1] are in use, so it would hand out numbers again.")
                .containsPattern("Action:\\s+Stop all processes that take numbers from it, run"
                        + " \\[HSET idgen:segment:parcel_numbers value 1 token \\S+] in Redis");
    }

    @Test
    void saysWhatToLookAtWhereRedisIsNotThere(CapturedOutput output) {
        assertThatThrownBy(() -> start(
                                "--spring.datasource.generate-unique-name=true",
                                "--idgen.segment.source=redis",
                                "--spring.data.redis.host=127.0.0.1",
                                "--spring.data.redis.port=1")
                        .close())
                .isInstanceOf(RuntimeException.class);
        assertThat(output)
                .contains("\nParcel.id [STORE]: Redis counter idgen:segment:parcel_numbers can't be compared with the"
                        + " ids")
                .containsPattern("Action:\\s+Check that the store and the database answer");
    }

    private static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(ParcelApplication.class)
                .web(WebApplicationType.NONE)
                .run(arguments);
    }
}
