package io.github.hibernateidgen.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.ClockMovedBackException;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.SessionFactory;
import org.hibernate.Version;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks the settings, the table and the figures of the README and of the pages that it leads to. */
class ReadmeDocTest {

    private static final Path ROOT = Path.of("..");
    private static final String SUPPORT = "docs/support.md";
    private static final int ROWS = 10;

    @Entity(name = "Basket")
    static class Basket {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Item")
    static class Item {
        @Id
        @SnowflakeId
        Long id;

        @ManyToOne
        Basket basket;
    }

    private static String readme() throws IOException {
        return Files.readString(ROOT.resolve("README.md"));
    }

    /** The only block of this language. */
    private static String block(String page, String language) throws IOException {
        List<String> blocks = Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$")
                .matcher(Files.readString(ROOT.resolve(page)))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(blocks).as(language).hasSize(1);
        return blocks.get(0);
    }

    /** Counts what prepared statements of it are executed, a batch once. */
    private static <T> T counting(Class<T> type, Object jdbc, AtomicInteger executions) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, values) -> {
                    if (jdbc instanceof PreparedStatement && method.getName().startsWith("execute")) {
                        executions.incrementAndGet();
                    }
                    Object result = method.invoke(jdbc, values);
                    Class<?> returned = method.getReturnType();
                    return returned == Connection.class || returned == PreparedStatement.class
                            ? counting(returned, result, executions)
                            : result;
                }));
    }

    /** How often the database is called for baskets and items that are persisted in turn. */
    private static int calls(Properties settings) {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        AtomicInteger executions = new AtomicInteger();
        Hibernate hibernate = Hibernate.onH2(Basket.class, Item.class)
                .without(AvailableSettings.STATEMENT_BATCH_SIZE)
                .without(AvailableSettings.JAKARTA_JDBC_URL)
                .with("hibernate.connection.datasource", counting(DataSource.class, h2, executions));
        settings.stringPropertyNames().forEach(name -> hibernate.with(name, settings.getProperty(name)));
        try (SessionFactory factory = hibernate.start()) {
            executions.set(0);
            factory.inTransaction(session -> {
                for (int row = 0; row < ROWS; row++) {
                    Basket basket = new Basket();
                    Item item = new Item();
                    item.basket = basket;
                    session.persist(basket);
                    session.persist(item);
                }
            });
            return executions.get();
        }
    }

    @Test
    void settingsOfTheReadmeTurnBatchesOn() throws IOException {
        Properties settings = new Properties();
        settings.load(new StringReader(block("README.md", "properties")));
        assertThat(calls(settings)).as("with them").isEqualTo(2);
        // Hibernate 8 needs no setting for it.
        int without = Version.getVersionString().startsWith("8.") ? 2 : 2 * ROWS;
        assertThat(calls(new Properties())).as("without them").isEqualTo(without);
    }

    @Test
    void tableIsThatOfTheScript() throws IOException {
        assertThat(block("docs/deploy.md", "sql").strip())
                .isEqualTo(JdbcDatabase.POSTGRESQL.ddl().strip());
    }

    /** The page of supported versions names the versions on which the build runs the tests, and no others. */
    @Test
    void versionsAreThoseOfTheBuild() throws IOException {
        String build = Files.readString(ROOT.resolve("pom.xml"));
        String module = Files.readString(Path.of("pom.xml"));
        String compiled = released(version("hibernate", build));
        List<String> hibernate = texts("<hibernate.runtime.version>([0-9][^<]+)<", module).stream()
                .map(ReadmeDocTest::released)
                .toList();
        assertThat(hibernate).hasSizeGreaterThan(4).contains(compiled);
        String boot = Files.readString(ROOT.resolve("spring-boot-autoconfigure/pom.xml"));
        List<String> boots =
                texts("<spring-boot.version>([^<]+)<", boot).stream().distinct().toList();
        assertThat(boots).hasSizeGreaterThan(2);
        String servers = Files.readString(ROOT.resolve("docs/contributing/test-databases.md"));
        List<String> databases = List.of(
                "PostgreSQL " + released(version("postgresql-server", build)),
                "MariaDB " + version("mariadb-server", "testing"),
                "MySQL "
                        + texts("\\| `MYSQL` \\| [^|]* \\| ([0-9.]+) for", servers)
                                .get(0),
                "H2 " + version("h2", build),
                "HSQLDB " + version("hsqldb", build),
                "SQLite " + released(version("sqlite", "testing")));
        assertThat(tested(SUPPORT, "Hibernate ORM")).containsExactlyElementsOf(hibernate);
        assertThat(tested(SUPPORT, "Spring Boot")).containsExactlyElementsOf(boots);
        assertThat(tested(SUPPORT, "databases")).containsExactlyElementsOf(databases);
    }

    @Test
    void versionsOfFrameworksAreThoseOfTheBuild() throws IOException {
        assertThat(tested(SUPPORT, "Quarkus"))
                .contains(
                        version("quarkus", "quarkus") + " with Hibernate " + released(version("hibernate", "quarkus")));
        assertThat(tested(SUPPORT, "Micronaut"))
                .containsExactly(version("micronaut", "examples/micronaut") + " with Hibernate "
                        + released(version("hibernate", "examples/micronaut")));
        assertThat(tested(SUPPORT, "Jakarta EE, Jakarta Data"))
                .containsExactly("TomEE " + version("tomee", "examples/jakarta") + " with Hibernate "
                        + released(version("hibernate", "examples/jakarta")) + "; Hibernate "
                        + released(version("hibernate", "examples/jakarta-data")));
        assertThat(tested(SUPPORT, "Hibernate Reactive"))
                .containsExactly(released(version("hibernate-reactive", "examples/reactive")) + " with Hibernate "
                        + released(version("hibernate", "examples/reactive")) + " on PostgreSQL");
        assertThat(tested(SUPPORT, "Kotlin")).containsExactly(version("kotlin", "examples/kotlin"));
    }

    /** The second cell of the row that begins with this subject, at its commas. */
    private static List<String> tested(String page, String subject) throws IOException {
        String text = Files.readString(ROOT.resolve(page));
        String cell = texts("(?m)^\\| " + Pattern.quote(subject) + " \\| ([^|]+) \\|", text)
                .get(0);
        return List.of(cell.split(", "));
    }

    private static String released(String version) {
        return version.replace(".Final", "").replaceFirst("^([0-9]+\\.[0-9]+(?:\\.[0-9]+)?)\\.0$", "$1");
    }

    /** The version in a POM, which is its text or its folder. */
    private static String version(String library, String pom) throws IOException {
        String build =
                pom.contains("<") ? pom : Files.readString(ROOT.resolve(pom).resolve("pom.xml"));
        return texts("<" + library + "\\.version>([^<]+)<", build).get(0);
    }

    private static SessionFactory onClock(String url, FakeClock clock, Map<String, Object> settings) {
        Hibernate hibernate = Hibernate.onH2(Basket.class)
                .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                .with(AvailableSettings.HBM2DDL_AUTO, "update")
                .with(IdgenSettings.CLOCK, clock)
                .without(IdgenSettings.WORKER_ID);
        settings.forEach(hibernate::with);
        return hibernate.start();
    }

    private static long persist(SessionFactory factory) {
        Basket basket = new Basket();
        factory.inTransaction(session -> session.persist(basket));
        return basket.id;
    }

    private static long workerOf(long id) {
        return SnowflakeLayout.STANDARD.split(id).worker();
    }

    /** Choosing states this. Nothing moves the clock, so a call that waited for it would never return. */
    @Test
    @Timeout(60)
    void largeStepBackIsRefusedAtOnceAndARestartTakesAnotherNumber() throws IOException {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        FakeClock clock = new FakeClock(Instant.now());
        Duration step = SnowflakeLimits.DEFAULT.maxWait().plusMillis(1);
        long before;
        try (SessionFactory factory = onClock(url, clock, Map.of())) {
            before = persist(factory);
            clock.advance(step.negated());
            assertThatThrownBy(() -> persist(factory)).hasRootCauseInstanceOf(ClockMovedBackException.class);
            assertThat(Idgen.of(factory)
                            .snowflakeGenerators()
                            .get(0)
                            .statistics()
                            .waits())
                    .isZero();
        }
        try (SessionFactory factory = onClock(url, clock, Map.of())) {
            assertThat(workerOf(persist(factory))).isNotEqualTo(workerOf(before));
            assertThat(Idgen.of(factory)
                            .snowflakeGenerators()
                            .get(0)
                            .statistics()
                            .waits())
                    .isZero();
        }
        assertThat(clockInChoosing())
                .containsSubsequence(
                        "`hibernate.idgen.snowflake.max-wait`", "larger", "`IdentifierGenerationException`")
                .contains("another worker number");
    }

    /** So no page may say of all ids that none is made twice. */
    @Test
    void fixedNumberRepeatsAnIdAfterAStepBackAcrossARestart() throws IOException {
        FakeClock clock = new FakeClock(Instant.now());
        String fields = "time:41, worker:10, sequence:4"; // Each tick starts at 0.
        Map<String, Object> fixed = Map.of(
                IdgenSettings.WORKER_ID,
                3,
                IdgenSettings.SNOWFLAKE_LAYOUT,
                "small",
                IdgenSettings.SNOWFLAKE_LAYOUTS + "small.fields",
                fields);
        long first;
        try (SessionFactory factory = onClock("jdbc:h2:mem:" + UUID.randomUUID(), clock, fixed)) {
            clock.advanceMillis(10);
            first = persist(factory);
        }
        clock.advanceMillis(-10);
        try (SessionFactory factory = onClock("jdbc:h2:mem:" + UUID.randomUUID(), clock, fixed)) {
            clock.advanceMillis(10);
            assertThat(persist(factory)).isEqualTo(first);
        }
        assertThat(clockInChoosing()).containsSubsequence("reserved worker number", "no Snowflake id is made twice");
    }

    private static String clockInChoosing() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/choosing.md"));
        page = page.substring(page.indexOf("## What happens when the clock steps back?"));
        return page.substring(page.indexOf('\n'), page.indexOf("\n## "))
                .replaceAll("\\s+", " ")
                .strip();
    }

    /** The picture, its text and the page have the medians of the largest table, of MariaDB and of PostgreSQL. */
    @Test
    void pictureHasTheFiguresOfTheBenchmarks() throws IOException {
        String page = Files.readString(ROOT.resolve("benchmarks/database.md"));
        String growth = page.substring(page.indexOf("<!-- database: growth -->"));
        growth = growth.substring(0, growth.indexOf("<!-- end -->"));
        List<String> postgresThenMariaDb = Pattern.compile(
                        "(?m)^\\| (?!id).*\\| ([0-9.]+) \\([^|]*\\|[^|]*\\|[^|]*\\|$")
                .matcher(growth)
                .results()
                .map(median -> median.group(1))
                .toList();
        assertThat(postgresThenMariaDb).hasSize(8);
        List<String> figures = List.of(postgresThenMariaDb.subList(4, 8), postgresThenMariaDb.subList(0, 4)).stream()
                .flatMap(List::stream)
                .toList();
        assertThat(texts("class=\"n\">([0-9.]+)<", Files.readString(ROOT.resolve("docs/images/growth.svg"))))
                .isEqualTo(figures);
        String readme = readme();
        String alternative = readme.substring(readme.lastIndexOf("!["), readme.indexOf("](docs/images/growth.svg)"));
        assertThat(texts("([0-9]+,[0-9]00)\\b", alternative))
                .isEqualTo(figures.stream().map(ReadmeDocTest::rows).toList());
    }

    /** The picture's lower part and its text have the fill of MariaDB's leaves with three processes of four threads. */
    @Test
    void pictureHasTheFillOfThreads() throws IOException {
        String page = Files.readString(ROOT.resolve("benchmarks/database.md"));
        String threads = page.substring(page.indexOf("<!-- database: threads -->"));
        List<String> lines =
                threads.substring(threads.indexOf("**MariaDB**")).lines().toList();
        List<String> head = cells(line(lines, "| processes x threads |"));
        List<String> row = cells(line(lines, "| 3 x 4 | 10 | 0 to 10 |"));
        List<String> figures = Stream.of(
                        "`@SnowflakeId, innodb`",
                        "IDENTITY",
                        "random UUID",
                        "SEQUENCE(1000)",
                        "VERSION_7",
                        "`@SnowflakeId`")
                .map(kind -> row.get(head.indexOf(kind)))
                .toList();
        assertThat(texts("class=\"p\">([0-9]+) %<", Files.readString(ROOT.resolve("docs/images/growth.svg"))))
                .isEqualTo(figures);
        String readme = readme();
        String alternative = readme.substring(readme.lastIndexOf("!["), readme.indexOf("](docs/images/growth.svg)"));
        assertThat(texts("([0-9]+) %", alternative)).isEqualTo(figures);
    }

    private static String line(List<String> lines, String start) {
        return lines.stream().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
    }

    private static List<String> cells(String line) {
        return List.of(line.split(" *\\| *"));
    }

    /** {@code 43.9} thousand as it stands in a sentence. */
    private static String rows(String thousands) {
        return thousands.replace('.', ',') + "00";
    }

    private static List<String> texts(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
