package io.github.hibernateidgen.quarkus.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids in the addresses and the JSON of Quarkus REST, as in Spring Boot. */
@QuarkusTest
class TypedIdsHttpTest {

    private static final SealKeys KEYS = SealKeys.parse("a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
    private static final String OF_TAGS = "; give [tag_] and 13 characters of Crockford's Base32, the first at most 7";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper mapper = new ObjectMapper();

    @Inject
    EntityManager entities;

    @TestHTTPResource("/")
    URI root;

    @Test
    void entitiesGoThroughBodiesPathsAndParameters() throws Exception {
        JsonNode tag = json("POST", "tags", "");
        String id = tag.path("id").asText();
        assertThat(id).matches("tag_[0-7][0-9A-HJKMNP-TV-Z]{12}");
        assertThat(tag.path("invoice").asText()).matches("inv_[0-7][0-9A-HJKMNP-TV-Z]{12}");
        assertThat(tag.path("note").asText()).matches("note_a[0-7][0-9a-hjkmnp-tv-z]{25}");
        assertThat(json("GET", "tags/" + id, "")).isEqualTo(tag);
        assertThat(entities.find(Tag.class, new TagId(SnowflakeText.CROCKFORD_BASE32.parse(id.substring(4)))))
                .isNotNull();
        JsonNode other = json("POST", "tags", "");
        JsonNode both = json("GET", "tags?id=" + id + "&id=" + other.path("id").asText(), "");
        assertThat(both).containsExactly(tag, other);
        assertThat(json("GET", "tags?id=" + id, "", "first", id)).isEmpty();
        assertThat(json("GET", "tags?id=" + id + "&page=2", "")).isEmpty();

        JsonNode sealed = json("POST", "sealed-tags", "");
        assertThat(sealed.path("id").asText()).matches("stg_a[0-7][0-9a-hjkmnp-tv-z]{25}");
        assertThat(json("GET", "sealed-tags/" + sealed.path("id").asText(), "")).isEqualTo(sealed);
    }

    @Test
    void whatIsSentInsteadOfEntitiesIsTextEverywhere() throws Exception {
        String view = mapper.writeValueAsString(Map.of(
                "tag",
                "tag_0AKYZJ94WBW0M",
                "tags",
                new String[] {"tag_0AKYZJ94WBW0M"},
                "counts",
                Map.of("tag_0AKYZJ94WBW0M", 3),
                "sealed",
                "stg_" + new Seal(KEYS, "stg_").seal(new UUID(1, 2)),
                "invoice",
                "inv_0AKYZJ94WBW0M",
                "invoices",
                new String[] {"inv_0AKYZJ94WBW0M"},
                "note",
                "note_" + new Seal(KEYS, "note_").seal(17),
                "plainSealed",
                "stg_" + new Seal(KEYS, "stg_").seal(new UUID(1, 2))));
        assertThat(json("POST", "views", view)).isEqualTo(mapper.readTree(view));
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "tag_", "inv_0AKYZJ94WBW0M", "tag_0AKYZJ94WBW0", "tag_9AKYZJ94WBW0M"})
    void otherTextIsABadRequestThatSaysWhatWasExpected(String text) throws Exception {
        requireRefusal(text, send("GET", "tags/" + text, ""));
        requireRefusal(text, send("GET", "tags?id=tag_0AKYZJ94WBW0M&id=" + text, ""));
        requireRefusal(text, send("GET", "tags", "", "first", text));
        requireRefusal(text, send("POST", "views", "{\"tag\":\"" + text + "\"}"));
        requireRefusal(text, send("POST", "views", "{\"tags\":[\"" + text + "\"]}"));
        requireRefusal(text, send("POST", "views", "{\"counts\":{\"" + text + "\":3}}"));
    }

    @Test
    void aNumberIsABadRequestWhereTextIsSealed() throws Exception {
        HttpResponse<String> answer = send("POST", "views", "{\"note\":17}");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .startsWith("text [17] is no id of ")
                .endsWith("26 characters of Base32, as the text was written");
    }

    /** As without the extension. */
    @Test
    void otherBadJsonIsAnsweredByQuarkus() throws Exception {
        HttpResponse<String> answer = send("POST", "views", "{");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void noneOfAThousandTextsForgesALine() throws Exception {
        String[] ends = {"\n", "\r", "\r\n", "\u2028", "\u2029", "\u0085", "\u000b", "\f", "\u001b[2K\r"};
        Random random = new Random(34);
        try (Log log = new Log()) {
            for (int i = 0; i < 1_000; i++) {
                String text = List.of("", "tag_", "tag_0AKYZJ94WBW0M").get(random.nextInt(3))
                        + ends[random.nextInt(ends.length)]
                        + FORGED
                        + "x".repeat(random.nextInt(4) == 0 ? 3_000 : random.nextInt(50));
                HttpResponse<String> answer = switch (i % 4) {
                    case 0 -> send("GET", "tags/" + encoded(text), "");
                    case 1 -> send("GET", "tags?id=" + encoded(text), "");
                    case 2 -> send("POST", "views", mapper.writeValueAsString(Map.of("tag", text)));
                    default -> send("POST", "views", mapper.writeValueAsString(Map.of("note", text)));
                };
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
                assertThat(answer.body()).matches("text \\[[ -~]{1,900}");
                log.answered(answer.body());
            }
            assertThat(log.text.toString().split("\\R|\u001b|\f|\u000b"))
                    .noneMatch(line -> line.startsWith(FORGED))
                    .noneMatch(line -> line.length() > 4_000);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static final String FORGED = "2026-11-22 INFO admin logged in";

    /** All that is logged. */
    private static final class Log extends Handler implements AutoCloseable {

        private final StringBuffer text = new StringBuffer();
        private final SimpleFormatter formatter = new SimpleFormatter();

        Log() {
            Logger.getLogger("").addHandler(this);
        }

        /** As an application logs what it answers. */
        void answered(String body) {
            publish(new LogRecord(Level.INFO, body));
        }

        @Override
        public void publish(LogRecord line) {
            text.append(formatter.format(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            Logger.getLogger("").removeHandler(this);
        }
    }

    private static void requireRefusal(String text, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body())
                .startsWith("text [" + text + "] is no id of TagId")
                .endsWith(OF_TAGS);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
    }

    private JsonNode json(String method, String path, String body, String... headers) throws Exception {
        HttpResponse<String> answer = send(method, path, body, headers);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return mapper.readTree(answer.body());
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(root + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
