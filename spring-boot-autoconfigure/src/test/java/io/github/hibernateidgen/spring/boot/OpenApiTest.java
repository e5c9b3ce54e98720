package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.spring.boot.documented.DocumentedApplication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;

/** The document that springdoc makes, against what the same application sends and reads. */
class OpenApiTest {

    @Nested
    @SpringBootTest(
            classes = DocumentedApplication.class,
            webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
            properties = {
                "spring.datasource.generate-unique-name=true",
                "server.address=127.0.0.1",
                "springdoc.api-docs.enabled=true",
                "springdoc.enable-hateoas=false",
                "springdoc.enable-data-rest=false",
                "idgen.worker.id=5",
                "idgen.seal.keys=a:QkJCQkJCQkJCQkJCQkJCQg==",
                "spring.jpa.open-in-view=true"
            })
    class WithNumbers extends Contract {

        WithNumbers() {
            super("integer");
        }
    }

    @Nested
    @SpringBootTest(
            classes = DocumentedApplication.class,
            webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
            properties = {
                "spring.datasource.generate-unique-name=true",
                "server.address=127.0.0.1",
                "springdoc.api-docs.enabled=true",
                "springdoc.enable-hateoas=false",
                "springdoc.enable-data-rest=false",
                "springdoc.api-docs.version=openapi_3_0",
                "idgen.worker.id=5",
                "idgen.jackson.snowflake-as-string=true",
                "idgen.seal.keys=a:QkJCQkJCQkJCQkJCQkJCQg==",
                "spring.jpa.open-in-view=true"
            })
    class WithText extends Contract {

        WithText() {
            super("string");
        }
    }

    abstract static class Contract {

        private final HttpClient client = HttpClient.newHttpClient();
        private final ObjectMapper mapper = new ObjectMapper();
        private final String snowflakes;

        private JsonNode document;

        @Value("${local.server.port}")
        private int port;

        Contract(String snowflakes) {
            this.snowflakes = snowflakes;
        }

        @BeforeEach
        void read() throws Exception {
            document = send("GET", "/v3/api-docs", "");
        }

        @Test
        void whatIsSentIsWhatIsDocumented() throws Exception {
            JsonNode account = send("POST", "/accounts", "");
            requireAgreement("/accounts", "post", account);
            String id = account.path("id").asText();
            requireAgreement("/accounts/{id}", "get", send("GET", "/accounts/" + id, ""));
            requireAgreement("/accounts", "get", send("GET", "/accounts?ids=" + id, ""));
            JsonNode view = send("GET", "/views/" + id, "");
            requireAgreement("/views/{id}", "get", view);
            assertThat(send("POST", "/views", view.toString())).isEqualTo(view);
            requireAgreement("/views", "post", view);
            assertAgrees("body", content(document.at("/paths/~1views/post/requestBody")), view);
        }

        @Test
        void idsHaveTheirPatternAndAnExample() {
            JsonNode account = document.at("/components/schemas/Account/properties");
            JsonNode view = document.at("/components/schemas/View/properties");
            requireText(account.path("id"), "^acc\\.[0-7][0-9A-HJKMNP-TV-Z]{12}$");
            requireText(account.path("invoice"), "^inv_[0-7][0-9A-HJKMNP-TV-Z]{12}$");
            requireText(account.path("ticket"), "^key_[0-7][0-9a-hjkmnp-tv-z]{25}$");
            requireText(view.path("position"), "^seg-(0|[1-9][0-9]{0,18})$");
            requireText(account.path("batch"), "^bat_[0-9a-z]{1,4}[0-7][0-9a-hjkmnp-tv-z]{25}$");
            requireText(account.path("owner"), "^own_[0-9a-z]{1,4}[0-7][0-9a-hjkmnp-tv-z]{25}$");
            requireText(view.at("/others/items"), "^acc\\.[0-7][0-9A-HJKMNP-TV-Z]{12}$");
            requireText(view.at("/invoices/items"), "^inv_[0-7][0-9A-HJKMNP-TV-Z]{12}$");
            requireText(view.at("/owners/items"), "^own_[0-9a-z]{1,4}[0-7][0-9a-hjkmnp-tv-z]{25}$");
            requireText(view.at("/batches/additionalProperties"), "^bat_[0-9a-z]{1,4}[0-7][0-9a-hjkmnp-tv-z]{25}$");
            assertThat(view.path("code").path("type").asText()).isEqualTo("integer");
            assertThat(view.path("amount").path("type").asText()).isEqualTo("integer");
            assertThat(document.at("/components/schemas").properties())
                    .extracting(java.util.Map.Entry::getKey)
                    .containsExactlyInAnyOrder("Account", "View", "Shapes");
        }

        /** The content of each shape is sent and documented as text. */
        @Test
        void containersHaveThePatternOfTheirContent() throws Exception {
            String own = "^own_[0-9a-z]{1,4}[0-7][0-9a-hjkmnp-tv-z]{25}$";
            String inv = "^inv_[0-7][0-9A-HJKMNP-TV-Z]{12}$";
            Map<String, String> patterns = Map.of(
                    "/owner", own,
                    "/array/items", own,
                    "/map/additionalProperties", own,
                    "/mapOfIds/additionalProperties", own,
                    "/invoice", inv,
                    "/invoices/items", inv,
                    "/collection/items", inv);
            JsonNode shapes = document.at("/components/schemas/Shapes/properties");
            patterns.forEach((place, pattern) -> requireText(shapes.at(place), pattern));
            assertThat(shapes.at("/number/type").asText()).isEqualTo(snowflakes);

            String id = send("POST", "/accounts", "").path("id").asText();
            JsonNode sent = send("GET", "/views/" + id, "").path("shapes");
            assertThat(sent.size()).isEqualTo(8);
            sent.properties().forEach(shape -> {
                JsonNode content = shape.getValue().isContainerNode()
                        ? shape.getValue().iterator().next()
                        : shape.getValue();
                patterns.entrySet().stream()
                        .filter(pattern -> pattern.getKey().split("/")[1].equals(shape.getKey()))
                        .forEach(pattern ->
                                assertThat(content.asText()).as(shape.getKey()).matches(pattern.getValue()));
            });
            assertThat(sent.path("number").isTextual()).isEqualTo(snowflakes.equals("string"));
        }

        @Test
        void numbersAreWhatTheSettingSays() {
            JsonNode number = document.at("/components/schemas/Account/properties/number");
            assertThat(number.path("type").asText()).isEqualTo(snowflakes);
            assertThat(number.path("description").asText()).isEqualTo("As the paper has it");
            assertThat(number.path("readOnly").asBoolean()).isTrue();
            assertThat(number.path("format").asText()).isEqualTo(snowflakes.equals("string") ? "" : "int64");
            assertThat(document.at("/components/schemas/View/properties/counted/type")
                            .asText())
                    .isEqualTo("integer");
            assertThat(document.at("/components/schemas/View/properties/plain/type")
                            .asText())
                    .isEqualTo("integer");
        }

        @Test
        void parametersAreText() {
            JsonNode one = document.at("/paths/~1accounts~1{id}/get/parameters/0");
            assertThat(one.path("in").asText()).isEqualTo("path");
            requireText(one.path("schema"), "^acc\\.[0-7][0-9A-HJKMNP-TV-Z]{12}$");
            JsonNode many = document.at("/paths/~1accounts/get/parameters");
            assertThat(many)
                    .extracting(parameter -> parameter.path("name").asText())
                    .containsExactly("ids", "batch");
            requireText(many.at("/0/schema/items"), "^acc\\.[0-7][0-9A-HJKMNP-TV-Z]{12}$");
            requireText(many.at("/1/schema"), "^bat_[0-9a-z]{1,4}[0-7][0-9a-hjkmnp-tv-z]{25}$");
        }

        private static void requireText(JsonNode schema, String pattern) {
            assertThat(schema.path("type").asText()).as(schema.toString()).isEqualTo("string");
            assertThat(schema.path("pattern").asText()).isEqualTo(pattern);
            assertThat(schema.path("example").asText()).matches(pattern);
            assertThat(schema.has("format")).as(schema.toString()).isFalse();
        }

        private void requireAgreement(String path, String method, JsonNode sent) {
            JsonNode responses = document.path("paths").path(path).path(method).path("responses");
            assertAgrees(method + " " + path, content(responses.path("200")), sent);
        }

        private static JsonNode content(JsonNode described) {
            return described.path("content").iterator().next().path("schema");
        }

        /** As a client that was generated from the document would see it. */
        private void assertAgrees(String place, JsonNode schema, JsonNode sent) {
            String reference = schema.path("$ref").asText();
            if (!reference.isEmpty()) {
                assertAgrees(place, document.at(reference.substring(1)), sent);
                return;
            }
            String type = schema.path("type").asText();
            String as = place + ": " + sent + " of " + schema;
            switch (type) {
                case "string" -> {
                    assertThat(sent.isTextual()).as(as).isTrue();
                    if (schema.has("pattern")) {
                        assertThat(sent.asText())
                                .as(as)
                                .matches(schema.path("pattern").asText());
                    }
                }
                case "integer" -> assertThat(sent.isIntegralNumber()).as(as).isTrue();
                case "array" -> {
                    assertThat(sent).as(as).isNotEmpty();
                    sent.forEach(item -> assertAgrees(place + "[]", schema.path("items"), item));
                }
                case "object" ->
                    sent.properties()
                            .forEach(property -> assertAgrees(
                                    place + "." + property.getKey(),
                                    schema.has("properties")
                                            ? schema.path("properties").path(property.getKey())
                                            : schema.path("additionalProperties"),
                                    property.getValue()));
                default -> throw new AssertionError(as);
            }
        }

        private JsonNode send(String method, String path, String body) throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(body))
                    .build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            return mapper.readTree(response.body());
        }
    }
}
