package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.spring.boot.sealed.SealedApi;
import io.github.hibernateidgen.spring.boot.sealed.SealedApplication;
import io.github.hibernateidgen.spring.boot.sealed.Ticket;
import io.github.hibernateidgen.spring.boot.sealed.TicketId;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.media.Schema;
import jakarta.persistence.EntityManagerFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Sealed ids over HTTP, with the Jackson that this Spring Boot has, and all endpoints open. */
@ExtendWith(OutputCaptureExtension.class)
@SpringBootTest(
        classes = SealedApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.generate-unique-name=true",
            "server.address=127.0.0.1",
            "idgen.worker.id=5",
            "idgen.jackson.snowflake-as-string=true",
            "idgen.seal.keys=b:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=, a:QkJCQkJCQkJCQkJCQkJCQg==",
            "spring.jpa.open-in-view=true",
            "management.endpoints.web.exposure.include=*",
            "management.endpoint.env.show-values=always",
            "management.endpoint.configprops.show-values=always",
            "management.health.redis.enabled=false",
            "debug=true"
        })
class SealedHttpTest {

    private static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String OLD_KEY = "QkJCQkJCQkJCQkJCQkJCQg==";
    private static final SealKeys KEYS = SealKeys.parse("b:" + KEY + ",a:" + OLD_KEY);

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper mapper = new ObjectMapper();

    @Autowired
    private EntityManagerFactory factory;

    @Autowired
    private Idgen idgen;

    @Autowired
    private IdSchemas schemas;

    @Value("${local.server.port}")
    private int port;

    @Test
    void entitiesGoThroughBodiesPathsAndParameters() throws Exception {
        JsonNode ticket = send("/tickets", "", 200);
        String id = ticket.path("id").asText();
        assertThat(id).matches("tic_b[0-7][0-9a-hjkmnp-tv-z]{25}");
        long plain = new Seal(KEYS, "tic_").openLong(id.substring(4));
        try (var entities = factory.createEntityManager()) {
            assertThat(entities.find(Ticket.class, new TicketId(plain))).isNotNull();
        }
        assertThat(get("/tickets/" + id, 200)).isEqualTo(ticket);
        assertThat(get("/tickets/" + id.toUpperCase().replace("TIC_", "tic_"), 200))
                .isEqualTo(ticket);
        String other = send("/tickets", "", 200).path("id").asText();
        assertThat(get("/tickets?id=" + id + "," + other, 200)).hasSize(2);
        JsonNode bill = send("/bills", "", 200);
        assertThat(bill.path("id").asText()).matches("bil_b[0-7][0-9a-hjkmnp-tv-z]{25}");
        assertThat(get("/bills/" + bill.path("id").asText(), 200)).isEqualTo(bill);
        assertThat(send("/guests", "", 200).path("id").asText()).matches("gue_b[0-7][0-9a-hjkmnp-tv-z]{25}");
    }

    @Test
    void whatIsSentInsteadOfEntitiesIsSealedEverywhere() throws Exception {
        String ticket = "tic_" + new Seal(KEYS, "tic_").seal(382770312745709588L);
        String guest = "gue_" + new Seal(KEYS, "gue_").seal(new UUID(1, 2));
        String bill = "bil_" + new Seal(KEYS, "bil_").seal(17);
        String visit = mapper.writeValueAsString(Map.of(
                "ticket", ticket,
                "tickets", new String[] {ticket},
                "seats", Map.of(ticket, "7A"),
                "number", ticket,
                "numbers", new String[] {ticket},
                "guest", guest,
                "guestText", guest,
                "bill", bill));
        assertThat(send("/visits", visit, 200)).isEqualTo(mapper.readTree(visit));
        assertThat(get("/plain-visits?ticket=" + ticket, 200).path("inside").asText())
                .isEqualTo("382770312745709588");
    }

    @Test
    void textThatNoEntityHasIsSealed() throws Exception {
        assertThat(get("/strays", 200).path("id").asText()).matches("str_b[0-7][0-9a-z]{25}");
    }

    @Test
    void textOfTheOldKeyIsRead() throws Exception {
        String id = send("/bills", "", 200).path("id").asText();
        long number = new Seal(KEYS, "bil_").openLong(id.substring(4));
        String old = "bil_" + new Seal(SealKeys.parse("a:" + OLD_KEY), "bil_").seal(number);
        assertThat(get("/bills/" + old, 200).path("id").asText()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "17",
                "tic_0AKYZJ94WBW0M",
                "tic_b0000000000000000000000000",
                "tic_b00000000000000000000000000",
                "tic_c00000000000000000000000000",
                "gue_b00000000000000000000000000",
                "tic_"
            })
    void otherTextIsABadRequestThatSaysWhatWasExpected(String text) throws Exception {
        String give = "; give [tic_] and the name of a key and 26 characters of Base32, as the text was written";
        assertThat(get("/tickets/" + text, 400).path("detail").asText())
                .startsWith("text [" + text + "] is no id of TicketId")
                .endsWith(give);
        for (String body : new String[] {
            "{\"ticket\":\"" + text + "\"}",
            "{\"tickets\":[\"" + text + "\"]}",
            "{\"seats\":{\"" + text + "\":\"7A\"}}",
            "{\"number\":\"" + text + "\"}",
            "{\"numbers\":[\"" + text + "\"]}"
        }) {
            assertThat(send("/visits", body, 400).path("detail").asText())
                    .startsWith("text [" + text + "] is no id of ")
                    .endsWith(give);
        }
    }

    @Test
    void aNumberIsABadRequest() throws Exception {
        for (String body : new String[] {"{\"ticket\":17}", "{\"number\":17}", "{\"bill\":17}", "{\"numbers\":[17]}"}) {
            assertThat(send("/visits", body, 400).path("detail").asText()).startsWith("text [17] is no id of ");
        }
    }

    // For operators

    @Test
    void theEndpointOpensIt() throws Exception {
        String ticket = send("/tickets", "", 200).path("id").asText();
        JsonNode decoded = get("/actuator/idgen/" + ticket, 200);
        long number = new Seal(KEYS, "tic_").openLong(ticket.substring(4));
        assertThat(decoded.path("forms").path("decimal").asText()).isEqualTo(Long.toString(number));
        assertThat(decoded.path("readings").path(0).path("attributes").path(0).asText())
                .isEqualTo("Ticket.id");
        assertThat(decoded.path("readings")
                        .path(0)
                        .path("content")
                        .path("worker")
                        .asInt())
                .isEqualTo(5);
        String bill = send("/bills", "", 200).path("id").asText();
        assertThat(get("/actuator/idgen/" + bill, 200)
                        .path("readings")
                        .path(0)
                        .path("attributes")
                        .path(0)
                        .asText())
                .isEqualTo("Bill.id");
        String guest = send("/guests", "", 200).path("id").asText();
        assertThat(get("/actuator/idgen/" + guest, 200)
                        .path("forms")
                        .path("guid")
                        .asText())
                .hasSize(36);
        get("/actuator/idgen/tic_b00000000000000000000000000", 400);
    }

    @Test
    void nothingShowsAKey(CapturedOutput output) throws Exception {
        get("/tickets/17", 400);
        String report = factory.getProperties() + "" + idgen.attributes();
        for (String endpoint :
                new String[] {"idgen", "env", "env/idgen.seal.keys", "configprops", "beans", "conditions"}) {
            report += get("/actuator/" + endpoint, 200);
        }
        assertThat(report).contains("idgen.seal.keys").doesNotContain(KEY).doesNotContain(OLD_KEY);
        assertThat(output).doesNotContain(KEY).doesNotContain(OLD_KEY);
    }

    @Test
    void springdocShowsAStringWithItsPatternAndAnExample() {
        ModelConverters converters = new ModelConverters(true);
        converters.addConverter(schemas);
        Map<String, Schema> shown = converters
                .resolveAsResolvedSchema(new AnnotatedType(SealedApi.Visit.class))
                .schema
                .getProperties();
        for (String name : new String[] {"ticket", "number", "guest", "guestText", "bill"}) {
            Schema<?> property = shown.get(name);
            assertThat(property.getPattern()).as(name).endsWith("_[0-9a-z]{1,4}[0-7][0-9a-hjkmnp-tv-z]{25}$");
            assertThat(property.getExample().toString()).as(name).matches(property.getPattern());
            assertThat("string".equals(property.getType())
                            || property.getTypes().contains("string"))
                    .as(name)
                    .isTrue();
            assertThat(property.getFormat()).as(name).isNull();
        }
        assertThat(shown.get("tickets").getItems().getPattern()).startsWith("^tic_");
    }

    private JsonNode send(String path, String body, int status) throws Exception {
        return answer(
                HttpRequest.newBuilder(uri(path))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                status);
    }

    private JsonNode get(String path, int status) throws Exception {
        return answer(HttpRequest.newBuilder(uri(path)).build(), status);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private JsonNode answer(HttpRequest request, int status) throws Exception {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return mapper.readTree(response.body());
    }
}
