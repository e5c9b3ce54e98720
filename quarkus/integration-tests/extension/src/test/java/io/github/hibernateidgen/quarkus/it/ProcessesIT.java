package io.github.hibernateidgen.quarkus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes of one build, with settings of the run. */
@Timeout(120)
class ProcessesIT {

    private Database database;

    @BeforeEach
    void startDatabase() throws Exception {
        database = Database.start();
    }

    @AfterEach
    void stopDatabase() {
        database.close();
    }

    private static long workerOf(long id) {
        return SnowflakeLayout.STANDARD.split(id).worker();
    }

    @Test
    void threeProcessesOfOneBuildHaveThreeNumbers() throws Exception {
        try (Application first = Application.start(Map.of(), database.property())) {
            Set<Long> workers = new HashSet<>();
            workers.add(workerOf(first.id())); // It makes the tables.
            try (Application second = Application.start(Map.of(), database.property());
                    Application third = Application.start(Map.of(), database.property())) {
                workers.add(workerOf(second.id()));
                workers.add(workerOf(third.id()));
                assertThat(workers).hasSize(3);
                assertThat(third.end()).contains("is reserved for this process from", "is released");
            }
        }
    }

    /**
     * Hibernate reads the mapping with the settings of the build, and once more with those of the run. The log has each layout
     * and order once, and the settings in the names of Quarkus.
     */
    @Test
    void settingsOfTheRunAreObeyedFromPropertiesAndFromTheEnvironment() throws Exception {
        try (Application property =
                        Application.start(Map.of(), database.property(), "-Dquarkus.hibernate-idgen.worker.id=7");
                Application variable =
                        Application.start(Map.of("QUARKUS_HIBERNATE_IDGEN_WORKER_ID", "9"), database.property())) {
            assertThat(workerOf(property.id())).isEqualTo(7);
            assertThat(workerOf(variable.id())).isEqualTo(9);
            assertThat(property.end())
                    .containsOnlyOnce("Snowflake layout standard")
                    .containsOnlyOnce("COMB GUIDs of format")
                    .doesNotContain("Note.id: Snowflake")
                    .contains("worker number 7 from quarkus.hibernate-idgen.worker.id is not checked")
                    .contains("set quarkus.hibernate-idgen.worker.range=7-7");
        }
    }

    /** It refuses others, Hibernate's look at the database among them. */
    @Test
    void strictPoolIsAskedInTransactionsOnly() throws Exception {
        // Making the tables takes connections outside of them.
        try (Connection connection = DriverManager.getConnection(database.url());
                Statement statement = connection.createStatement()) {
            statement.execute("create table Note (id bigint not null primary key, reference uuid)");
            statement.execute(JdbcDatabase.H2.ddl());
            try (Application strict = Application.start(
                    Map.of(),
                    database.property(),
                    "-Dquarkus.hibernate-orm.schema-management.strategy=none",
                    "-Dquarkus.datasource.jdbc.transaction-requirement=strict")) {
                assertThat(workerOf(strict.id())).isNotNegative();
                assertThat(strict.end())
                        .contains("is reserved for this process from", "is released")
                        .doesNotContainPattern("(WARN|ERROR) .*\\(idgen-");
            }
        }
    }

    @Test
    void misspeltSettingStopsTheStart() throws Exception {
        try (Application application =
                Application.start(Map.of("QUARKUS_HIBERNATE_IDGEN_WORKER_IDD", "7"), database.property())) {
            assertThat(application.end())
                    .contains("QUARKUS_HIBERNATE_IDGEN_WORKER_IDD [hidden]: no setting has this name")
                    .contains("the nearest name is QUARKUS_HIBERNATE_IDGEN_WORKER_ID,");
            assertThat(application.exitCode()).isNotZero();
        }
        try (Application application =
                Application.start(Map.of(), database.property(), "-Dhibernate.idgen.snowflake.layout=innodb")) {
            assertThat(application.end())
                    .contains("hibernate.idgen.snowflake.layout [hidden]: no setting has this name")
                    .contains("; write quarkus.hibernate-idgen.snowflake.layout");
            assertThat(application.exitCode()).isNotZero();
        }
    }

    /** In the names of Quarkus. */
    @Test
    void settingThatCantBeUsedIsNamed() throws Exception {
        try (Application application =
                Application.start(Map.of(), database.property(), "-Dquarkus.hibernate-idgen.worker.id=5000")) {
            assertThat(application.end())
                    .contains("quarkus.hibernate-idgen.worker.id [5000]: worker number [5000] does not fit")
                    .doesNotContain(" hibernate.idgen.worker.id");
        }
    }

    @Test
    void columnOf32BitsStopsTheStart() throws Exception {
        try (Connection connection = DriverManager.getConnection(database.url());
                Statement statement = connection.createStatement()) {
            statement.execute("create table Note (id integer not null primary key, reference uuid)");
            try (Application application = Application.start(
                    Map.of(), database.property(), "-Dquarkus.hibernate-orm.schema-management.strategy=none")) {
                assertThat(application.end())
                        .contains("Note.id [integer]: column Note.id holds only integers of up to 31 bits exactly")
                        .contains("alter table Note alter column id set data type bigint");
                assertThat(application.exitCode()).isNotZero();
            }
        }
    }

    @Test
    void layoutThatWasChangedOnAFilledTableIsWarnedOf() throws Exception {
        try (Connection connection = DriverManager.getConnection(database.url());
                Statement statement = connection.createStatement()) {
            statement.execute("create table Note (id bigint not null primary key, reference uuid)");
            statement.execute("insert into Note (id) values (" + SnowflakeLayout.TWITTER.firstId(Instant.now()) + ")");
            try (Application application = Application.start(Map.of(), database.property())) {
                application.id();
                assertThat(application.end())
                        .contains("Note.id has the id [", "days] after the ids that layout [standard] makes now")
                        .contains(" in quarkus.hibernate-idgen.snowflake.layout");
            }
        }
    }

    /** Quarkus reports unknown settings as well, by their names. */
    @Test
    void noSecretIsInTheOutput() throws Exception {
        String secret = "s3cr3t" + UUID.randomUUID();
        List<String> unknown = Stream.of(
                        "password",
                        "token",
                        "redis.password",
                        "redis.uri",
                        "seal.secret",
                        "seal.key",
                        "segment.redis.password",
                        "snowflake.password",
                        "worker.etcd.password",
                        "worker.jdbc.password",
                        "worker.redis.uri",
                        "x.y.z")
                .map(name -> "-Dquarkus.hibernate-idgen." + name + "=" + secret)
                .toList();
        boolean isLong = Boolean.getBoolean("idgen.test.long"); // Each starts a process.
        for (List<String> given : isLong ? List.of(unknown, List.of(unknown.get(11))) : List.of(unknown)) {
            requireHidden(secret, " [hidden]: no setting has this name", given);
        }
        List<String> all = List.of("%", "@", "[", " ", "/", "#", "^", "?");
        for (String hostile : isLong ? all : all.subList(0, 1)) {
            requireHidden(
                    secret,
                    " [hidden]: use jdbc, fixed",
                    List.of("-Dquarkus.hibernate-idgen.worker.source=redis://:" + secret + hostile + secret
                            + "@127.0.0.1:1"));
        }
    }

    private void requireHidden(String secret, String shown, List<String> given) throws Exception {
        List<String> all = new ArrayList<>(given);
        all.add(database.property());
        try (Application application = Application.start(Map.of(), all.toArray(String[]::new))) {
            assertThat(application.end())
                    .as(given.toString())
                    .contains(shown)
                    .doesNotContain(secret, secret.substring(0, 12));
            assertThat(application.exitCode()).isNotZero();
        }
    }

    @Test
    void missingTableStopsTheStartAndNotTheFirstRequest() throws Exception {
        try (Application application = Application.start(
                Map.of(), database.property(), "-Dquarkus.hibernate-orm.schema-management.strategy=none")) {
            String output = application.end();
            assertThat(output)
                    .contains("if the table is missing, create it with")
                    .doesNotContain("id=");
            assertThat(application.exitCode()).isNotZero();
        }
    }
}
