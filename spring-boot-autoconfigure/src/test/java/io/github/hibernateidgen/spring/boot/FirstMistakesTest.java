package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import io.github.hibernateidgen.spring.boot.mistakes.Both;
import io.github.hibernateidgen.spring.boot.mistakes.MistakesApplication;
import io.github.hibernateidgen.spring.boot.shop.ShopApplication;
import io.github.hibernateidgen.spring.boot.shop.ShopOrder;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.orm.ObjectOptimisticLockingFailureException;

/** What a new user reads after each of the first mistakes, in Spring Boot. */
@ExtendWith(OutputCaptureExtension.class)
class FirstMistakesTest {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID();
    private Connection database;

    @BeforeEach
    void open() throws SQLException {
        database = DriverManager.getConnection(url, "sa", "");
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    private void execute(String... statements) throws SQLException {
        try (Statement statement = database.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private ConfigurableApplicationContext start(
            Class<?> application, WebApplicationType web, String action, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--spring.datasource.url=" + url);
        all.add("--spring.datasource.username=sa");
        all.add("--spring.jpa.hibernate.ddl-auto=" + action);
        all.add("--server.port=0");
        all.add("--server.address=127.0.0.1");
        return new SpringApplicationBuilder(application).web(web).run(all.toArray(String[]::new));
    }

    /** Returns Spring Boot's report of a start that failed. */
    private String failure(CapturedOutput output, String action, String... arguments) {
        assertThatThrownBy(() -> start(NoteApplication.class, WebApplicationType.NONE, action, arguments))
                .isInstanceOf(Exception.class);
        String text = output.toString();
        assertThat(text).contains("APPLICATION FAILED TO START");
        return text.substring(text.indexOf("Description:"));
    }

    private String warning(CapturedOutput output, String part, String action, String... arguments) {
        start(NoteApplication.class, WebApplicationType.NONE, action, arguments).close();
        List<String> found = output.toString()
                .lines()
                .filter(line -> line.contains("WARN") && line.contains(part))
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "validate"})
    void missingTable(String action, CapturedOutput output) throws SQLException {
        execute("create table note (id bigint not null primary key)");
        assertThat(failure(output, action, "--idgen.worker.jdbc.schema-management=schema-tools"))
                .contains("JDBC table PUBLIC.idgen_worker", "create it with", "create table PUBLIC.idgen_worker")
                .contains(" idgen.worker.jdbc.schema-management=create")
                .doesNotContain("hibernate.idgen.");
    }

    @Test
    void misspeltProperty(CapturedOutput output) {
        assertThat(failure(output, "create", "--idgen.worker.namespac=x"))
                .contains("\nidgen.worker.namespac [hidden]: no setting has this name")
                .contains("he nearest name is idgen.worker.namespace", "settings.md");
    }

    @Test
    void misspeltSystemProperty(CapturedOutput output) {
        System.setProperty("idgen.worker.namespac", "x");
        try {
            assertThat(warning(output, "idgen.worker.namespac ", "create"))
                    .contains("idgen.worker.namespac [hidden]", "the nearest name is idgen.worker.namespace");
        } finally {
            System.clearProperty("idgen.worker.namespac");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hibernate.idgen.", "quarkus.hibernate-idgen.", "spring.jpa.properties.idgen."})
    void propertyOfAnotherFramework(String prefix, CapturedOutput output) {
        assertThat(failure(output, "create", "--" + prefix + "snowflake.layout=innodb"))
                .contains("\n" + prefix + "snowflake.layout [hidden]: no setting has this name")
                .contains("Write idgen.snowflake.layout.");
    }

    @Test
    void bitsThatDoNotAddUp(CapturedOutput output) {
        assertThat(failure(
                        output,
                        "create",
                        "--idgen.snowflake.layouts.mine.fields=time:41, worker:12, sequence:12",
                        "--idgen.snowflake.layout=mine"))
                .contains("\nidgen.snowflake.layouts.mine.fields [time:41, worker:12, sequence:12]: ", "65", "63");
    }

    @Test
    void integerColumn(CapturedOutput output) throws SQLException {
        execute("create table note (id integer not null primary key)", JdbcDatabase.H2.ddl());
        assertThat(failure(output, "validate"))
                .contains("\nNote.id [integer]: column note.id holds only integers of up to 31 bits exactly")
                .contains("alter table note alter column id set data type bigint");
    }

    /** Hibernate takes the annotation of this library, so the id is there before the insert. */
    @Test
    void identityBesideTheAnnotation() {
        try (var context = start(MistakesApplication.class, WebApplicationType.NONE, "create")) {
            assertThat(context.getBean(Both.Repository.class).save(new Both()).id)
                    .isGreaterThan(1L << 50);
        }
    }

    @Test
    void idSetByHand() {
        try (var context = start(MistakesApplication.class, WebApplicationType.NONE, "create")) {
            Both both = new Both();
            both.id = 5L;
            assertThatThrownBy(() -> context.getBean(Both.Repository.class).save(both))
                    .as("docs/mappings.md has this text")
                    .isInstanceOf(ObjectOptimisticLockingFailureException.class)
                    .hasMessageMatching("(?s).*Row was (already )?updated or deleted by another transaction.*");
        }
    }

    @Test
    void numberForATypedParameter() {
        try (var context = start(ShopApplication.class, WebApplicationType.NONE, "create");
                EntityManager entities =
                        context.getBean(EntityManagerFactory.class).createEntityManager()) {
            assertThatThrownBy(() -> entities.createQuery("from ShopOrder o where o.id = :id", ShopOrder.class)
                            .setParameter("id", 5L)
                            .getResultList())
                    .hasMessageContaining("OrderId")
                    // Hibernate 7.2 names the type of the argument, the others its value.
                    .hasMessageMatching("(?s).*(\\[5]|java\\.lang\\.Long).*");
        }
    }

    @Test
    void twoSchemas(CapturedOutput output) throws SQLException {
        execute("create schema shop", "create table shop.note (id bigint primary key)", JdbcDatabase.H2.ddl());
        assertThat(warning(
                        output,
                        "Worker numbers are reserved in",
                        "none",
                        "--spring.jpa.mapping-resources=note-in-shop.orm.xml"))
                .contains("shop.note", "in idgen.worker.jdbc.table");
    }

    @Test
    void equalFixedNumbers(CapturedOutput output) throws SQLException {
        execute(JdbcDatabase.H2.ddl());
        assertThat(warning(output, "is not checked", "update", "--idgen.worker.id=5"))
                .contains("worker number 5 from idgen.worker.id", "set idgen.worker.range=5-5");
    }

    @Test
    void layoutChangedOnAFilledTable(CapturedOutput output) throws SQLException {
        execute(
                "create table note (id bigint not null primary key)",
                "insert into note (id) values (" + SnowflakeLayout.TWITTER.firstId(Instant.now()) + ")");
        assertThat(warning(output, "has the id", "update"))
                .contains("Note.id has the id", "days] after the ids that layout [standard] makes now")
                .contains(" in idgen.snowflake.layout");
    }

    @Test
    void browserThatRoundsIds(CapturedOutput output) {
        start(NoteApplication.class, WebApplicationType.SERVLET, "create").close();
        assertThat(output.toString().lines().filter(line -> line.contains("WARN") && line.contains("in JSON")))
                .singleElement()
                .asString()
                .contains("Note.id", "idgen.jackson.snowflake-as-string=true");
    }
}
