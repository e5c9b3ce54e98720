package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.spring.boot.sealed.SealedApplication;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.MapPropertySource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What an application logs that was given secrets in wrong places, and text by an attacker. */
@ExtendWith(OutputCaptureExtension.class)
class SecretsInLogTest {

    private static final boolean IS_LONG = Boolean.getBoolean("idgen.test.long");
    private static final String[] HOSTILE = {
        "\n", "\r", "\r\n", "\u2028", "\u2029", "\u0085", "\u000b", "\f", "\u001b[2K\r"
    };
    private static final String FORGED = "2026-11-22 INFO admin logged in";
    private static final String KEYS = "idgen.seal.keys=a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    private static List<String> given(String secret) {
        return List.of(
                "idgen.redis.password=" + secret,
                "idgen.redis.url=redis://:" + secret + "@127.0.0.1",
                "idgen.worker.etcd.password=" + secret,
                "idgen.worker.jdbc.password=" + secret,
                "idgen.password=" + secret,
                "idgen.x.y.z=" + secret,
                "idgen.seal.secret=" + secret,
                "idgen.redis=" + secret,
                "idgen.worker.token=redis://:" + secret + "@127.0.0.1",
                "spring.jpa.properties.hibernate.idgen.redis.password=" + secret,
                "spring.jpa.properties.hibernate.idgen.x.y.z=" + secret,
                "idgen.worker.source=redis://:" + secret + "%" + secret + "@127.0.0.1:1",
                "idgen.worker.source=redis://:" + secret + "[" + secret + "@127.0.0.1:1",
                "idgen.worker.source=redis://:" + secret + " " + secret + "@127.0.0.1:1",
                "idgen.worker.source=redis://:" + secret + "/" + secret + "@127.0.0.1:1",
                "idgen.worker.source=redis://:" + secret + "#" + secret + "@127.0.0.1:1",
                "idgen.worker.source=redis://:" + secret + "@" + secret + "@127.0.0.1:1",
                "idgen.worker.source=shop:" + secret + "@127.0.0.1:1",
                "idgen.worker.source=redis://:" + secret + "@127.0.0.1:99999",
                "spring.jpa.properties.hibernate.idgen.worker.source=redis://:" + secret + "%" + secret
                        + "@127.0.0.1:1");
    }

    @Test
    void noneOfTwentySecretsIsInTheLog(CapturedOutput output) {
        List<String> all = some(given("s3cr3t" + UUID.randomUUID()), 0, 5, 10, 15);
        for (String property : all) {
            int before = output.toString().length();
            assertThatThrownBy(
                    () -> start(WebApplicationType.NONE, "--" + property, "--debug")
                            .close(),
                    property);
            assertThat(output.toString().substring(before))
                    .contains("APPLICATION FAILED TO START")
                    .doesNotContain("s3cr3t");
        }
        assertThat(output.toString())
                .contains("idgen.redis.password [hidden]: no setting has this name")
                .contains("It is set in \"idgen.x.y.z\" from property source \"commandLineArgs\".")
                .contains(
                        "The page https://github.com/hibernateidgen/hibernate-idgen/blob/main/docs/settings.md lists all")
                .contains("idgen.worker.source [hidden]: use jdbc, fixed");
    }

    /** Returns all twenty in long tests, or else those of the ordinary build: each starts an application. */
    private static List<String> some(List<String> all, int... ordinary) {
        assertThat(all).hasSize(20);
        return IS_LONG ? all : IntStream.of(ordinary).mapToObj(all::get).toList();
    }

    private static ConfigurableApplicationContext start(WebApplicationType type, String... more) {
        return new SpringApplicationBuilder(SealedApplication.class, Logging.class)
                .web(type)
                .properties(
                        "spring.datasource.generate-unique-name=true",
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "spring.mvc.log-resolved-exception=true",
                        KEYS)
                .run(more);
    }

    /** Logs what has gone wrong, and answers it. */
    @RestControllerAdvice
    @Order(Ordered.HIGHEST_PRECEDENCE)
    static class Logging {
        @ExceptionHandler
        ResponseEntity<String> failed(Exception failure) {
            LoggerFactory.getLogger("application").warn("Refused: {}", failure.getMessage(), failure);
            return ResponseEntity.badRequest().body(failure.getMessage());
        }
    }

    @Test
    void noneOfManyTextsForgesALine(CapturedOutput output) throws Exception {
        Random random = new Random(34);
        ObjectMapper json = new ObjectMapper();
        HttpClient client = HttpClient.newHttpClient();
        int texts = IS_LONG ? 1_000 : 100;
        try (ConfigurableApplicationContext context = start(WebApplicationType.SERVLET)) {
            String server = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
            for (int i = 0; i < texts; i++) {
                String text = List.of("", "tic_", "tic_a", "bil_").get(random.nextInt(4))
                        + HOSTILE[random.nextInt(HOSTILE.length)]
                        + FORGED
                        + "x".repeat(random.nextInt(4) == 0 ? 1_500 : random.nextInt(50));
                HttpRequest.Builder request = switch (i % 5) {
                    case 0 -> HttpRequest.newBuilder(URI.create(server + "/tickets?id=" + encoded(text)));
                    case 1 -> HttpRequest.newBuilder(URI.create(server + "/plain-visits?ticket=" + encoded(text)));
                    case 2 -> posted(server, json.writeValueAsString(Map.of("ticket", text)));
                    case 3 -> posted(server, json.writeValueAsString(Map.of("numbers", List.of(text))));
                    default -> posted(server, json.writeValueAsString(Map.of("guestText", text)));
                };
                HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
                assertThat(answer.body()).containsAnyOf("text [", "for value [").hasSizeLessThan(2_000);
            }
            assertThat(output.toString().split("\\R|\u001b|\f|\u000b"))
                    .hasSizeGreaterThan(3 * texts)
                    .noneMatch(line -> line.startsWith(FORGED))
                    .noneMatch(line -> line.length() > 4_000);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static HttpRequest.Builder posted(String server, String body) {
        return HttpRequest.newBuilder(URI.create(server + "/visits"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    /** A store whose driver repeats the URL with the password. */
    @TestConfiguration
    static class FailingTable {
        @Bean
        JdbcReservationStore workers(@Value("${failure}") String message) {
            return new JdbcReservationStore(
                    ConnectionSource.of(() -> {
                        throw new SQLException(message, "28000");
                    }),
                    JdbcTable.DEFAULT);
        }
    }

    private static List<String> repeated(String secret) {
        return Stream.of(secret, secret + " " + secret, secret + "@" + secret, secret + "/" + secret, secret + "]")
                .flatMap(password -> Stream.of(
                        "No suitable driver found for jdbc:postgres://db/numbers?user=app&password=" + password,
                        "Unable to parse URL jdbc:mysql://app:" + password + "@db/numbers",
                        "jdbc:oracle:thin:scott/" + password + "@//db:1521/numbers is down",
                        "properties {user=app, password=" + password + ", ssl=true}"))
                .toList();
    }

    @Test
    void noneOfTwentySecretsOfADriverIsInTheLog(CapturedOutput output) {
        // Each of the five passwords, and each of the four messages.
        List<String> all = some(repeated("s3cr3t" + UUID.randomUUID()), 0, 5, 10, 15, 19);
        for (String message : all) {
            int before = output.toString().length();
            assertThatThrownBy(
                    () -> new SpringApplicationBuilder(SealedApplication.class, FailingTable.class)
                            .web(WebApplicationType.NONE)
                            .initializers(context -> context.getEnvironment()
                                    .getPropertySources()
                                    .addFirst(new MapPropertySource("test", Map.of("failure", message))))
                            .properties("spring.datasource.generate-unique-name=true", KEYS)
                            .run("--debug")
                            .close(),
                    message);
            assertThat(output.toString().substring(before))
                    .contains("APPLICATION FAILED TO START")
                    .contains("***")
                    .doesNotContain("s3cr3t");
        }
    }
}
