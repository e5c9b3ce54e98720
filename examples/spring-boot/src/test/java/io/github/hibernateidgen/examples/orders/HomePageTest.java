package io.github.hibernateidgen.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The page as the server renders it; {@code PageIT} has it in a browser. */
@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:orders")
@AutoConfigureMockMvc
class HomePageTest {

    @Autowired
    private MockMvcTester mvc;

    @Autowired
    private OrderService orders;

    @Test
    void placedOrderIsShownAfterARedirect() {
        MvcTestResult placed = mvc.post()
                .uri("/")
                .param("customer", "Ada <b>")
                .param("lines[0].product", "tea")
                .param("lines[0].quantity", "2")
                .param("lines[1].product", " ")
                .exchange();
        assertThat(placed).hasStatus(HttpStatus.FOUND).hasRedirectedUrl("/#receipt");

        Receipt receipt = (Receipt) placed.getMvcResult().getFlashMap().get("receipt");
        assertThat(receipt.afterFlush().lineIds())
                .as("the line without a product")
                .hasSize(1);
        MvcTestResult shown = mvc.get().uri("/").flashAttr("receipt", receipt).exchange();
        assertThat(shown).hasStatusOk().bodyText().contains("id=\"id-before\">" + receipt.orderId(), "Ada &lt;b&gt;");
    }

    @Test
    void idsOfTheOtherKindsAreShownWithTheirParts() {
        OtherIds ids = orders.place(new NewOrder("Ada", List.of(new NewOrder.Line("tea", 2))))
                .afterFlush()
                .otherIds();
        long shard = SnowflakeLayout.named("by-customer")
                .fields("shard:3, time:41, worker:10, sequence:9")
                .build()
                .shard(ids.bonus());
        assertThat(mvc.get().uri("/"))
                .hasStatusOk()
                .bodyText()
                .contains(
                        "href=\"/?id=" + ids.payment() + "#inspector\"",
                        "id=\"segment-id\">" + ids.parcel() + "<",
                        "id=\"sealed-id\">" + ids.parcelText() + "<",
                        "href=\"/?id=" + ids.bonus() + "&amp;as=by-customer#inspector\"",
                        "<dd>" + shard + " of 0 to 7</dd>");
        assertThat(mvc.get().uri("/?id={id}", ids.payment()))
                .bodyText()
                .contains("value=\"" + ids.payment() + "\"")
                .doesNotContain("id=\"id-error\"");
    }

    @Test
    void thousandOrdersAreDrawnAndCountedForEachKindOfId() {
        assertThat(mvc.post().uri("/landings")).hasStatus(HttpStatus.FOUND).hasRedirectedUrl("/#landings");
        assertThat(mvc.get().uri("/"))
                .hasStatusOk()
                .bodyText()
                .contains(
                        "aria-label=\"@SnowflakeId: 1000 of 1000 inserts went to the end of the index\"",
                        "<td>100.0 %</td>",
                        "<path class=\"dots\" d=\"M0 0h0M1 0h0M2 0h0")
                .containsPattern("aria-label=\"Random UUID: \\d{1,2} of 1000 inserts went to the end of the index\"");
    }

    @Test
    void badQuantityIsExplainedAndStays() {
        assertThat(mvc.post()
                        .uri("/")
                        .param("customer", "Ada")
                        .param("lines[0].product", "tea")
                        .param("lines[0].quantity", "many"))
                .hasStatus(HttpStatus.BAD_REQUEST)
                .bodyText()
                .contains("Line 1: Give a quantity from 1 to 1000.", "value=\"many\"", "value=\"tea\"");
    }

    @ParameterizedTest
    @CsvSource({"50, 302", "51, 400", "301, 400"})
    void formHasAtMostFiftyLines(int lines, int status) {
        assertThat(mvc.post().uri("/").param("customer", "Ada").param("lines[" + (lines - 1) + "].product", "tea"))
                .hasStatus(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"customer", "lines[0].product"})
    void controlCharactersAreRefused(String field) {
        assertThat(mvc.post()
                        .uri("/")
                        .param("customer", "Ada")
                        .param("lines[0].product", "tea")
                        .param(field, "zero \0"))
                .hasStatus(HttpStatus.BAD_REQUEST)
                .bodyText()
                .contains("without control characters");
    }

    @Test
    void badPlaceInTheListIsExplained() {
        assertThat(mvc.get().uri("/?after=x"))
                .hasStatusOk()
                .bodyText()
                .contains("parameter after [x]: give an id: 1 to 19 digits");
    }
}
