package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A startup without the table of worker numbers names the settings that help, as the user's framework has them. */
class RemediesTest {

    @Entity(name = "Remedied")
    static class Remedied {
        @Id
        @SnowflakeId
        Long id;
    }

    private static final String[] PREFIXES = {"hibernate.idgen.", "idgen.", "quarkus.hibernate-idgen."};

    private static Hibernate onTable(String prefix, String url) {
        return Hibernate.onH2(Remedied.class)
                .without("hibernate.idgen.worker.id")
                .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                .with(AvailableSettings.HBM2DDL_AUTO, "none")
                .with(Remedies.NAMES, prefix);
    }

    @ParameterizedTest
    @FieldSource("PREFIXES")
    void missingTableNamesTheSettings(String prefix) {
        for (String action : new String[] {"none", "validate"}) {
            assertThatThrownBy(() -> onTable(prefix, "jdbc:h2:mem:" + UUID.randomUUID())
                            .with(AvailableSettings.HBM2DDL_AUTO, action)
                            .start())
                    .as(action)
                    .hasMessageContaining("If the table is missing, create it with\ncreate table PUBLIC.idgen_worker (")
                    .satisfies(error -> assertThat(error.getMessage()).containsOnlyOnce("create table"))
                    .hasMessageEndingWith("Or let this library create the table, with " + prefix
                            + "worker.jdbc.schema-management=create. If the table has another name, set " + prefix
                            + "worker.jdbc.table.");
        }
    }

    @ParameterizedTest
    @FieldSource("PREFIXES")
    void accountWithoutTheRightGetsTheGrant(String prefix) throws SQLException {
        String url = "jdbc:h2:mem:" + UUID.randomUUID();
        try (Connection owner = DriverManager.getConnection(url, "sa", "");
                Statement statement = owner.createStatement()) {
            statement.execute(JdbcDatabase.H2.ddl().replace(";", ""));
            statement.execute("create user app password 'app'");
            assertThatThrownBy(() -> onTable(prefix, url)
                            .with(AvailableSettings.JAKARTA_JDBC_USER, "app")
                            .with(AvailableSettings.JAKARTA_JDBC_PASSWORD, "app")
                            .start())
                    .hasMessageContaining("grant select, insert, update on PUBLIC.idgen_worker to ACCOUNT")
                    .hasMessageNotContaining("create")
                    .hasMessageEndingWith(prefix + "worker.jdbc.table, " + prefix + "worker.source.");
        }
    }

    @ParameterizedTest
    @FieldSource("PREFIXES")
    void serverThatOnlyReadsIsNamed(String prefix, @TempDir Path folder) throws SQLException {
        String url = "jdbc:h2:file:" + folder.resolve("read") + ";DB_CLOSE_ON_EXIT=FALSE";
        try (Connection owner = DriverManager.getConnection(url, "sa", "");
                Statement statement = owner.createStatement()) {
            statement.execute(JdbcDatabase.H2.ddl().replace(";", ""));
        }
        assertThatThrownBy(() -> onTable(prefix, url + ";ACCESS_MODE_DATA=r")
                        .with(AvailableSettings.JAKARTA_JDBC_USER, "sa")
                        .with("hibernate.idgen.worker.window", "1s")
                        .with("hibernate.idgen.worker.timeout", "100ms")
                        .start())
                .hasMessageContaining(
                        "is read-only; connect to the server that accepts writes, or, if this process makes no"
                                + " ids, claim no number at the start")
                .hasMessageNotContaining("create")
                .hasMessageEndingWith("set " + prefix + "worker.claim=first-id.");
    }
}
