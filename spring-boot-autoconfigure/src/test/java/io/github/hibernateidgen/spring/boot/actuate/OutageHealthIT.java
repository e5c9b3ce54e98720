package io.github.hibernateidgen.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.spring.boot.app.Note;
import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import jakarta.persistence.EntityManagerFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.h2.tools.Server;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A database server that is stopped for 20 s, with a window of 10 s: what a probe is told at each second. */
@EnabledIfSystemProperty(
        named = "idgen.test.long",
        matches = "true",
        disabledReason = "takes long; -Plong-tests runs it")
@Timeout(120)
class OutageHealthIT {

    private static final int DOWN = 5;
    private static final int BACK = 25;
    private static final int END = 40;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void isUpAsLongAsIdsAreMade() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        int port = server.getPort();
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(NoteApplication.class)
                .properties(
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "spring.datasource.url=jdbc:h2:tcp://127.0.0.1:" + port + "/mem:" + UUID.randomUUID()
                                + ";DB_CLOSE_DELAY=-1",
                        "spring.datasource.hikari.connection-timeout=1000",
                        "spring.jpa.hibernate.ddl-auto=update",
                        "spring.main.banner-mode=off",
                        "idgen.worker.window=10s",
                        "management.endpoint.health.show-details=always",
                        "management.health.redis.enabled=false")
                .run()) {
            Idgen idgen =
                    Idgen.of(application.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class));
            URI health = URI.create("http://127.0.0.1:"
                    + application.getEnvironment().getProperty("local.server.port") + "/actuator/health/idgen");
            List<String> states = new ArrayList<>();
            long start = System.nanoTime();
            for (int second = 0; second < END; second++) {
                Thread.sleep(Math.max(0, second * 1000L - (System.nanoTime() - start) / 1_000_000));
                if (second == DOWN) {
                    server.stop();
                }
                if (second == BACK) {
                    server = Server.createTcpServer("-tcpPort", "" + port).start();
                }
                HttpResponse<String> before = get(health);
                boolean made = makesId(idgen);
                HttpResponse<String> after = get(health);
                JsonNode component = new ObjectMapper().readTree(before.body());
                String state = component.path("status").asText() + " " + before.statusCode();
                JsonNode part =
                        component.path("details").path("entityManagerFactory").path("reservation");
                System.out.printf(
                        "second %2d, %s: id %s, %s, %s, %s%n",
                        second,
                        second >= DOWN && second < BACK ? "down" : "up",
                        made ? "made" : "refused",
                        state,
                        part.path("remaining").asText(),
                        part.path("warning").asText() + part.path("problem").asText());
                if (before.statusCode() == after.statusCode() && !made) {
                    assertThat(state).as("second %d", second).isEqualTo("OUT_OF_SERVICE 503");
                }
                states.add(state);
            }
            assertThat(states.subList(0, DOWN + 4))
                    .as("as long as two thirds of the window, less a quarter")
                    .containsOnly("UP 200");
            assertThat(states.subList(DOWN + 9, BACK)).as("after it").containsOnly("OUT_OF_SERVICE 503");
            assertThat(states.get(END - 1)).isEqualTo("UP 200");
        } finally {
            server.stop();
        }
    }

    private static boolean makesId(Idgen idgen) {
        try {
            idgen.next(Note.class);
            return true;
        } catch (RuntimeException refused) {
            return false;
        }
    }

    private HttpResponse<String> get(URI address) throws Exception {
        return http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }
}
