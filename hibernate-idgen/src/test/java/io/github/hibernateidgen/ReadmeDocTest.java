package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.SessionFactory;
import org.hibernate.Version;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;

/** Holds what the README tells a reader to set, to create and to believe. */
class ReadmeDocTest {

    private static final Path ROOT = Path.of("..");
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
    private static String block(String language) throws IOException {
        List<String> blocks = Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$")
                .matcher(readme())
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
        settings.load(new StringReader(block("properties")));
        assertThat(calls(settings)).as("with them").isEqualTo(2);
        // Hibernate 8 needs no setting for it.
        int without = Version.getVersionString().startsWith("8.") ? 2 : 2 * ROWS;
        assertThat(calls(new Properties())).as("without them").isEqualTo(without);
    }

    @Test
    void tableIsThatOfTheScript() throws IOException {
        assertThat(block("sql").strip()).isEqualTo(JdbcDatabase.POSTGRESQL.ddl().strip());
    }

    /** The picture, its text and the page have the medians of the largest table, of MariaDB and of PostgreSQL. */
    @Test
    void pictureHasTheFiguresOfTheBenchmarks() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/benchmarks.md"));
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
        String alternative = readme.substring(readme.indexOf("!["), readme.indexOf("](docs/images/growth.svg)"));
        assertThat(texts("([0-9]+,[0-9]00)\\b", alternative))
                .isEqualTo(figures.stream().map(ReadmeDocTest::rows).toList());
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
