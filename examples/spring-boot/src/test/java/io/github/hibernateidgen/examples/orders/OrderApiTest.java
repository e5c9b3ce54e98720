package io.github.hibernateidgen.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.jdbc.JdbcTestUtils;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:orders")
@AutoConfigureMockMvc
class OrderApiTest {

    private static final String TWO_LINES = """
            {"customer": "Ada", "lines": [{"product": "tea", "quantity": 2}, {"product": "milk", "quantity": 1}]}
            """;

    @Autowired
    private MockMvcTester mvc;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private JsonMapper json;

    @BeforeEach
    void removeAll() {
        JdbcTestUtils.deleteFromTables(jdbc, "payment", "parcel", "bonus", "order_line", "purchase_order");
    }

    @Test
    void placedOrderIsFoundAtItsAddress() {
        MvcTestResult placed = post(TWO_LINES);
        assertThat(placed).hasStatus(HttpStatus.CREATED);
        JsonNode order = body(placed);
        assertThat(order.path("id").isString()).as("text, for JavaScript").isTrue();
        assertThat(order.path("lines").findValuesAsString("product")).containsExactly("tea", "milk");

        assertThat(placed).headers().hasValue("Location", "/api/orders/" + id(order));
        assertThat(get("/api/orders/{id}", id(order))).isEqualTo(order);
        Instant madeAt = SnowflakeLayout.STANDARD.instant(Long.parseLong(id(order)));
        assertThat(order.path("madeAt").asString()).isEqualTo(madeAt.toString());
    }

    @Test
    void pagesFollowOneAnotherFromTheNewestToTheOldest() {
        List<String> placed = place(5);

        List<String> read = new ArrayList<>();
        JsonNode page = get("/api/orders?limit=2");
        assertThat(page.path("nextAfter").isString()).as("text, for JavaScript").isTrue();
        for (int pages = 1; pages < 3; pages++) {
            assertThat(page.path("orders")).hasSize(2);
            read.addAll(ids(page));
            page = get(
                    "/api/orders?limit=2&after={after}", page.path("nextAfter").asString());
        }
        read.addAll(ids(page));
        assertThat(page.path("nextAfter").isNull()).isTrue();
        assertThat(read)
                .isEqualTo(placed.stream().sorted((a, b) -> b.compareTo(a)).toList());
    }

    @Test
    void orderThatIsPlacedWhileSomebodyReadsMovesNoPage() {
        List<String> placed = place(4);
        JsonNode page = get("/api/orders?limit=2");
        place(3);
        assertThat(ids(get(
                        "/api/orders?limit=2&after={after}",
                        page.path("nextAfter").asString())))
                .containsExactly(placed.get(1), placed.get(0));
    }

    @Test
    void pagesOfASpanOfTimeEndWithIt() {
        List<String> placed = place(4);
        Instant from = SnowflakeLayout.STANDARD.instant(Long.parseLong(placed.get(0)));
        assertThat(ids(get("/api/orders?limit=3&from={from}&after={after}", from, placed.get(2))))
                .containsExactly(placed.get(1), placed.get(0));
        assertThat(ids(get("/api/orders?to={to}&after={after}", from, placed.get(2))))
                .isEmpty();
    }

    @Test
    void pageThatTheOrdersJustFillIsTheLast() {
        place(2);
        assertThat(get("/api/orders?limit=2").path("nextAfter").isNull()).isTrue();
    }

    @Test
    void spanOfTimeIsReadByTheIdsAlone() {
        String id = place(1).get(0);
        Instant madeAt = SnowflakeLayout.STANDARD.instant(Long.parseLong(id));

        assertThat(ids(get("/api/orders?from={from}&to={to}", madeAt, madeAt.plusMillis(1))))
                .containsExactly(id);
        assertThat(ids(get("/api/orders?to={to}", madeAt))).isEmpty();
        assertThat(ids(get("/api/orders?from={from}", madeAt.plusMillis(1)))).isEmpty();
    }

    @Test
    void badParameterIsAProblemThatNamesItsValueAndRule() {
        assertProblem(mvc.get().uri("/api/orders?limit=0").exchange(), "limit", "0", "give a number from 1 to 100");
        assertProblem(
                mvc.get().uri("/api/orders/x1").exchange(),
                "id",
                "x1",
                "give an id: 1 to 19 digits, at most 9223372036854775807");
    }

    @Test
    void badFieldIsAProblemThatNamesItsValueAndRule() {
        assertProblem(
                post("{\"customer\": \"Ada\", \"lines\": [{\"product\": \"tea\", \"quantity\": 1001}]}"),
                "lines[0].quantity",
                "1001",
                "give a number from 1 to 1000");
        assertProblem(post("{\"customer\": \"Ada\", \"lines\": []}"), "lines", "[]", "give 1 to 50 lines");
    }

    @Test
    void unreadableBodyIsAProblemThatShowsAReadableOne() {
        MvcTestResult answer = post("{");
        assertThat(answer).hasStatus(HttpStatus.BAD_REQUEST);
        assertThat(body(answer).path("detail").asString()).startsWith("the body is not readable; give JSON such as {");
    }

    @Test
    void orderThatIsNotThereIsNotFound() {
        MvcTestResult answer = mvc.get().uri("/api/orders/12").exchange();
        assertThat(answer).hasStatus(HttpStatus.NOT_FOUND);
        assertThat(body(answer).path("detail").asString()).startsWith("there is no order [12]");
    }

    private void assertProblem(MvcTestResult answer, String parameter, String value, String rule) {
        assertThat(answer).hasStatus(HttpStatus.BAD_REQUEST).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
        JsonNode problem = body(answer);
        assertThat(problem.path("parameter").asString()).isEqualTo(parameter);
        assertThat(problem.path("value").asString()).isEqualTo(value);
        assertThat(problem.path("rule").asString()).isEqualTo(rule);
        assertThat(problem.path("detail").asString())
                .isEqualTo("parameter %s [%s]: %s".formatted(parameter, value, rule));
    }

    private List<String> place(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> id(body(post(TWO_LINES))))
                .toList();
    }

    private MvcTestResult post(String content) {
        return mvc.post()
                .uri("/api/orders")
                .contentType(MediaType.APPLICATION_JSON)
                .content(content)
                .exchange();
    }

    private JsonNode get(String uri, Object... variables) {
        MvcTestResult answer = mvc.get().uri(uri, variables).exchange();
        assertThat(answer).hasStatusOk();
        return body(answer);
    }

    private JsonNode body(MvcTestResult answer) {
        return json.readTree(answer.getResponse().getContentAsByteArray());
    }

    private static String id(JsonNode order) {
        return order.path("id").asString();
    }

    private static List<String> ids(JsonNode page) {
        return page.path("orders").valueStream().map(OrderApiTest::id).toList();
    }
}
