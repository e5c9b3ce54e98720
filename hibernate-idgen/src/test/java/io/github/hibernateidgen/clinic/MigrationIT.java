package io.github.hibernateidgen.clinic;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import java.sql.Connection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The guide's SQL on the servers that it is for. */
class MigrationIT {

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "POSTGRESQL, PostgreSQL, generated always as identity",
        "MARIADB, MySQL and MariaDB, auto_increment",
        "MYSQL, MySQL and MariaDB, auto_increment"
    })
    void guideLeadsFromIntegerIdsToSnowflakeIds(TestDatabase database, String heading, String counter)
            throws Exception {
        RunningDatabase running = database.orSkip();
        try (Connection connection = running.connect()) {
            Migration migration = new Migration(running.persistenceSettings(), connection, counter);
            try {
                migration.makeOldClinic();
                assertThat(migration.columnsThatAreTooNarrow().split("; ")[0].lines())
                        .extracting(line -> line.substring(0, line.indexOf(' ')))
                        .containsExactlyInAnyOrder("Owner.id", "Pet.id", "Visit.id", "pets.owner_id", "visits.pet_id");
                migration.runTheGuide(heading);
                migration.assertClinicWorks();
            } finally {
                migration.removeClinic();
            }
        }
    }
}
