package io.github.hibernateidgen.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class TestDatabasesTest {

    private final Map<String, String> environment = new HashMap<>();
    private final TestDatabases databases =
            new TestDatabases(name -> Optional.ofNullable(environment.get(name)), () -> false);

    @Test
    void usesTheServerOfTheGivenUrl() {
        environment.put("IDGEN_IT_H2_URL", "jdbc:h2:mem:given");
        environment.put("IDGEN_IT_H2_USER", "somebody");
        environment.put("IDGEN_IT_H2_PASSWORD", "secret");
        RunningDatabase running = databases.orSkip(TestDatabase.H2);
        assertThat(running.jdbcUrl()).isEqualTo("jdbc:h2:mem:given");
        assertThat(running.source()).isEqualTo("IDGEN_IT_H2_URL");
        assertThat(running.persistenceSettings())
                .containsEntry("jakarta.persistence.jdbc.user", "somebody")
                .containsEntry("jakarta.persistence.jdbc.password", "secret");
        assertThat(running.toString() + databases.summary()).doesNotContain("secret", "jdbc:");
    }

    @Test
    void startsADatabaseInProcessOnce() {
        RunningDatabase running = databases.orSkip(TestDatabase.H2);
        assertThat(running.source()).isEqualTo("in process");
        assertThat(databases.orSkip(TestDatabase.H2)).isSameAs(running);
    }

    @Test
    void failsWhenTheGivenUrlLeadsToNoServer() {
        environment.put("IDGEN_IT_POSTGRESQL_URL", "jdbc:postgresql://127.0.0.1:1/nothing");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> databases.orSkip(TestDatabase.POSTGRESQL))
                .withMessageContaining("IDGEN_IT_POSTGRESQL_URL leads to no server");
    }

    @Test
    void failsWhenTheGivenUrlLeadsToAnotherProduct() {
        environment.put("IDGEN_IT_MYSQL_URL", "jdbc:h2:mem:given");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> databases.orSkip(TestDatabase.MYSQL))
                .withMessageContaining("asked for [MySQL] says it is [H2 ")
                .withMessageContaining("IDGEN_IT_MYSQL_URL");
    }

    @Test
    void skipsWithAllReasonsWhatIsNotReached() {
        assertThatExceptionOfType(TestAbortedException.class)
                .isThrownBy(() -> databases.orSkip(TestDatabase.SQL_SERVER))
                .withMessageContaining("SQL Server is not reached: IDGEN_IT_SQLSERVER_URL is not set")
                .withMessageContaining("no Docker engine answers");
    }

    @Test
    void failsWhereARequiredDatabaseWouldBeSkipped() {
        environment.put("IDGEN_IT_REQUIRED", "ORACLE, SQLSERVER");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> databases.orSkip(TestDatabase.SQL_SERVER))
                .withMessageContaining("no Docker engine answers");
    }

    @Test
    void refusesToRequireAnUnknownDatabase() {
        environment.put("IDGEN_IT_REQUIRED", "SQL_SERVER");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> databases.orSkip(TestDatabase.H2))
                .withMessageContaining("[SQL_SERVER]")
                .withMessageContaining("SQLSERVER");
    }

    @Test
    void summarizesEveryDatabaseOnceOneWasAskedFor() {
        assertThat(databases.summary()).isEmpty();
        databases.orSkip(TestDatabase.H2);
        assertThatExceptionOfType(TestAbortedException.class).isThrownBy(() -> databases.orSkip(TestDatabase.ORACLE));
        assertThat(databases.summary().lines())
                .hasSize(1 + TestDatabase.values().length)
                .anySatisfy(line -> assertThat(line).matches("  H2 +tested +[0-9.]+ .*, in process, ready after .*"))
                .anySatisfy(line -> assertThat(line).matches("  Oracle +skipped  IDGEN_IT_ORACLE_URL is not set; .*"))
                .anySatisfy(line -> assertThat(line).matches("  MySQL +not asked for"));
    }

    @Test
    void startsAnewAfterTheEnd() {
        RunningDatabase running = databases.orSkip(TestDatabase.H2);
        databases.end();
        assertThat(databases.summary()).isEmpty();
        assertThat(databases.orSkip(TestDatabase.H2)).isNotSameAs(running);
    }

    @Test
    void makesNoContainerWhenNoDockerAnswers() {
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(docker(() -> false)::start)
                .withMessage("no Docker engine answers");
    }

    @Test
    void doesNotAskDockerWhenItIsSwitchedOff() {
        environment.put("IDGEN_IT_DOCKER", "off");
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(docker(() -> {
                    throw new AssertionError("not to be asked");
                })::start)
                .withMessage("IDGEN_IT_DOCKER is off");
    }

    private ServerSource docker(BooleanSupplier answers) {
        return new DockerServer(name -> Optional.ofNullable(environment.get(name)), answers, () -> {
            throw new AssertionError("not to be made");
        });
    }
}
