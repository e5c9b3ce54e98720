package io.github.hibernateidgen.examples.orders;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A headless Chromium that is installed on this machine, driven by the chromedriver beside it. Nothing is downloaded: a
 * test without one is skipped, or fails where the environment variable {@code IDGEN_IT_BROWSER} says "required".
 */
final class Chromium implements AutoCloseable {

    private static final Path TARGET = Path.of("target").toAbsolutePath();

    private final ChromeDriver driver;

    private Chromium(ChromeDriver driver) {
        this.driver = driver;
    }

    static Chromium start() throws IOException {
        File browser =
                installed("chromium", "chromium-browser", "google-chrome").orElse(null);
        File chromedriver = installed("chromedriver").orElse(null);
        if (browser == null || chromedriver == null) {
            String reason = "PageIT needs chromium and chromedriver on the PATH, on Debian the packages chromium and"
                    + " chromium-driver; found [" + browser + "] and [" + chromedriver + "]";
            if ("required".equals(System.getenv("IDGEN_IT_BROWSER"))) {
                Assertions.fail(reason);
            }
            System.err.println("Skipped: " + reason);
            Assumptions.abort(reason);
        }
        // With both paths given, Selenium looks for neither of them itself.
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver)
                .withLogFile(TARGET.resolve("chromedriver.log").toFile())
                .build();
        return new Chromium(new ChromeDriver(service, options(browser)));
    }

    private static ChromeOptions options(File browser) throws IOException {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser);
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless=new",
                "--no-sandbox", // for root, as in containers; it sees pages of this test only
                "--disable-gpu",
                "--hide-scrollbars",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + Files.createTempDirectory(TARGET, "chromium"));
        return options;
    }

    private static Optional<File> installed(String... names) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> Stream.of(names).map(name -> new File(folder, name)))
                .filter(File::canExecute)
                .findFirst();
    }

    ChromeDriver driver() {
        return driver;
    }

    /** Gives the page a size in CSS pixels, narrower than a window can be. */
    void resize(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    void colors(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Saves the whole page below target/screens. */
    void screenshot(String name) throws IOException {
        save(name, Map.of("format", "png", "captureBeyondViewport", true));
    }

    /** Saves the page from the first to the last of some elements below target/screens. */
    void screenshot(String name, String elements) throws IOException {
        Object clip = driver.executeScript("""
                const boxes = [...document.querySelectorAll(arguments[0])].map(e => e.getBoundingClientRect());
                const top = Math.max(0, Math.min(...boxes.map(box => box.top)) + scrollY - 8);
                const bottom = Math.max(...boxes.map(box => box.bottom)) + scrollY + 8;
                return { x: 0, y: top, width: innerWidth, height: bottom - top, scale: 1 };
                """, elements);
        save(name, Map.of("format", "png", "captureBeyondViewport", true, "clip", clip));
    }

    private void save(String name, Map<String, Object> options) throws IOException {
        Map<String, Object> answer = driver.executeCdpCommand("Page.captureScreenshot", options);
        Path file = Files.createDirectories(TARGET.resolve("screens")).resolve(name + ".png");
        Files.write(file, Base64.getDecoder().decode((String) answer.get("data")));
    }

    void press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Presses Tab until an element has the focus. */
    WebElement tabTo(String id) {
        for (int i = 0; i < 100; i++) {
            press(Keys.TAB);
            WebElement focused = driver.switchTo().activeElement();
            if (id.equals(focused.getDomAttribute("id"))) {
                return focused;
            }
        }
        return Assertions.fail("the Tab key does not reach #" + id);
    }

    /** What the page wrote to the console since the last call, warnings and worse. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Where requests went since the last call, each as scheme://host:port. */
    Set<String> requestedHosts() {
        JsonMapper json = new JsonMapper();
        return StreamSupport.stream(
                        driver.manage().logs().get(LogType.PERFORMANCE).spliterator(), false)
                .map(entry -> json.readTree(entry.getMessage()).path("message"))
                .filter(message -> message.path("method").asString().equals("Network.requestWillBeSent"))
                .map(message -> message.path("params").path("request").path("url"))
                .map(JsonNode::asString)
                // Chromium's own start page has chrome: and data: addresses.
                .filter(url -> url.matches("(https?|wss?)://.*"))
                .map(url -> url.replaceFirst("^([a-z]+://[^/]*).*", "$1"))
                .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        driver.quit();
    }
}
