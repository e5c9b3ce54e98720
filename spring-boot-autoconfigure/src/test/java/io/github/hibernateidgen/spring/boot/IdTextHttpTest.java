package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.spring.boot.shop.OrderId;
import io.github.hibernateidgen.spring.boot.shop.ShopApplication;
import io.github.hibernateidgen.spring.boot.shop.ShopOrder;
import jakarta.persistence.EntityManagerFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;

/** Ids of classes of their own and ids with a prefix over HTTP, with the Jackson that this Spring Boot has. */
@SpringBootTest(
        classes = ShopApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.generate-unique-name=true",
            "server.address=127.0.0.1",
            "idgen.worker.id=5",
            "spring.jpa.open-in-view=true"
        })
class IdTextHttpTest {

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper mapper = new ObjectMapper();

    @Autowired
    private EntityManagerFactory factory;

    @Value("${local.server.port}")
    private int port;

    @Test
    void goesThroughBodiesPathsAndParameters() throws Exception {
        String customer = post("/customers", "").path("id").asText();
        assertThat(customer).matches("cus_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
        JsonNode sku = post("/skus", "").path("id");
        assertThat(sku.isTextual()).isTrue();
        assertThat(sku.asText()).matches("[0-9]{17,19}");

        JsonNode order = post("/orders", "{\"customer\":\"" + customer + "\",\"sku\":\"" + sku.asText() + "\"}");
        String id = order.path("id").asText();
        assertThat(id).matches("ord_[0-9A-HJKMNP-TV-Z]{13}");
        assertThat(order.path("customer").asText()).isEqualTo(customer);
        assertThat(order.path("sku").asText()).isEqualTo(sku.asText());
        assertThat(stored(id).getSku().value()).isEqualTo(Long.parseLong(sku.asText()));

        assertThat(get("/orders/" + id, 200)).isEqualTo(order);
        assertThat(get("/orders?customer=" + customer, 200).path(0)).isEqualTo(order);
        assertThat(get("/orders?customer=" + customer + "&sku=" + sku.asText(), 200)
                        .path(0))
                .isEqualTo(order);
        assertThat(get("/orders?customer=" + customer + "&sku=5", 200)).isEmpty();
    }

    private ShopOrder stored(String id) {
        long number = SnowflakeText.CROCKFORD_BASE32.parse(id.substring("ord_".length()));
        try (var entities = factory.createEntityManager()) {
            return entities.find(ShopOrder.class, new OrderId(number));
        }
    }

    @Test
    void aNumberIsReadToo() throws Exception {
        String customer = post("/customers", "").path("id").asText();
        JsonNode order = post("/orders", "{\"customer\":\"" + customer + "\",\"sku\":9007199254740993}");
        assertThat(order.path("sku").asText()).isEqualTo("9007199254740993");
        assertThat(post("/orders", "{\"customer\":null}").path("customer").isNull())
                .isTrue();
    }

    @Test
    void aPrefixOfAPlainNumberIsWrittenAndReadByTheHelper() throws Exception {
        JsonNode invoice = post("/invoices", "");
        assertThat(invoice.path("id").asText()).matches("inv_[0-9A-HJKMNP-TV-Z]{13}");
        assertThat(get("/invoices/" + invoice.path("id").asText(), 200)).isEqualTo(invoice);
        assertThat(get("/invoices/5", 400).path("detail").asText())
                .startsWith(
                        "text [5] is no id of Invoice.id: each id begins with [inv_]; give [inv_] and 13 characters");
    }

    @Test
    void isTheKeyOfAMap() throws Exception {
        String counts = "{\"ord_0AKYZJ94WBW0M\":3}";
        assertThat(post("/counts", counts)).isEqualTo(mapper.readTree(counts));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /orders/17                        | text [17] is no id of OrderId: each id begins with [ord_]; give [ord_] and 13 characters of Crockford's Base32, the first at most 7
            /orders/cus_0AKYZJ94WBW0M         | text [cus_0AKYZJ94WBW0M] is no id of OrderId: each id begins with [ord_]; give [ord_] and 13 characters of Crockford's Base32, the first at most 7
            /orders/ord_0AKYZJ94WBW0          | text [ord_0AKYZJ94WBW0] is no id of OrderId; give [ord_] and 13 characters of Crockford's Base32, the first at most 7
            /orders?customer=cus_1            | text [cus_1] is no id of CustomerId; give [cus_] and a GUID: 32 hexadecimal digits, with the four hyphens or without
            /orders?customer=cus_00000000000000000000000000000001&sku=x | text [x] is no id of SkuId; give 1 to 19 digits
            """)
    void badTextIsABadRequestThatSaysWhatWasExpected(String path, String message) throws Exception {
        assertThat(get(path, 400).path("detail").asText()).isEqualTo(message);
    }

    @Test
    void badTextInABodyIsABadRequestThatSaysWhatWasExpected() throws Exception {
        for (String body : List.of("{\"customer\":\"cus_1\"}", "{\"customer\":\"ord_0AKYZJ94WBW0M\"}")) {
            assertThat(send("/orders", body, 400).path("detail").asText())
                    .contains("is no id of CustomerId")
                    .endsWith("; give [cus_] and a GUID: 32 hexadecimal digits, with the four hyphens or without");
        }
        assertThat(send("/counts", "{\"5\":3}", 400).path("detail").asText())
                .startsWith("text [5] is no id of OrderId: each id begins with [ord_]");
        send("/orders", "{\"customer\":{\"value\":5}}", 400);
    }

    /** What docs/typed-ids.md says of records in text. */
    @Test
    void redirectsLeadToWhereAnIdIsRead() throws Exception {
        assertThat(location("/slips/slip_0AKYZJ94WBW0M/joined")).endsWith("/slips/slip_0AKYZJ94WBW0M");
        assertThat(location("/orders/ord_0AKYZJ94WBW0M/converted")).endsWith("/orders/ord_0AKYZJ94WBW0M");
        assertThat(location("/orders/ord_0AKYZJ94WBW0M/joined"))
                .as("a record without a toString() of its own")
                .contains("OrderId");
    }

    private String location(String path) throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(uri(path))
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(302);
        return response.headers().firstValue("Location").orElseThrow();
    }

    private JsonNode post(String path, String body) throws Exception {
        return send(path, body, 200);
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
