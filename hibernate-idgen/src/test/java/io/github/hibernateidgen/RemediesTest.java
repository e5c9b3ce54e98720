package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.internal.settings.Remedies;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A startup without the table of worker numbers names the settings that help, as the user's framework has them. */
class RemediesTest {

    @Entity(name = "Remedied")
    static class Remedied {
        @Id
        @SnowflakeId
        Long id;
    }

    @ParameterizedTest
    @ValueSource(strings = {"hibernate.idgen.", "idgen.", "quarkus.hibernate-idgen."})
    void missingTableNamesTheSettings(String prefix) {
        for (String action : new String[] {"none", "validate"}) {
            assertThatThrownBy(() -> Hibernate.onH2(Remedied.class)
                            .without("hibernate.idgen.worker.id")
                            .with(AvailableSettings.HBM2DDL_AUTO, action)
                            .with(Remedies.NAMES, prefix)
                            .start())
                    .as(action)
                    .hasMessageContaining("If the table is missing, create it with\ncreate table")
                    .hasMessageContaining("If its table is missing, create it with " + prefix
                            + "worker.jdbc.schema-management=create")
                    .hasMessageContaining(
                            prefix + "worker.source, or a number for each process, " + prefix + "worker.id");
        }
    }
}
