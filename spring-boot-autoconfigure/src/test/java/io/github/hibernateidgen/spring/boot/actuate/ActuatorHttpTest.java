package io.github.hibernateidgen.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.spring.boot.Applications;
import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import io.github.hibernateidgen.spring.boot.app.Tag;
import jakarta.persistence.EntityManagerFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

/** What an operator sees over HTTP. */
@SpringBootTest(
        classes = NoteApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.generate-unique-name=true",
            "server.address=127.0.0.1",
            "idgen.worker.window=3s",
            "management.endpoints.web.exposure.include=health,idgen",
            "management.endpoint.health.show-details=always",
            "management.health.redis.enabled=false"
        })
@Import(BreakableStore.class)
class ActuatorHttpTest {

    @Autowired
    private EntityManagerFactory factory;

    @Autowired
    private BreakableStore store;

    @Value("${local.server.port}")
    private int port;

    @Test
    void showsTheGenerators() throws Exception {
        Applications.save(factory);
        JsonNode all = get("idgen", 200);
        JsonNode shown = all.path("entityManagerFactory");
        JsonNode attribute = shown.path("attributes").path(0);
        if (attribute.path("attribute").asText().equals("Tag.id")) { // Hibernate's choice.
            attribute = shown.path("attributes").path(1);
        }
        assertThat(attribute.path("attribute").asText()).isEqualTo("Note.id");
        assertThat(attribute.path("layout").asText()).isEqualTo("standard");
        assertThat(attribute.path("reason").asText()).isNotEmpty();
        assertThat(attribute.path("issued").asLong()).isPositive();
        JsonNode layout = shown.path("layouts").path(0);
        assertThat(layout.path("ends").asText()).isEqualTo("2093-09-06T15:47:35.552Z");
        assertThat(layout.path("tick").asText()).isEqualTo("PT0.001S");
        JsonNode worker = shown.path("worker");
        assertThat(worker.path("number").isIntegralNumber()).isTrue();
        assertThat(worker.path("reservation").path("from").asText()).doesNotContain("1970");
        assertThat(Instant.parse(worker.path("reservation").path("until").asText()))
                .isAfter(Instant.now().minusSeconds(1));
        assertThat(Duration.parse(worker.path("reservation").path("remaining").asText()))
                .isPositive();
        // The store is 5 min slow, less what the round trip leaves open.
        assertThat(Duration.parse(worker.path("reservation").path("clockOffset").asText()))
                .isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
    }

    @Test
    void decodesAnId() throws Exception {
        long id = Applications.save(factory);
        SnowflakeParts parts = SnowflakeLayout.STANDARD.split(id);
        String base32 = SnowflakeText.CROCKFORD_BASE32.format(id);
        JsonNode decoded = get("idgen/" + id, 200);
        assertThat(decoded).isEqualTo(get("idgen/" + base32, 200));
        assertThat(decoded.path("forms").path("decimal").isTextual()).isTrue();
        assertThat(decoded.path("forms").path("decimal").asText()).isEqualTo(Long.toString(id));
        assertThat(decoded.path("forms").path("base32").asText()).isEqualTo(base32);
        JsonNode reading = decoded.path("readings").path(0);
        assertThat(reading.path("factory").asText()).isEqualTo("entityManagerFactory");
        assertThat(reading.path("attributes").path(0).asText()).isEqualTo("Note.id");
        JsonNode content = reading.path("content");
        assertThat(content.path("instant").asText()).isEqualTo(parts.instant().toString());
        assertThat(content.path("layout").asText()).isEqualTo("standard");
        assertThat(content.path("worker").asLong()).isEqualTo(parts.worker());
        assertThat(content.path("sequence").asLong()).isEqualTo(parts.sequence());
        assertThat(content.has("format")).isFalse();
    }

    @Test
    void decodesAGuid() throws Exception {
        Tag tag = new Tag();
        Applications.save(factory, tag);
        JsonNode decoded = get("idgen/" + tag.getId(), 200);
        assertThat(decoded.path("forms").path("guid").asText())
                .isEqualTo(tag.getId().toString());
        JsonNode reading = decoded.path("readings").path(0);
        assertThat(reading.path("attributes").path(0).asText()).isEqualTo("Tag.id");
        assertThat(reading.path("content").path("format").asText()).isEqualTo("RFC_9562");
        assertThat(reading.path("content").path("order").asText()).isEqualTo("BYTES");
        assertThat(Instant.parse(reading.path("content").path("instant").asText()))
                .isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
        assertThat(reading.path("content").has("worker")).isFalse();
    }

    /** The command line reads these forms, too. */
    @Test
    void decodesATypeId() throws Exception {
        Tag tag = new Tag();
        Applications.save(factory, tag);
        JsonNode expected = get("idgen/" + tag.getId(), 200);
        assertThat(get("idgen/" + GuidNotation.TYPE_ID.format(tag.getId()), 200))
                .isEqualTo(expected);
        assertThat(get("idgen/" + GuidNotation.ULID.format(tag.getId()), 200)).isEqualTo(expected);
    }

    @Test
    void refusesWhatIsNoId() throws Exception {
        assertThat(get("idgen/order-1", 400).path("message").asText())
                .contains("[order-1]", "1 to 19 digits", "Crockford", "GUID");
    }

    /** Readiness, if it asks, keeps a process that still makes ids for a while. */
    @Test
    void isUpUntilShortlyBeforeTheReservationEndsAndThenUnavailable() throws Exception {
        assertThat(idgen(get("health", 200)).path("status").asText()).isEqualTo("UP");
        store.setBroken(true);
        try {
            await().until(() -> reservation(get("health", 200)).has("failure"));
            JsonNode reservation = reservation(get("health", 200));
            assertThat(reservation.path("failure").asText()).contains("the store is broken");
            assertThat(reservation.path("warning").asText()).startsWith("the renewal fails: ids can be made for [PT");
            assertThat(Duration.parse(reservation.path("remaining").asText())).isPositive();
            Applications.save(factory);

            await().until(() -> send("health").statusCode() == 503);
            await().until(() -> reservation(get("health", 503))
                    .path("problem")
                    .asText()
                    .equals("the reservation has ended: no id can be made until it is renewed"));
            assertThatThrownBy(() -> Applications.save(factory)).hasStackTraceContaining("is reserved only until");
            JsonNode health = get("health", 503);
            assertThat(health.path("status").asText()).isEqualTo("OUT_OF_SERVICE");
            assertThat(idgen(health).path("status").asText()).isEqualTo("OUT_OF_SERVICE");
        } finally {
            store.setBroken(false);
        }
        await().until(() -> send("health").statusCode() == 200);
        Applications.save(factory);
    }

    private static JsonNode reservation(JsonNode health) {
        return idgen(health).path("details").path("entityManagerFactory").path("reservation");
    }

    private static JsonNode idgen(JsonNode health) {
        return health.path("components").path("idgen");
    }

    private JsonNode get(String path, int status) throws Exception {
        HttpResponse<String> response = send(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return new ObjectMapper().readTree(response.body());
    }

    private HttpResponse<String> send(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/" + path))
                .timeout(Duration.ofSeconds(20))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
