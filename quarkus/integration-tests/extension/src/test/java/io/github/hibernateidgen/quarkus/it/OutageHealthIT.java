package io.github.hibernateidgen.quarkus.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

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
    private static final String PART = "<default>: reservation ";

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void isUpAsLongAsIdsAreMade() throws Exception {
        int port = freePort();
        try (Database database = Database.start();
                Application application = Application.start(
                        Map.of(),
                        database.property(),
                        "-Dquarkus.http.port=" + port,
                        "-Dquarkus.datasource.jdbc.acquisition-timeout=1s",
                        "-Dquarkus.hibernate-idgen.worker.window=10s")) {
            application.id();
            application.ignoreOutput();
            URI root = URI.create("http://127.0.0.1:" + port + "/");
            List<String> states = new ArrayList<>();
            long start = System.nanoTime();
            for (int second = 0; second < END; second++) {
                Thread.sleep(Math.max(0, second * 1000L - (System.nanoTime() - start) / 1_000_000));
                if (second == DOWN) {
                    database.stop();
                }
                if (second == BACK) {
                    database.startAgain();
                }
                JsonNode before = health(root);
                boolean made = get(root.resolve("next")).statusCode() == 200;
                JsonNode after = health(root);
                String state = before.path("status").asText();
                System.out.printf(
                        "second %2d, %s: id %s, %s, %s, %s%n",
                        second,
                        second >= DOWN && second < BACK ? "down" : "up",
                        made ? "made" : "refused",
                        state,
                        before.path("data").path(PART + "remaining").asText(),
                        before.path("data").path(PART + "warning").asText()
                                + before.path("data").path(PART + "problem").asText());
                if (state.equals(after.path("status").asText()) && !made) {
                    assertThat(state).as("second %d", second).isEqualTo("DOWN");
                }
                states.add(state);
            }
            assertThat(states.subList(0, DOWN + 4))
                    .as("as long as two thirds of the window, less a quarter")
                    .containsOnly("UP");
            assertThat(states.subList(DOWN + 9, BACK)).as("after it").containsOnly("DOWN");
            assertThat(states.get(END - 1)).isEqualTo("UP");
        }
    }

    /** Returns the check of this library, among others in what Quarkus answers. */
    private JsonNode health(URI root) throws Exception {
        for (JsonNode check : new ObjectMapper()
                .readTree(get(root.resolve("q/health/well")).body())
                .path("checks")) {
            if (check.path("name").asText().equals("hibernate-idgen")) {
                return check;
            }
        }
        throw new AssertionError("no check of this library");
    }

    private HttpResponse<String> get(URI address) throws Exception {
        return http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
