package io.github.hibernateidgen.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.hibernateidgen.examples.orders.landings.Trial;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.Select;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The page in a real browser. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "spring.datasource.url=jdbc:h2:mem:page")
@EnabledIfSystemProperty(
        named = "idgen.test.long",
        matches = "true",
        disabledReason = "takes long; -Plong-tests runs it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageIT {

    private static final List<String> CUSTOMERS =
            List.of("Ada", "Benny", "Cleo", "Daniel", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo");
    private static final List<String> PRODUCTS = List.of("green tea", "rye bread", "apples", "honey", "oat biscuits");
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @LocalServerPort
    private int port;

    @Autowired
    private OrderService orders;

    @Autowired
    private Trial trial;

    private Chromium chromium;
    private ChromeDriver driver;
    private String address;

    @BeforeAll
    void start() throws IOException {
        chromium = Chromium.start();
        driver = chromium.driver();
        address = "http://127.0.0.1:" + port;
        for (String customer : CUSTOMERS) {
            place(customer);
        }
    }

    @AfterAll
    void stop() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void open() {
        chromium.resize(1280, 900);
        driver.get(address);
    }

    @AfterEach
    void nothingIsAmiss() {
        assertThat(chromium.requestedHosts()).isEqualTo(Set.of(address));
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void anOrderIsPlacedWithTheKeyboardAlone() {
        placeByKeyboard("Kim");

        String id = text("id-before");
        assertThat(text("id-after")).isEqualTo(id);
        assertThat(all(".moments li:nth-child(1) .sent")).containsExactly("0 calls of the database");
        assertThat(all(".moments li:nth-child(2) .sent")).containsExactly("5 calls: a batch of inserts for each table");
        assertThat(all(".moments > li:nth-child(1) .guids li"))
                .hasSize(2)
                .isEqualTo(all(".moments > li:nth-child(2) .guids li"));
        assertThat(all(".latest .id").get(0)).isEqualTo(id);
        assertThat(orders.find(Long.parseLong(id)).orElseThrow().customer()).isEqualTo("Kim");
    }

    @Test
    void whatHasTheFocusIsOutlined() {
        WebElement customer = chromium.tabTo("customer");
        assertThat(customer.getCssValue("outline-style")).isEqualTo("solid");
        assertThat(customer.getCssValue("outline-width")).isEqualTo("3px");
    }

    @Test
    void javaScriptKeepsAllDigitsOfAnId() {
        String id = placeUntilANumberWouldBeWrong();

        await(By.id("id-javascript"));
        assertThat(text("id-javascript")).isEqualTo(id);
        assertThat(parsedByFetch(id)).isEqualTo(id);
        assertThat(text("id-as-number")).isEqualTo(asNumber(id)).isNotEqualTo(id);
    }

    @Test
    void idsOfTheOtherKindsAreDrawnToScaleAndInspected() {
        placeByKeyboard("Kim");

        String typed = text("typed-id");
        assertThat(typed).matches("pay_[0-9A-Z]{13}");
        assertThat(all(".moments > li:nth-child(1) > .guids").get(1))
                .isEqualTo(String.join(" · ", typed, text("segment-id"), text("shard-id")));
        assertToScale(".kinds > li:nth-child(1) .cell", 1, 41, 10, 12);
        assertToScale(".kinds > li:nth-child(3) .cell", 1, 3, 41, 10, 9);
        List<String> fields = all(".kinds > li:nth-child(3) dd");

        driver.findElement(By.id("typed-id")).click();
        assertThat(driver.findElement(By.id("id")).getDomProperty("value")).isEqualTo(typed);
        assertThat(all(".kind")).containsExactly("Snowflake id, layout standard");

        driver.findElement(By.id("shard-id")).click();
        assertThat(all(".kind")).containsExactly("Snowflake id, layout by-customer");
        assertThat(all(".inspector td:nth-child(3)").get(0)).isEqualTo(fields.get(0));
    }

    @Test
    void aThousandOrdersArePlacedWithTheKeyboardAlone() {
        assertThat(chromium.tabTo("place-thousand").getCssValue("outline-style"))
                .isEqualTo("solid");
        chromium.press(Keys.ENTER);

        new WebDriverWait(driver, TIMEOUT).until(ExpectedConditions.urlContains("#landings"));
        assertThat(driver.switchTo().activeElement().getDomAttribute("id"))
                .as("what is read out next")
                .isEqualTo("landings");
        assertThat(all(".landings tbody th"))
                .containsExactly(
                        "IDENTITY", "@SegmentId", "@SnowflakeId", "@SnowflakeId, sharded", "@CombGuid", "Random UUID");
        assertThat(all(".landings td:nth-child(3)")).containsExactly("1000", "20", "20", "20", "20", "20");
        // All at the top, and from the top to the bottom.
        assertThat(heightOfDots(3)).isZero();
        assertThat(heightOfDots(6)).isGreaterThan(550);
        chromium.tabTo("place-thousand");
    }

    @Test
    void pagesFollowOneAnother() {
        List<String> newest = all(".latest .id");
        assertThat(newest).hasSize(6);

        driver.findElement(By.linkText("Older")).click();
        List<String> older = all(".latest .id");
        assertThat(older).isNotEmpty().doesNotContainAnyElementsOf(newest);
        assertThat(Long.parseLong(older.get(0))).isLessThan(Long.parseLong(newest.get(5)));

        driver.findElement(By.linkText("Newest")).click();
        assertThat(all(".latest .id")).isEqualTo(newest);
    }

    @Test
    void anOrderOfThePageIsInspected() {
        WebElement link = driver.findElements(By.cssSelector(".latest .id")).get(1);
        String id = link.getText();
        link.click();

        assertThat(driver.findElement(By.id("id")).getDomProperty("value")).isEqualTo(id);
        assertThat(all(".kind")).containsExactly("Snowflake id, layout standard");
        assertThat(all(".inspector .ruler .label")).containsExactly("", "time", "worker", "sequence");
        assertThat(bits(".inspector .cell")).isEqualTo(padded(Long.toBinaryString(Long.parseLong(id)), 64));
        assertToScale(".inspector .cell", 1, 41, 10, 12);
    }

    @Test
    void textFormsAreInspected() {
        long id = 382_495_416_127_590_400L;
        inspect(SnowflakeText.CROCKFORD_BASE32.format(id), "");
        assertThat(all(".inspector dd")).contains(Long.toString(id));
        assertThat(all(".made time")).containsExactly("2026-11-21 11:40:13.626 UTC");
    }

    @Test
    void anotherLayoutIsDrawnToItsOwnScale() {
        inspect("1541815603606036480", "twitter");
        assertThat(all(".made time")).containsExactly("2022-06-28 16:07:40.105 UTC");
        assertToScale(".inspector .cell", 1, 41, 5, 5, 12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"BYTES", "SQL_SERVER", "MARIADB"})
    void theBytesOfAGuidAreDrawnAsTheirColumnComparesThem(String order) {
        UUID guid = new GuidGenerator(GuidOrder.valueOf(order)).nextGuid();
        inspect(guid.toString().replace("-", ""), "");

        assertThat(all(".kind").get(0)).startsWith("COMB GUID").endsWith("in order " + order);
        List<String> labels = all(".inspector figure:nth-of-type(1) .label");
        assertThat(labels).hasSize(16).startsWith(order.equals("BYTES") ? "T0" : "T10");
        assertToScale(
                ".inspector figure:nth-of-type(1) .cell",
                IntStream.generate(() -> 8).limit(16).toArray());
        String millis = bits(".inspector figure:nth-of-type(1) .cell").substring(0, 48);
        assertThat(Long.parseLong(millis, 2))
                .isEqualTo(GuidOrder.valueOf(order).instant(guid).toEpochMilli());
    }

    @Test
    void aTextThatIsNoIdIsExplained() {
        inspect("no-id", "");
        assertThat(text("id-error")).startsWith("id [no-id] is neither a Snowflake id nor a GUID; give 1 to 19 digits");
        assertThat(driver.findElements(By.tagName("article"))).isEmpty();
    }

    @Test
    void anOrderWithoutAnythingIsExplainedAndKeepsWhatWasTyped() {
        chromium.tabTo("customer");
        chromium.press(
                " ", Keys.TAB, Keys.BACK_SPACE, Keys.TAB, Keys.BACK_SPACE, "0", Keys.TAB, Keys.BACK_SPACE, Keys.ENTER);

        await(By.cssSelector(".place .error"));
        assertThat(all(".place .error"))
                .containsExactly(
                        "Give a name of 1 to 80 characters.",
                        "Give at least one product.",
                        "Line 1: Give a quantity from 1 to 1000.");
        assertThat(driver.findElement(By.name("lines[0].quantity")).getDomProperty("value"))
                .isEqualTo("0");
        // Chromium's own note on the status 400 of the answer.
        assertThat(chromium.complaints()).allMatch(complaint -> complaint.contains("status of 400"));
    }

    @ParameterizedTest
    @ValueSource(ints = {320, 390, 1280})
    void noWidthNeedsHorizontalScrolling(int width) {
        chromium.resize(width, 844);
        trial.run();
        place("A customer with a name as long as a column of 80 characters holds: Wolfeschlegel");
        placeByKeyboard("Kim");
        assertFits(width);
        for (String query : List.of(
                "id=382495416127590400&as=business-line",
                "id=" + new GuidGenerator(GuidOrder.SQL_SERVER).nextGuid(),
                "id=" + "x".repeat(100),
                "after=" + "x".repeat(100))) {
            driver.get(address + "/?" + query);
            assertFits(width);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 390})
    void screens(int width) throws IOException {
        CUSTOMERS.subList(0, 5).forEach(this::place);
        trial.run();
        placeByKeyboard("Kim");
        await(By.id("id-javascript"));
        chromium.resize(width, 844);
        for (String colors : List.of("dark", "light")) {
            chromium.colors(colors);
            String screen = width + (colors.equals("dark") ? "-dark" : "");
            chromium.screenshot("example-page-" + screen);
            chromium.screenshot("example-top-" + screen, "header, .landings .charts");
            chromium.screenshot("example-short-" + screen, "#in-javascript, .landings .charts");
        }
        inspect("3768c56f-cb97-8fd4-9d62-01a1fd8c6900", "");
        chromium.screenshot("example-guid-" + width, ".inspector");
    }

    private void place(String customer) {
        List<NewOrder.Line> lines = PRODUCTS.subList(customer.length() % 3, 2 + customer.length() % 3).stream()
                .map(product -> new NewOrder.Line(product, 1 + product.length() % 4))
                .toList();
        orders.place(new NewOrder(customer, lines));
    }

    private void placeByKeyboard(String customer) {
        driver.get(address);
        chromium.tabTo("customer");
        chromium.press(customer, Keys.TAB);
        chromium.press("coffee", Keys.TAB, Keys.BACK_SPACE, "3", Keys.TAB, "oat biscuits", Keys.TAB, Keys.ENTER);
        await(By.id("id-before"));
    }

    private String placeUntilANumberWouldBeWrong() {
        for (int i = 0; i < 20; i++) {
            placeByKeyboard("Lou");
            String id = text("id-before");
            if (!asNumber(id).equals(id)) {
                return id;
            }
        }
        throw new AssertionError("20 ids in a row that JavaScript reads and writes as they are");
    }

    /** What this browser makes of an id that JSON carries as a number. */
    private String asNumber(String id) {
        return (String) driver.executeScript("return String(JSON.parse(`{\"id\": ${arguments[0]}}`).id)", id);
    }

    private String parsedByFetch(String id) {
        return (String) driver.executeAsyncScript("""
                const done = arguments[arguments.length - 1];
                fetch("/api/orders/" + arguments[0])
                    .then(response => response.text())
                    .then(text => done(String(JSON.parse(text).id)));
                """, id);
    }

    private void inspect(String id, String reading) {
        driver.get(address);
        WebElement field = driver.findElement(By.id("id"));
        field.clear();
        new Select(driver.findElement(By.id("as"))).selectByValue(reading);
        field.sendKeys(id, Keys.ENTER);
        new WebDriverWait(driver, TIMEOUT).until(ExpectedConditions.urlContains("id=" + id));
    }

    private void await(By element) {
        new WebDriverWait(driver, TIMEOUT).until(ExpectedConditions.visibilityOfElementLocated(element));
    }

    private String text(String id) {
        return driver.findElement(By.id(id)).getText();
    }

    private List<String> all(String css) {
        return driver.findElements(By.cssSelector(css)).stream()
                .map(WebElement::getText)
                .toList();
    }

    @SuppressWarnings("unchecked")
    private List<Number> widths(String css) {
        return (List<Number>) driver.executeScript(
                "return [...document.querySelectorAll(arguments[0])].map(e => e.getBoundingClientRect().width)", css);
    }

    private String bits(String cells) {
        return (String) driver.executeScript(
                "return [...document.querySelectorAll(arguments[0] + ' .bits i')]"
                        + ".map(e => e.classList.contains('on') ? 1 : 0).join('')",
                cells);
    }

    /** In units of the chart. */
    private double heightOfDots(int chart) {
        return ((Number) driver.executeScript(
                        "return document.querySelectorAll('.dots')[arguments[0] - 1].getBBox().height", chart))
                .doubleValue();
    }

    private void assertToScale(String cells, int... bits) {
        List<Number> widths = widths(cells);
        assertThat(widths).hasSize(bits.length);
        double bit = widths.stream().mapToDouble(Number::doubleValue).sum()
                / IntStream.of(bits).sum();
        for (int i = 0; i < bits.length; i++) {
            assertThat(widths.get(i).doubleValue()).as("cell " + i).isCloseTo(bit * bits[i], within(0.5));
        }
    }

    private static String padded(String bits, int width) {
        return "0".repeat(width - bits.length()) + bits;
    }

    private void assertFits(int width) {
        assertThat((Long) driver.executeScript("return document.documentElement.scrollWidth"))
                .isEqualTo((long) width);
        assertThat(textsThatAreCut()).isEmpty();
    }

    /** Texts of rulers that are shown in part. */
    private List<?> textsThatAreCut() {
        return (List<?>) driver.executeScript("""
                return [...document.querySelectorAll(".ruler .value, .ruler .label")].filter(element => {
                    const range = document.createRange();
                    range.selectNodeContents(element);
                    const text = range.getBoundingClientRect();
                    const box = element.getBoundingClientRect();
                    return text.top < box.bottom && text.width > box.width;
                }).map(element => element.textContent);
                """);
    }
}
